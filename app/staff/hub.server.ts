import { isAskedToHave } from "~/accounts/factor.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { can } from "~/values/abilities.ts";
import { columnsOf } from "~/values/day-columns.ts";
import { isoDay } from "~/values/times.ts";
import { type Compared, type Gathered, seasonCurves } from "./season-curves.ts";
import { readProgress, readStatistics } from "./statistics.server.ts";
import { toDo, toDoGroups } from "./to-do.ts";

/**
 * The data that the hub shows to a member of the staff: their reading, and the parts of the conference for which they
 * have the ability. All other parts are null and do not leave the server. One round trip.
 */
export async function readHub({ db }: Context, { viewer, settings, now }: SignedIn) {
  const { uid, abilities } = viewer;
  const { conferenceId, factorRule } = settings;
  /** The time from which the viewer must have a second factor. Null if they have one, or need none. */
  const factorFrom = !viewer.hasFactor && isAskedToHave(factorRule, abilities) ? factorRule!.from : null;
  if (!can(abilities, "decide", "money", "content", "door")) {
    const progress = await readProgress(db, conferenceId, uid);
    return { factorFrom, progress, toDo: null, applications: null, readers: null, registrations: null };
  }
  const decides = can(abilities, "decide");
  const [found, reading] = await Promise.all([
    readStatistics(db, conferenceId, now),
    // People who decide see their own scores on the page that compares all readers, so these are not read here.
    can(abilities, "read") && !decides ? readProgress(db, conferenceId, uid) : null,
  ]);
  const { perDay, revenue, rounds, submitted, drafts, tickets, lastEdition } = found;
  const deadline = Math.max(...rounds.map((round) => round.deadline));
  const compared = (of: "submitted" | "revenue", days: Gathered["days"]): Compared | null => {
    const curves = lastEdition && seasonCurves({ deadline, days }, lastEdition[of], now);
    return curves && { ...curves, lastEdition: lastEdition.name };
  };
  const mine = found.readers.find((reader) => reader.uid === uid) ?? null;
  const seesMoney = can(abilities, "money");
  return {
    factorFrom,
    // People who decide may read applications without an assignment. So the card with their own reading is shown only
    // if they are in the list of readers.
    progress: reading ?? (can(abilities, "read") && mine ? { ...mine, own: null } : null),
    toDo: can(abilities, "decide", "money", "content")
      ? toDoGroups(toDo(found, { now, abilities, conferenceId }), found.people, uid)
      : null,
    applications: decides
      ? {
          ...{ submitted, drafts },
          rounds: rounds.map(({ id, title }) => ({ id, title })),
          handedIn: columnsOf(perDay.filter(({ day }) => day <= now)),
          compared: compared("submitted", perDay),
        }
      : null,
    readers: decides ? found.readers : null,
    registrations: can(abilities, "money", "door")
      ? {
          tickets: tickets.map(({ id, title }) => {
            const { number, cents } = found.registrations.find(({ passType }) => passType === id)!;
            return { id, title, number, cents: seesMoney ? cents : null };
          }),
          books: seesMoney
            ? { ...found.books, since: revenue[0] ? isoDay(revenue[0].day, "UTC") : null }
            : null,
          taken: seesMoney ? columnsOf(revenue) : [],
          compared: seesMoney ? compared("revenue", revenue) : null,
          seesContacts: can(abilities, "door"),
        }
      : null,
  };
}
