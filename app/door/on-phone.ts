import type { DoorAct, ScanReason } from "~/values/types.ts";
import type { OnList } from "./roster.ts";

/** Something that was done on this phone, as it is kept until the portal and the list know of it. */
export type PhoneAct = {
  id: string;
  /** Its place in the order of what was done on this phone, whose clock may go back. */
  number: number;
  /** The edition of the list by which it was done. */
  conference: string;
  act: DoorAct;
  /** The holding of the pass, and of the thing; both empty if the code was no ticket. */
  pass: string;
  thing: string;
  proof: string;
  /** By the clock of the phone (UTC ms). */
  at: number;
  again: "yes" | "no";
  /** The act that this one takes back; empty otherwise. */
  undoes: string;
  /** Why the phone refused; empty if it did not. */
  reason: ScanReason | "";
  /** "stuck" if the portal will never take it, so that sending it again is of no use. */
  state: "waiting" | "sent" | "stuck";
};

/** What a phone knows of a pass or an add-on. */
export type ThingOnPhone = {
  times: number;
  /** When it last went through (UTC ms, by the clock of whoever wrote it down); null if it has not. */
  at: number | null;
  /** What was last done with it on this phone, if it can be taken back. */
  last: string | null;
};

/**
 * What the list, and what was done on this phone since, say about a thing.
 *
 * @param acts everything that is not in the list yet, oldest first.
 */
export function thingOnPhone(
  listed: Pick<OnList, "times" | "at">,
  thing: string,
  acts: readonly PhoneAct[],
): ThingOnPhone {
  let state: ThingOnPhone = { times: listed.times, at: listed.at, last: null };
  for (const act of acts) {
    if (act.thing !== thing || act.reason !== "") continue;
    if (act.act === "undone") state = { times: Math.max(state.times - 1, 0), at: state.at, last: null };
    else state = { times: state.times + 1, at: act.at, last: act.id };
  }
  return state.times === 0 ? { ...state, at: null } : state;
}

/** The text of the ticket in what was scanned or typed: an address of the portal, or the text alone. */
export const codeIn = (scanned: string): string =>
  scanned
    .trim()
    .replace(/[?#].*$/, "")
    .replace(/^.*\//, "");
