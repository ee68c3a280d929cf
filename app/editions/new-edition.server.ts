import { readDeadlineZone } from "~/conference/conferences.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { siteOf } from "~/platform/settings.server.ts";
import { messages } from "~/values/messages.ts";
import { typedIn } from "~/values/parse.form.ts";
import { grouped } from "~/values/words.ts";
import { COPIED_PARTS, copyEdition, newEdition } from "./copy-edition.ts";
import { datesOf, withDates } from "./edition-dates.ts";
import type { EditionDocument } from "./edition-document.ts";
import { editionMessages } from "./messages.ts";
import { parseNewEdition } from "./new-edition.form.ts";
import { createEdition, readDraft } from "./revisions.server.ts";
import { weeksBetween } from "./shift.ts";

const FIELDS = ["id", "location", "title", "from", "weeks"] as const;

export type NewEditionReply = {
  values: Record<(typeof FIELDS)[number], string>;
  parts: string[];
  problems: Record<string, string>;
  reason?: string;
  /** The dates that the edition would have, to be checked and corrected; null until they have been requested. */
  dates: { path: string; label: string; control: string; typed: string; was: string }[] | null;
  /** Identifies the copy that these dates belong to. */
  datesFor?: string;
  status: 200 | 400 | 404 | 409;
};

/**
 * Makes the first draft of a new edition, from nothing or from an earlier edition. If the new edition has dates, they
 * are shown first, and the draft is stored only after somebody has confirmed them.
 */
export async function makeEdition(
  context: Context,
  visit: SignedIn,
  form: FormData,
): Promise<{ created: string } | NewEditionReply> {
  const values = typedIn(form, FIELDS);
  const parts = form.getAll("parts").map(String);
  const reply = { values, parts, problems: {}, dates: null };
  const parsed = parseNewEdition(form);
  if ("problems" in parsed)
    return { ...reply, ...(await datesKept(context, visit, form)), problems: parsed.problems, status: 400 };
  const { id, from, weeks: askedWeeks, ...asked } = parsed.request;
  const year = Number(/\d{4}/.exec(id)![0]);
  const source = from === null ? null : await readDraft(context, visit.settings, from);
  if (from !== null && !source) return { ...reply, problems: { from: messages.notAnOption }, status: 400 };
  const weeks = askedWeeks ?? (source ? weeksBetween(source.document.conference.year, year) : 0);
  const proposed: EditionDocument = source
    ? copyEdition(source.document, { ...asked, year, weeks })
    : newEdition(
        { ...asked, year },
        {
          site: siteOf(visit.settings),
          deadlineZone: await readDeadlineZone(context.db, visit.settings.conferenceId),
        },
      );
  // Typed dates are used only if they were typed for this copy, and not for another number of weeks or another edition.
  const datesFor = `${from ?? ""} ${weeks}`;
  const isTyped = form.get("datesFor") === datesFor;
  const dates = datesToCheck(proposed, source?.document ?? null, isTyped ? form : null);
  const shown = { ...reply, values: { ...values, weeks: source ? String(weeks) : "" }, dates, datesFor };
  if (dates.length > 0 && form.get("intent") !== "create") return { ...shown, status: 200 };
  if (dates.length > 0 && !isTyped)
    return { ...shown, reason: editionMessages.datesCountedAnew(grouped(weeks)), status: 409 };
  const dated = withDates(proposed, new Map(dates.map(({ path, typed }) => [path, typed])));
  if ("problems" in dated) return { ...shown, problems: dated.problems, status: 400 };
  const created = await createEdition(context, visit, id, dated.document);
  if ("refused" in created) return { ...shown, problems: { id: created.refused }, status: created.status };
  return { created: id };
}

/**
 * The dates of a new edition, beside those of the edition from which it is copied.
 *
 * @param typed the form in which these dates were corrected; null if they have not been shown yet.
 */
function datesToCheck(
  proposed: EditionDocument,
  source: EditionDocument | null,
  typed: FormData | null,
): NonNullable<NewEditionReply["dates"]> {
  const before = new Map(
    source ? datesOf(source).map(({ path, value, field }) => [path, field.shown(value)]) : [],
  );
  return datesOf(proposed).map(({ path, label, value, field }) => ({
    ...{ path, label, control: field.control, was: before.get(path) ?? "" },
    typed: String(typed?.get(path) ?? field.written(value)),
  }));
}

/** The corrected dates of a form that is refused for another reason; `dates` is null if the form has none. */
async function datesKept(
  context: Context,
  { settings }: SignedIn,
  form: FormData,
): Promise<Pick<NewEditionReply, "dates" | "datesFor">> {
  const [datesFor, from, weeks] = /^(\S+) (-?\d{1,4})$/.exec(String(form.get("datesFor"))) ?? [];
  const source = from ? await readDraft(context, settings, from) : null;
  if (!datesFor || !source) return { dates: null };
  const year = Number(/\d{4}/.exec(String(form.get("id"))) ?? source.document.conference.year);
  const parts = new Set(COPIED_PARTS.filter((part) => form.getAll("parts").includes(part)));
  const named = { location: "", title: null, year };
  const proposed = copyEdition(source.document, { ...named, weeks: Number(weeks), parts });
  return { dates: datesToCheck(proposed, source.document, form), datesFor };
}
