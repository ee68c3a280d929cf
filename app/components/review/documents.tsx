import { fileSize } from "../../domain/documents.ts";
import { Card } from "../card.tsx";

type Document = { id: string; title: string; fileName: string; size: number; preview: boolean };

/**
 * What was uploaded with an application. A PDF is fetched, and the look recorded, only when it is opened;
 * Word documents are downloaded.
 */
export function DocumentPreviews({ documents }: { documents: Document[] }) {
  return (
    <Card title="Documents" id="documents">
      {documents.length === 0 && <p className="muted">Nothing was uploaded.</p>}
      {documents.map(({ id, title, fileName, size, preview }) => (
        <div key={id} className="document">
          <p className="cluster between">
            <span>
              <strong>{title}</strong> <span className="hint">{fileSize(size)}</span>
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
