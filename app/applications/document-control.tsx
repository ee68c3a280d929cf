import { FileField } from "~/ui/field.tsx";
import type { Question } from "~/values/catalogue.ts";
import { ACCEPTED_FILES } from "./documents.ts";

/** The control for one document question. */
export function DocumentControl({
  question,
  isStored = false,
  problem,
}: {
  question: Question;
  isStored?: boolean;
  problem?: string;
}) {
  return (
    <FileField
      label={<span className="visually-hidden">{isStored ? "The other file" : "Choose a file"}</span>}
      name="file"
      controlId={question.id}
      accept={ACCEPTED_FILES}
      hint={question.hint}
      error={problem}
    />
  );
}
