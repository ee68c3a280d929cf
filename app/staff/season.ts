import { DAY } from "~/values/durations.ts";
import { instantAt } from "~/values/times.ts";
import { staffMessages } from "./messages.ts";

/** When the season of each edition ends. */
export type SeasonEnd = { conferenceId: string; endsAt: number };

type EventDays = { firstDay: string | null; lastDay: string | null; timeZone: string };

/** The facts from which the checklist is made. Instants are UTC ms on the portal's clock. */
export type SeasonFacts = {
  conferenceId: string;
  rounds: {
    id: string;
    title: string;
    deadline: number;
    decisionRelease: number;
    releasedAt: number | null;
    /** All submitted applications of the round. */
    submitted: number;
    undecided: number;
    /** The submitted applications that have no decision and were not assigned to anybody. */
    unread: number;
    /** The submitted applications with a decision that the round's release does not cover. */
    late: number;
  }[];
  events: (EventDays & { name: string; refundsUntil: number | null })[];
  /** Whether the programme has at least one session. */
  hasProgramme: boolean;
  seasons: SeasonEnd[];
  /** How many people have been on the staff since before the last season ended. */
  fromLastSeason: number;
  /** When a handover plan was last applied; null if none ever was, or if a handover plan has been undone since. */
  handedOverAt: number | null;
};

export type SeasonTask = {
  text: string;
  /** The deadline (UTC ms). */
  at: number;
  href: string;
  state: "done" | "now" | "later";
};

/** The beginning of a calendar day in a zone. If the clocks skip 00:00 on that day, it is 01:00. */
export const startOfDay = (day: string, zone: string): number =>
  instantAt(`${day}T00:00`, zone) ?? instantAt(`${day}T01:00`, zone)!;

/** The end of an event's last day; null if it has no days. */
const endOf = ({ lastDay, timeZone }: EventDays): number | null =>
  lastDay === null ? null : startOfDay(nextDay(lastDay), timeZone);

const nextDay = (day: string) => new Date(Date.parse(`${day}T00:00Z`) + DAY).toISOString().slice(0, 10);

/**
 * When each edition's season is over: after the last day of its last event, or after its last release if that is later.
 * Editions without rounds have no season.
 */
export function seasonEnds(
  rounds: { conferenceId: string; decisionRelease: number }[],
  events: (EventDays & { conferenceId: string })[],
): SeasonEnd[] {
  const ids = [...new Set(rounds.map(({ conferenceId }) => conferenceId))];
  return ids.map((conferenceId) => ({
    conferenceId,
    endsAt: Math.max(
      ...rounds
        .filter((round) => round.conferenceId === conferenceId)
        .map(({ decisionRelease }) => decisionRelease),
      ...events.filter((event) => event.conferenceId === conferenceId).map((event) => endOf(event) ?? 0),
    ),
  }));
}

/** The end of the last season that is over at `now`; null if none is. */
export function lastSeasonEnd(seasons: SeasonEnd[], now: number): number | null {
  const over = seasons.map(({ endsAt }) => endsAt).filter((endsAt) => endsAt <= now);
  return over.length === 0 ? null : Math.max(...over);
}

/**
 * Whether the form suggests that a person leaves the staff. It does if they were on the staff before the last season
 * ended, no handover has taken place since, and they are not the viewer.
 */
export function isFromLastSeason(
  { uid, since }: { uid: string; since: number },
  {
    viewerUid,
    endedAt,
    handedOverAt,
  }: { viewerUid: string; endedAt: number | null; handedOverAt: number | null },
): boolean {
  if (endedAt === null || uid === viewerUid) return false;
  return since < endedAt && (handedOverAt === null || handedOverAt < endedAt);
}

/**
 * The tasks of a season, in the order of their dates. Finished tasks are ticked; late tasks and due tasks are marked.
 */
export function seasonChecklist(facts: SeasonFacts, now: number): SeasonTask[] {
  const { season: says } = staffMessages;
  const tasks: SeasonTask[] = [];
  const add = (text: string, at: number, href: string, isDone: boolean) =>
    tasks.push({ text, at, href, state: isDone ? "done" : at <= now ? "now" : "later" });
  for (const { id, title, deadline, decisionRelease, ...round } of facts.rounds) {
    const isClosed = deadline < now;
    add(
      isClosed ? says.closed(title) : says.closes(title, daysUntil(deadline, now)),
      deadline,
      `/admin/delegates?show=everyone&round=${encodeURIComponent(id)}`,
      isClosed,
    );
    add(
      says.distribute(title, round.unread),
      deadline,
      "/admin/distribute-apps",
      isClosed && round.unread === 0,
    );
    add(
      says.decide(title, round.undecided),
      decisionRelease,
      "/admin/upload-decisions",
      isClosed && round.undecided === 0,
    );
    add(
      says.release(title, round.late),
      decisionRelease,
      `/admin/release/${encodeURIComponent(id)}`,
      (round.releasedAt !== null && round.late === 0) || (isClosed && round.submitted === 0),
    );
  }
  const first = facts.events.find(({ firstDay }) => firstDay !== null);
  if (first?.firstDay)
    add(
      says.programme(first.name),
      startOfDay(first.firstDay, first.timeZone),
      "/admin/scheduling",
      facts.hasProgramme,
    );
  for (const { name, refundsUntil } of facts.events)
    if (refundsUntil !== null) add(says.refunds(name), refundsUntil, "/admin/payments", refundsUntil < now);
  const own = facts.seasons.find(({ conferenceId }) => conferenceId === facts.conferenceId);
  const endedAt = lastSeasonEnd(facts.seasons, now);
  if (endedAt !== null) {
    const isHandedOver = facts.handedOverAt !== null && facts.handedOverAt >= endedAt;
    add(says.endStaff(facts.fromLastSeason), endedAt, "#staff", isHandedOver || facts.fromLastSeason === 0);
  }
  if (own) {
    const isPrepared = facts.seasons.some(({ endsAt }) => endsAt > own.endsAt);
    add(says.nextEdition, own.endsAt, "/admin/editions", isPrepared);
    if (own.endsAt > now) add(says.handOver, own.endsAt, "#staff", false);
  }
  return tasks.sort((one, other) => one.at - other.at);
}

const daysUntil = (at: number, now: number) => Math.ceil((at - now) / DAY);
