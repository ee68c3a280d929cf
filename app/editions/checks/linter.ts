import { EDITION_PARTS, type EditionDocument } from "~/editions/edition-document.ts";
import { MOST_PLACEHOLDERS, piecesOf, unknownPlaceholders } from "~/mail/mail-template.ts";
import { accentColours } from "~/ui/accent.ts";
import { isEmail, isExampleAddress } from "~/values/email-addresses.ts";
import { safePath } from "~/values/paths.ts";
import { DECISIONS } from "~/values/types.ts";
import { type EditionFinding, errorAt, type FindingPlace, noteAt, twinsIn } from "./findings.ts";
import { lintAmounts } from "./linter-amounts.ts";
import { lintEvents, lintFarDates, lintPasses, lintRounds } from "./linter-dates.ts";
import { findingMessages } from "./linter-messages.ts";
import { lintQuestions } from "./linter-questions.ts";
import { lintRunning } from "./linter-running.ts";
import { lintTexts } from "./linter-texts.ts";

/** The facts with which a document is compared when it is checked. */
export type LintedAgainst = {
  /** The edition's own id. */
  id: string;
  /** UTC ms. */
  now: number;
  /** The other conferences in the list of conferences. */
  others: readonly { id: string; location: string }[];
  /** The edition before this one, as it is published; null if none is known. */
  former: EditionDocument | null;
  /** This edition as it is published; null if nobody can have answered its form yet. */
  published: EditionDocument | null;
  /** For each pass or add-on, by id: how many of its places are taken. */
  taken: ReadonlyMap<string, number>;
  /** For each pass or add-on, by id: how many sessions are open only to people who have it. */
  gates: ReadonlyMap<string, number>;
};

/** Everything wrong or odd in a document of the right shape, in the order of its parts. */
export function lintEdition(
  document: EditionDocument,
  { id, now, others, former, published, taken, gates }: LintedAgainst,
): EditionFinding[] {
  const findings = [
    ...lintRunning(document),
    ...lintConference(document, id, former),
    ...lintEvents(document, former),
    ...lintRounds(document, now),
    ...lintFarDates(document),
    ...lintPasses(document),
    ...lintAddOns(document),
    ...lintAmounts(document, former),
    ...lintGates(document, gates),
    ...lintPlaces("passes", document.passes, taken),
    ...lintPlaces("add-ons", document.addOns, taken),
    ...lintQuestions(document, published),
    ...lintCriteria(document),
    ...lintAgreement(document),
    ...lintMails(document),
    ...lintSite(document),
    ...lintTexts(document, id, others, former),
  ];
  const place = ({ part }: EditionFinding) => EDITION_PARTS.findIndex(({ id }) => id === part);
  return findings.sort((one, other) => place(one) - place(other));
}

function* lintConference(
  { conference, deadlineZone }: EditionDocument,
  id: string,
  former: EditionDocument | null,
): Generator<EditionFinding> {
  const say = findingMessages.conference;
  const { location, year, title, track, lat, lng } = conference;
  const at = (field: string): FindingPlace => ({ part: "conference", field });
  if (location.trim() === "") yield errorAt(at("location"), say.noCity);
  else if (location !== location.toUpperCase()) yield noteAt(at("location"), say.capitals);
  const [, yearOfId, suffix] = id.split("_");
  if (yearOfId !== String(year)) yield noteAt(at("year"), say.yearOfId(id, year));
  const hasTrack = suffix === "academic" || suffix === "business";
  if (hasTrack && suffix !== track) yield noteAt(at("track"), say.trackOfId(id));
  if (lat === 0 && lng === 0) yield noteAt(at("lat"), say.nowhere);
  const isOther = former !== null && former.conference.year !== year;
  if (title && isOther && former.conference.title === title) yield noteAt(at("title"), say.formerTitle);
  // Finds deadlines that still use the time zone of the former edition's city. If no event took place in that zone, it
  // may be the zone of an office, and this edition can keep it.
  const wasThere = former?.events.some(({ venue, timeZone }) => venue !== null && timeZone === deadlineZone);
  if (isOther && wasThere && former.deadlineZone === deadlineZone && former.conference.location !== location)
    yield noteAt(at("deadlineZone"), say.formerZone(deadlineZone, former.conference.location));
}

const isOwnFile = (path: string) => safePath(path, "") !== "";

function* lintAddOns({ addOns, passes }: EditionDocument): Generator<EditionFinding> {
  const say = findingMessages.addOns;
  for (const { id, ticketId, included, cents, variants, image } of addOns) {
    const at = (field: string): FindingPlace => ({ part: "add-ons", item: id, field });
    if (!passes.some((pass) => pass.id === ticketId)) yield errorAt(at("ticketId"), say.noPass);
    if (included && cents !== 0) yield errorAt(at("cents"), say.includedCosts);
    if (variants?.length === 0) yield errorAt(at("variants"), say.noVariants);
    const twin = variants?.find((variant, index) => variants.indexOf(variant) < index);
    if (twin !== undefined) yield errorAt(at("variants"), say.twinVariants(twin));
    if (image !== null && !isOwnFile(image)) yield noteAt(at("image"), say.picture);
  }
  for (const { id: pass } of passes) {
    yield* twinsIn(
      addOns.filter(({ ticketId, disabled }) => ticketId === pass && !disabled),
      ({ title }) => title,
      ({ id }, title) => noteAt({ part: "add-ons", item: id, field: "title" }, findingMessages.twin(title)),
    );
  }
}

function* lintPlaces(
  part: "passes" | "add-ons",
  items: { id: string; places: number | null; included?: boolean }[],
  taken: ReadonlyMap<string, number>,
): Generator<EditionFinding> {
  const say = findingMessages.places;
  for (const { id, places, included = false } of items) {
    const at: FindingPlace = { part, item: id, field: "places" };
    const number = taken.get(id) ?? 0;
    if (places === null) continue;
    if (included) yield errorAt(at, say.included);
    else if (places < number) yield noteAt(at, say.fewerThanTaken(places, number));
    else if (places === 0) yield noteAt(at, say.none);
  }
}

/** Finds sessions that require a pass or an add-on which is no longer sold. */
function* lintGates(
  { passes, addOns }: EditionDocument,
  gates: ReadonlyMap<string, number>,
): Generator<EditionFinding> {
  const say = findingMessages.gates;
  const sold = [
    ...passes.map(({ id, title, onSale }) => ({
      part: "passes" as const,
      id,
      title,
      field: "onSale",
      onSale,
    })),
    ...addOns.map(({ id, title, disabled }) => ({
      ...{ part: "add-ons" as const, id, title, field: "disabled", onSale: !disabled },
    })),
  ];
  for (const [id, sessions] of gates) {
    const item = sold.find((one) => one.id === id);
    if (item && !item.onSale)
      yield noteAt({ part: item.part, item: id, field: item.field }, say.notOnSale(item.title, sessions));
    else if (!item && id !== "registered") yield noteAt({ part: "add-ons" }, say.gone(id, sessions));
  }
}

function* lintCriteria({ criteria }: EditionDocument): Generator<EditionFinding> {
  if (criteria.length === 0) yield errorAt({ part: "criteria" }, findingMessages.criteria.none);
  yield* twinsIn(
    criteria,
    ({ title }) => title,
    ({ id }, title) => noteAt({ part: "criteria", item: id, field: "title" }, findingMessages.twin(title)),
  );
}

const AGREEMENT_TEXTS = {
  openingLetter: "opening letter",
  codeOfConduct: "code of conduct",
  refundPolicy: "refund policy",
  liabilityRelease: "liability release",
} as const;

function* lintAgreement({ agreement }: EditionDocument): Generator<EditionFinding> {
  for (const field of Object.keys(AGREEMENT_TEXTS) as (keyof typeof AGREEMENT_TEXTS)[]) {
    if (agreement[field].trim() === "") {
      yield errorAt({ part: "agreement", field }, findingMessages.agreement.empty(AGREEMENT_TEXTS[field]));
    }
  }
}

function* lintMails({ mails }: EditionDocument): Generator<EditionFinding> {
  const say = findingMessages.mails;
  for (const [index, decision] of DECISIONS.entries()) {
    const at = (field: string): FindingPlace => ({ part: "mails", item: decision, field });
    const mail = mails[decision];
    for (const field of ["subject", "body"] as const) {
      const text = mail[field];
      const unknown = unknownIn(text);
      if (unknown.length > 0) yield errorAt(at(field), say.unknown(unknown));
    }
    if (/[\r\n\u2028\u2029]/.test(mail.subject)) yield errorAt(at("subject"), say.lineBreak);
    const placeholders = [...piecesOf(mail.subject), ...piecesOf(mail.body)].filter(
      (piece) => "placeholder" in piece,
    );
    if (placeholders.length > MOST_PLACEHOLDERS) yield errorAt(at("body"), say.tooMany(MOST_PLACEHOLDERS));
    const leadsOn = decision === "Accepted" || decision === "Deferred to virtual";
    if (leadsOn && mail.body.trim() !== "" && !mail.body.includes("{link}"))
      yield noteAt(at("body"), say.noLink);
    const same = DECISIONS.slice(0, index).find((other) => mails[other].body.trim() === mail.body.trim());
    if (same && mail.body.trim() !== "") yield noteAt(at("body"), say.same(same));
  }
}

/** Words in braces that are not placeholders, such as {first name}, and braces without a partner, such as {link. */
function unknownIn(text: string): string[] {
  const loose = piecesOf(text).flatMap((piece) =>
    "text" in piece ? Array.from(piece.text.matchAll(/\{[^{}\n]{0,40}\}?|\}/g), ([braces]) => braces) : [],
  );
  const named = unknownPlaceholders({ subject: "", body: text }).map((name) => `{${name}}`);
  return [...new Set([...named, ...loose])];
}

function* lintSite({ site }: EditionDocument): Generator<EditionFinding> {
  const say = findingMessages.site;
  const at = (field: string): FindingPlace => ({ part: "site", field });
  const address = site.supportEmail.trim();
  if (site.accent !== "" && accentColours(site.accent) === null) yield errorAt(at("accent"), say.accent);
  if (address === "") yield noteAt(at("supportEmail"), say.noAddress);
  else if (!isEmail(address)) yield errorAt(at("supportEmail"), say.wrongAddress);
  else if (isExampleAddress(address)) yield noteAt(at("supportEmail"), say.exampleAddress);
  if (site.liveDataUrl !== "" && !isOwnFile(site.liveDataUrl) && !isHttps(site.liveDataUrl))
    yield noteAt(at("liveDataUrl"), say.liveData);
  if (site.logo !== null && !isOwnFile(site.logo)) yield noteAt(at("logo"), say.logo);
  if (site.plan.cents === 0) yield noteAt(at("plan.cents"), say.free);
}

function isHttps(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === "https:";
}
