import { PLACEHOLDERS } from "../domain/mail-template.ts";
import { TextArea, TextField } from "./field.tsx";

/** A mail as it will be read: plain text, its lines as they are. */
export function MailPreview({ to, subject, body }: { to?: string; subject: string; body: string }) {
  return (
    <div className="stack tight mail">
      {to && <p className="hint">To {to}</p>}
      <h3>{subject}</h3>
      <p className="answer">{body}</p>
    </div>
  );
}

/** Subject and text of a mail with placeholders. */
export function MailFields({
  values,
  problems,
  rows = 12,
}: {
  values: { subject: string; body: string };
  problems: Record<string, string>;
  rows?: number;
}) {
  return (
    <>
      <TextField
        label="Subject"
        name="subject"
        maxLength={150}
        defaultValue={values.subject}
        error={problems["subject"]}
      />
      <TextArea
        label="Text"
        name="body"
        rows={rows}
        hint={`Plain text. Filled in for each reader: ${PLACEHOLDERS.map((name) => `{${name}}`).join(", ")}.`}
        defaultValue={values.body}
        error={problems["body"]}
      />
    </>
  );
}
