import { fileSize } from "~/applications/documents.ts";
import { applicationMessages } from "~/applications/messages.ts";
import { Card } from "~/ui/card.tsx";
import { Tag } from "~/ui/tag.tsx";
import { reviewMessages } from "./messages.ts";

type Document = {
  id: string;
  title: string;
  fileName: string;
  size: number;
  /** Whether the application form still asks the question. */
  asked: boolean;
  preview: boolean;
};

/**
 * The documents of an application. Opening a PDF preview fetches the file and records the access. Word documents can
 * only be downloaded.
 *
 * @param isBlind whether the reader does not see who applied.
 */
export function DocumentPreviews({ documents, isBlind }: { documents: Document[]; isBlind: boolean }) {
  return (
    <Card title="Documents" id="documents">
      {isBlind && documents.length > 0 && <p className="hint">{reviewMessages.blindDocuments}</p>}
      {documents.length === 0 && <p className="muted">Nothing was uploaded.</p>}
      {documents.map(({ id, title, fileName, size, asked, preview }) => (
        <div key={id} className="document">
          <p className="cluster between">
            <span>
              <strong>{title}</strong> {!asked && <Tag tone="info">{applicationMessages.noLongerAsked}</Tag>}{" "}
              <span className="hint">{fileSize(size)}</span>
            </span>{" "}
            <a href={`/documents/${id}`} download>
              Download<span className="visually-hidden"> {fileName}</span>
            </a>
          </p>
          {preview && (
            <details>
              <summary>
                Preview<span className="visually-hidden"> of {fileName}</span>
              </summary>
              <iframe src={`/documents/${id}/preview`} title={fileName} loading="lazy" />
            </details>
          )}
        </div>
      ))}
    </Card>
  );
}
