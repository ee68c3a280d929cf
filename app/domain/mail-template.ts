import type { MailText } from "./mails.ts";

/** What may stand in braces in a mail that directors write. */
export const PLACEHOLDERS = ["firstName", "fullName", "conference", "link"] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];
export type PlaceholderValues = Record<Placeholder, string>;

/** What is wrong with a mail: a placeholder that does not exist, or one that has no value. */
export type MailProblem = { placeholder: string; why: "unknown" | "empty" };

/** A text cut at its placeholders. */
export type Piece = { text: string } | { placeholder: string };

/** In one text: what stands between them has to fit the parameters of one statement (D1 binds 100). */
export const MOST_PLACEHOLDERS = 30;

const isPlaceholder = (name: string): name is Placeholder =>
  (PLACEHOLDERS as readonly string[]).includes(name);

/** A text cut at every {word}; what stands in other braces is text. */
export function piecesOf(text: string): Piece[] {
  return text
    .split(/(\{\w*\})/)
    .filter((part) => part !== "")
    .map((part) => (/^\{\w*\}$/.test(part) ? { placeholder: part.slice(1, -1) } : { text: part }));
}

/** The words in braces, each once. */
export function placeholdersOf({ subject, body }: MailText): string[] {
  const pieces = [...piecesOf(subject), ...piecesOf(body)];
  return [...new Set(pieces.flatMap((piece) => ("placeholder" in piece ? [piece.placeholder] : [])))];
}

/** The placeholders of a mail that do not exist. */
export const unknownPlaceholders = (mail: MailText): string[] =>
  placeholdersOf(mail).filter((name) => !isPlaceholder(name));

/** The mail with its values, or everything that stands in the way. Values are never read as placeholders. */
export function render(
  mail: MailText,
  values: PlaceholderValues,
): { mail: MailText } | { problems: MailProblem[] } {
  const problems = placeholdersOf(mail).flatMap((placeholder): MailProblem[] => {
    if (!isPlaceholder(placeholder)) return [{ placeholder, why: "unknown" }];
    return values[placeholder].trim() === "" ? [{ placeholder, why: "empty" }] : [];
  });
  if (problems.length > 0) return { problems };
  const filled = (text: string) =>
    piecesOf(text)
      .map((piece) => ("text" in piece ? piece.text : values[piece.placeholder as Placeholder]))
      .join("");
  // A subject is one line, whatever a name holds.
  return { mail: { subject: filled(mail.subject).replace(/\s+/g, " ").trim(), body: filled(mail.body) } };
}
