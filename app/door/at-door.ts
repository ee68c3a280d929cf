import type { PassEvent } from "~/values/catalogue.ts";
import { DAY } from "~/values/durations.ts";
import { clockAt, inZone, isoDay } from "~/values/times.ts";
import type { DoorAct, HoldingState, ScanReason } from "~/values/types.ts";
import { doorMessages } from "./messages.ts";

/** The facts about a pass that is shown at the door. */
export type PassAtDoor = {
  state: HoldingState;
  /** Whether its holder has given it to somebody else. */
  isTransferred: boolean;
  /** Whether it belongs to the edition of this door. */
  isOfEdition: boolean;
  event: Pick<PassEvent, "name" | "venue"> | null;
};

/** Why somebody is not let in, and what the helper can do about it. */
export type DoorRefusal = { title: string; whatToDo: string };

/** Why this pass lets nobody in; null if it lets its holder in. */
export function whyNotAdmitted(pass: PassAtDoor | null): DoorRefusal | null {
  const { refusals } = doorMessages;
  if (!pass) return refusals.unknown;
  if (!pass.isOfEdition) return refusals.otherYear;
  if (pass.state === "pending") return refusals.unpaid;
  if (pass.isTransferred) return refusals.transferred;
  if (pass.state !== "held") return refusals.givenBack;
  if (!pass.event?.venue) return refusals.online;
  return null;
}

/** The short name of a refusal; null if there is no refusal. Phones and the portal send each other this name. */
export function reasonOf(refusal: DoorRefusal | null): ScanReason | null {
  const entries = Object.entries(doorMessages.refusals) as [ScanReason, DoorRefusal][];
  return entries.find(([, one]) => one === refusal)?.[0] ?? null;
}

/** One row of the journal of the door. */
export type DoorEntry = {
  id: string;
  thing: string;
  number: number;
  act: DoorAct;
  times: number;
  happenedAt: number;
  byUid: string;
};

/**
 * What the journal says about a pass or an add-on: how many times it was used at the door, its last entry, and the last
 * use that was not taken back. A pass is used when its holder comes in, and an add-on is used when it is handed over.
 */
export function doorStateOf(entries: readonly DoorEntry[], thing: string) {
  const own = entries
    .filter((entry) => entry.thing === thing)
    .sort((one, other) => one.number - other.number);
  const last = own.at(-1);
  const times = last?.times ?? 0;
  return {
    seen: last?.number ?? 0,
    times,
    lastId: last?.id ?? null,
    passed:
      times === 0 ? null : (own.findLast((entry) => entry.act !== "undone" && entry.times === times) ?? null),
  };
}

/** A time as the door shows it, in the zone of the event (instants are UTC ms). The day is added unless it is today. */
export const timeAtDoor = (at: number, zone: string, now: number): string =>
  isoDay(at, zone) === isoDay(now, zone) ? clockAt(at, zone) : inZone(at, zone);

/**
 * When something happened, who was at the door, and on which phone. `device` is null if it was done on a page of the
 * portal.
 */
export type AtPhone = { at: number; by: string; device: string | null };

/** Something that a phone did without a network, and that the staff should know about. */
export type Incident = {
  id: string;
  /** The holding of the pass. */
  pass: string;
  name: string;
  title: string;
  /** Why the phone should have refused; null if the only fault is that the pass or add-on was used twice. */
  reason: ScanReason | null;
  last: AtPhone;
  /** If the pass or add-on was used twice: the use before the last use. */
  before: AtPhone | null;
};

/** If a phone waited longer than this before it sent a scan, this time is used as the waiting time. */
const LONGEST_WAIT = 7 * DAY;

/**
 * When a scan happened, by the portal's clock. The clock of the phone may be wrong. So the phone sends two times of its
 * clock: when the act happened, and when the report is sent. Their difference is subtracted from `now`. All are UTC ms.
 */
export const timeOfScan = ({ at, sentAt }: { at: number; sentAt: number }, now: number): number =>
  now - Math.min(Math.max(sentAt - at, 0), LONGEST_WAIT);

/**
 * Whether a helper whose last day is over may still report a scan: it happened before `doorUntil`, but their phone had
 * no network.
 */
export const mayStillReport = (
  { doorUntil }: { doorUntil: number | null },
  scan: { at: number; sentAt: number },
  now: number,
): boolean => doorUntil !== null && doorUntil <= now && timeOfScan(scan, now) < doorUntil;
