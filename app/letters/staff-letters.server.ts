import { eq } from "drizzle-orm";
import { users } from "#db/schema/accounts.ts";
import { accessMessages } from "~/access/messages.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { intentIn } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";
import { typedIn } from "~/values/parse.form.ts";
import type { LetterKind } from "~/values/types.ts";
import { parseEndOfLetter, parseWantedLetter } from "./letter.form.ts";
import { issueLetter, readLetters, withdrawLetter } from "./letters.server.ts";
import { handlesLetters, missingOf, reasonField, WITHOUT } from "./letters.ts";
import { letterMessages } from "./messages.ts";

const say = letterMessages.staff;

/**
 * The data of the staff's page with the letters to one person; null if there is no such account. It has only the
 * letters that the viewer may handle. One round trip.
 */
export async function staffLetters(context: Context, visit: SignedIn, uid: string) {
  const { db } = context;
  const [{ issued, kinds, sender }, [person]] = await Promise.all([
    readLetters(context, visit, uid),
    db.select({ email: users.email }).from(users).where(eq(users.uid, uid)),
  ]);
  if (!person) return null;
  const { abilities } = visit.viewer;
  const missing = missingOf(sender);
  const here = issued.filter(
    ({ conferenceId, kind }) =>
      conferenceId === visit.settings.conferenceId && handlesLetters(abilities, kind),
  );
  const isThere = (kind: string, about: string) =>
    here.some((one) => one.kind === kind && one.about === about && one.state === "valid");
  return {
    ...{ uid, email: person.email },
    missing: missing.length > 0 ? say.missing(missing.map((part) => say.parts[part])) : null,
    hasAddress: !missing.includes("address"),
    issued: here.map(({ id, kind, about, code, state, issuedAt, content: { date } }) => ({
      ...{ id, kind, code, state, issuedAt, date, newId: newId() },
      // Staff cannot replace a letter for a visa, because the new letter needs a passport, which only the person
      // enters.
      mayReplace: kinds.some(
        (ofKind) =>
          ofKind.kind === kind && kind !== "visa" && ofKind.possible.some((one) => one.about === about),
      ),
    })),
    possible: kinds.flatMap(({ possible }) =>
      possible
        .filter(
          ({ kind, about }) => kind !== "visa" && handlesLetters(abilities, kind) && !isThere(kind, about),
        )
        .map(({ kind, about }) => ({ id: newId(), kind, about })),
    ),
  };
}

export type StaffLettersReply = {
  /**
   * The letter that the refused form should have withdrawn or replaced; null if the form should have issued a letter.
   */
  letter: string | null;
  /** What was typed, by the name of its field. */
  values: Record<string, string>;
  problems: Record<string, string>;
  reason?: string;
};

/**
 * Refuses with 403 if the viewer may not handle letters of this kind. The page shows them no such letter. So a form is
 * refused only if it was changed by hand, or if the viewer has lost the ability “Money” since the page was opened.
 */
function demandKind({ viewer }: SignedIn, kind: LetterKind): void {
  if (!handlesLetters(viewer.abilities, kind)) refuse(403, accessMessages.needs(["money"]));
}

/**
 * Carries out the act that a button of the staff's page requests. The caller must have checked the ability “Decide” and
 * the second factor's code.
 */
export async function actOnLetters(
  context: Context,
  visit: SignedIn,
  uid: string,
  form: FormData,
): Promise<
  { done: "given" | "there" | "replaced" | "withdrawn" } | (StaffLettersReply & { status: 400 | 409 })
> {
  const intent = intentIn(form, ["give", "replace", "withdraw"]);
  const needsAddress = form.get(WITHOUT.name) !== WITHOUT.value;
  if (intent === "give") {
    const parsed = parseWantedLetter(form);
    if ("problems" in parsed) refuse(400, messages.badRequest);
    demandKind(visit, parsed.request.kind);
    const answer = await issueLetter(context, visit, { ...parsed.request, uid, needsAddress });
    if ("letter" in answer) return { done: answer.letter === parsed.request.id ? "given" : "there" };
    return {
      letter: null,
      values: {},
      problems: {},
      reason: answer.refused,
      status: 409,
    };
  }
  const letter = String(form.get("letter") ?? "");
  const field = reasonField(letter);
  const typed = String(form.get(field) ?? form.get("reason") ?? "");
  const values = { ...typedIn(form, ["id"]), [field]: typed };
  const parsed = parseEndOfLetter(form);
  if ("problems" in parsed) return { letter, values, problems: parsed.problems, status: 400 };
  const { id, reason } = parsed.request;
  const { issued } = await readLetters(context, visit, uid);
  const old = issued.find((one) => one.id === letter);
  if (old) demandKind(visit, old.kind);
  if (intent === "withdraw") {
    const answer = await withdrawLetter(context, visit, { uid, letter, reason });
    if ("withdrawn" in answer) return { done: "withdrawn" };
    return { letter, values, problems: {}, reason: answer.refused, status: 409 };
  }
  if (!old || old.kind === "visa") return { letter, values, problems: {}, reason: say.tooLate, status: 409 };
  const { kind, about } = old;
  const answer = await issueLetter(context, visit, {
    ...{ id, uid, kind, about, needsAddress },
    replaces: { letter, reason },
  });
  if ("letter" in answer) return { done: "replaced" };
  return { letter, values, problems: {}, reason: answer.refused, status: 409 };
}
