import { PLACEHOLDERS } from "~/mail/mail-template.ts";
import { TextArea, TextField } from "~/ui/field.tsx";
import { fieldsOf } from "~/ui/form-reply.ts";

/** A mail as its recipient will see it: plain text with the typed line breaks. */
export function MailPreview({ to, subject, body }: { to?: string; subject: string; body: string }) {
  return (
    <div className="stack tight mail">
      {to && <p className="hint">To {to}</p>}
      <h3>{subject}</h3>
      <p className="answer">{body}</p>
    </div>
  );
}

/** The labels of the fields. The summary of the problems with a form uses them too. */
export const MAIL_LABELS = { audience: "To", subject: "Subject", body: "Text" };

/** The fields for the subject and text of a mail with placeholders. */
export function MailFields({
  values,
  problems,
  rows = 12,
}: {
  values: { subject: string; body: string };
  problems: Record<string, string>;
  rows?: number;
}) {
  const field = fieldsOf(values, problems);
  return (
    <>
      <TextField label={MAIL_LABELS.subject} {...field("subject")} />
      <TextArea
        label={MAIL_LABELS.body}
        {...field("body")}
        rows={rows}
        hint={`Plain text. Filled in for each reader: ${PLACEHOLDERS.map((name) => `{${name}}`).join(", ")}.`}
      />
    </>
  );
}
