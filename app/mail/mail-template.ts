import type { MailText } from "./mail-text.ts";

/** The placeholders that a mail written by a director may contain in braces. */
export const PLACEHOLDERS = ["firstName", "fullName", "conference", "link"] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];
export type PlaceholderValues = Record<Placeholder, string>;

/** A problem with a mail. "unknown": the placeholder does not exist. "empty": the placeholder has no value. */
export type MailProblem = { placeholder: string; why: "unknown" | "empty" };

/** A text split at its placeholders. */
export type Piece = { text: string } | { placeholder: string };

/**
 * The most placeholders that one text may contain. The pieces between them must fit into the parameters of one
 * statement (D1 binds 100).
 */
export const MOST_PLACEHOLDERS = 30;

const isPlaceholder = (name: string): name is Placeholder =>
  (PLACEHOLDERS as readonly string[]).includes(name);

/** Splits a text at every {word}. Other text in braces stays text. */
export function piecesOf(text: string): Piece[] {
  return text
    .split(/(\{\w*\})/)
    .filter((part) => part !== "")
    .map((part) => (/^\{\w*\}$/.test(part) ? { placeholder: part.slice(1, -1) } : { text: part }));
}

/** The placeholders in a mail, each once. */
export function placeholdersOf({ subject, body }: MailText): string[] {
  const pieces = [...piecesOf(subject), ...piecesOf(body)];
  return [...new Set(pieces.flatMap((piece) => ("placeholder" in piece ? [piece.placeholder] : [])))];
}

/** The placeholders in a mail that do not exist. */
export const unknownPlaceholders = (mail: MailText): string[] =>
  placeholdersOf(mail).filter((name) => !isPlaceholder(name));

/** Fills in a mail, or returns every problem that prevents this. Values are never read as placeholders. */
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
  // A subject must be a single line, whatever a name contains.
  return { mail: { subject: filled(mail.subject).replace(/\s+/g, " ").trim(), body: filled(mail.body) } };
}
