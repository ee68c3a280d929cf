import type { HTMLAttributes } from "react";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { Tag } from "~/ui/tag.tsx";
import type { Question } from "~/values/catalogue.ts";
import { DOCUMENTS_PAGE } from "./application-form.ts";
import { DocumentControl } from "./document-control.tsx";
import { type FileProblem, fileSize } from "./documents.ts";
import { applicationMessages } from "./messages.ts";
import { label } from "./questions.ts";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "upload-progress": HTMLAttributes<HTMLElement> &
        ({ "data-sentences": string } | { "data-limit": number; "data-too-large": string });
    }
  }
}

const { emptyFile, fileTooLarge, photoOfDocument, wrongFileType } = applicationMessages;
/** The sentences that a script shows when it refuses a file before sending it. */
const SENTENCES = JSON.stringify({
  emptyFile,
  fileTooLarge,
  photoOfDocument,
  wrongFileType,
} satisfies Record<FileProblem, string>);

type Props = {
  question: Question;
  stored?: { id: string; fileName: string; size: number };
  problem?: string;
  /** Whether uploading this document is the next step. */
  isNext: boolean;
};

/** One document question: a field to choose and upload a file, or the stored file and a way to replace it. */
export function DocumentForm({ question, stored, problem, isNext }: Props) {
  const action = `/application/${DOCUMENTS_PAGE}?question=${question.id}`;
  const upload = (
    <PostForm action={action} encType="multipart/form-data" className="stack tight">
      <DocumentControl question={question} isStored={stored !== undefined} problem={problem} />
      <Button variant={isNext ? "primary" : "secondary"}>
        {stored ? "Replace" : "Upload"}
        <span className="visually-hidden"> {question.text}</span>
      </Button>
      <upload-progress data-sentences={SENTENCES} />
    </PostForm>
  );
  return (
    <Card title={label(question)}>
      {stored ? (
        <>
          <div className="cluster between">
            <span>
              <Tag tone="success">Uploaded</Tag> <a href={`/documents/${stored.id}`}>{stored.fileName}</a>{" "}
              <span className="hint">{fileSize(stored.size)}</span>
            </span>
            <PostForm action={action}>
              <input type="hidden" name="document" value={stored.id} />
              <Button name="intent" value="remove" variant="quiet">
                Remove<span className="visually-hidden"> {question.text}</span>
              </Button>
            </PostForm>
          </div>
          <details open={problem !== undefined}>
            <summary>Replace with another file</summary>
            {upload}
          </details>
        </>
      ) : (
        upload
      )}
    </Card>
  );
}
