import * as z from "zod";
import { MOST_PLACEHOLDERS, piecesOf, unknownPlaceholders } from "~/mail/mail-template.ts";
import { messages } from "~/values/messages.ts";
import { parseForm } from "~/values/parse.form.ts";
import { DECISIONS } from "~/values/types.ts";
import { AUDIENCE_IDS } from "./audiences.ts";
import { staffMessages } from "./messages.ts";

const LONGEST_SUBJECT = 150;
const LONGEST_BODY = 10_000;

const filledIn = (longest: number) =>
  z
    .string({ error: messages.required })
    .transform((typed) => typed.replaceAll("\r\n", "\n").trim())
    .superRefine((typed, issues) => {
      const problem = problemOf(typed, longest);
      if (problem !== null) issues.addIssue({ code: "custom", message: problem });
    });

function problemOf(typed: string, longest: number): string | null {
  if (typed === "") return messages.required;
  if (typed.length > longest) return messages.tooLong(longest);
  const [unknown] = unknownPlaceholders({ subject: "", body: typed });
  if (unknown !== undefined) return staffMessages.mailing.unknownPlaceholder(unknown);
  const used = piecesOf(typed).filter((piece) => "placeholder" in piece).length;
  return used > MOST_PLACEHOLDERS ? staffMessages.mailing.tooManyPlaceholders(MOST_PLACEHOLDERS) : null;
}

const mail = {
  subject: filledIn(LONGEST_SUBJECT).transform((typed) => typed.replace(/\s+/g, " ")),
  body: filledIn(LONGEST_BODY),
};

const Mailing = z.object({ audience: z.enum(AUDIENCE_IDS, { error: messages.notAnOption }), ...mail });
const ToSelection = z.object(mail);

/** Parses a posted mail to a group. If the form is not valid, returns the problem with each field. */
export const parseMailingForm = (form: FormData) => parseForm(Mailing, form);

/**
 * Parses a posted mail to the selection in the page's address. If the form is not valid, returns the problem with each
 * field.
 */
export const parseSelectionMailForm = (form: FormData) => parseForm(ToSelection, form);

const Preview = z.object({
  id: z.string().regex(/^[a-z2-7]{20}$/),
  recipients: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The id of the preview from which a mail is sent; null if the form contains none. */
export function previewIn(form: FormData): z.output<typeof Preview> | null {
  const parsed = Preview.safeParse(Object.fromEntries(form));
  return parsed.success ? parsed.data : null;
}

const Template = z.object({
  decision: z.enum(DECISIONS, { error: messages.badRequest }),
  ...mail,
});

/**
 * Parses a posted template for the mail about a decision. If the form is not valid, returns the problem with each
 * field.
 */
export const parseTemplateForm = (form: FormData) => parseForm(Template, form);

/** The fields as they were typed, to show them again. */
export function typedMail(form: FormData) {
  const typed = (field: string) => String(form.get(field) ?? "");
  return {
    audience: typed("audience"),
    decision: typed("decision"),
    subject: typed("subject"),
    body: typed("body"),
  };
}
