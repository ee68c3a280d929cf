import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { countryName } from "~/values/countries.ts";
import { dateInWords } from "~/values/days.ts";
import { isoDay } from "~/values/times.ts";
import { parsePassport } from "./letter.form.ts";
import { issueLetter, readLetters, readOwnLetter } from "./letters.server.ts";
import { erasure } from "./letters.ts";
import { letterMessages } from "./messages.ts";

/** The data of the page with the viewer's own letters. One round trip. */
export async function ownLetters(context: Context, visit: SignedIn) {
  const { issued, kinds } = await readLetters(context, visit, visit.viewer.uid);
  const { conferenceId } = visit.settings;
  const has = (kind: string, about: string) =>
    issued.some(
      (one) =>
        one.kind === kind &&
        one.about === about &&
        one.conferenceId === conferenceId &&
        one.state === "valid",
    );
  return {
    issued: issued.map(({ id, kind, state, content: { conference, date } }) => ({
      ...{ id, kind, state, conference, date },
    })),
    possible: kinds.flatMap(({ possible }) =>
      possible
        // A person can get a new letter for a visa at any time, because the passport in the last letter may have been
        // erased.
        .filter(({ kind, about }) => kind === "visa" || !has(kind, about))
        .map(({ kind, about, content }) => ({ id: newId(), kind, about, of: content.sentences[0] ?? "" })),
    ),
    // Only readers get letters of thanks, so nobody else is told why they cannot have one.
    notYet: kinds.flatMap(({ kind, reason }) =>
      reason === null || kind === "thanks" || issued.some((one) => one.kind === kind && one.state === "valid")
        ? []
        : [{ kind, reason }],
    ),
  };
}

/** One of the viewer's own letters, in the form in which its page shows it; null if there is none. One round trip. */
export async function ownLetter(context: Context, visit: SignedIn, id: string) {
  const letter = await readOwnLetter(context, visit, id);
  if (!letter) return null;
  const { kind, content, code, state, passport } = letter;
  return {
    ...{ kind, content, code, state },
    address: `${context.origin}/letter/${code}`,
    passport: passport
      ? [
          { term: "Passport number", value: passport.passportNumber },
          {
            term: "Nationality in the passport",
            value: countryName(passport.passportNationality) ?? passport.passportNationality,
          },
          { term: "Date of birth", value: dateInWords(passport.passportBirth) },
        ]
      : [],
    isErased: kind === "visa" && !passport && state === "valid",
  };
}

/**
 * The data of the form for a letter for a visa: the event, when the passport is erased, and the answers that the
 * application already has. One round trip.
 *
 * @returns the reason if the viewer cannot have such a letter now.
 */
export async function visaForm(context: Context, visit: SignedIn) {
  const { kinds, event, about } = await readLetters(context, visit, visit.viewer.uid);
  const reason = kinds.find(({ kind }) => kind === "visa")?.reason ?? null;
  if (reason !== null || !event) return { reason: reason ?? letterMessages.notYet.notAccepted };
  const { nationality = "", dateOfBirth = "" } = about;
  return {
    id: newId(),
    eraseOn: erasure(event, visit.now).day,
    values: { passport: "", nationality, birth: dateOfBirth },
  };
}

/** Issues a letter for a visa to the viewer, from a posted form. */
export async function takeVisaLetter(context: Context, visit: SignedIn, form: FormData) {
  const { event } = await readLetters(context, visit, visit.viewer.uid);
  const today = isoDay(visit.now, event?.timeZone ?? "UTC");
  const parsed = parsePassport(form, today);
  if ("problems" in parsed) return { problems: parsed.problems, status: 400 as const };
  if (!event) return { refused: letterMessages.changed, status: 409 as const };
  const { id, passport, nationality, birth } = parsed.request;
  const eraseAt = erasure(event, visit.now).at;
  return issueLetter(context, visit, {
    ...{ id, uid: visit.viewer.uid, kind: "visa", about: "" },
    passport: { number: passport, nationality, birth, eraseAt },
  });
}
