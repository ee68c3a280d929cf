import type { DoorAct, ScanReason } from "~/values/types.ts";
import type { OnList } from "./roster.ts";

/** An act that was done on this phone. It is kept until the portal has recorded it and the list contains it. */
export type PhoneAct = {
  id: string;
  /** Its position among the acts of this phone. The time is not enough, because the phone's clock may be set back. */
  number: number;
  /** The edition of the list that the phone had when the ticket was scanned. */
  conference: string;
  act: DoorAct;
  /**
   * `pass` is the holding of the pass. `thing` is the holding that the act is about: the pass itself, or an add-on.
   * Both are empty if the code was not a ticket.
   */
  pass: string;
  thing: string;
  proof: string;
  /** When the act was done, by the clock of the phone (UTC ms). */
  at: number;
  again: "yes" | "no";
  /** The id of the act that this act takes back; empty if it takes none back. */
  undoes: string;
  /** Why the phone refused the ticket; empty if it did not refuse. */
  reason: ScanReason | "";
  /** "stuck" if the portal will never accept the act, so that there is no use in sending it again. */
  state: "waiting" | "sent" | "stuck";
};

/** The data that a phone has about a pass or an add-on. */
export type ThingOnPhone = {
  times: number;
  /**
   * When the holder last came in, or the add-on was last handed over (UTC ms, by the clock of the device that recorded
   * it); null if this has not happened or was taken back.
   */
  at: number | null;
  /** The last act of this phone about the pass or add-on; null if there is no such act that can be taken back. */
  last: string | null;
};

/**
 * The state of a thing according to the list and the acts on this phone since the list was loaded.
 *
 * @param acts all acts that are not in the list yet, oldest first.
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

/**
 * The code of the ticket in a text that was scanned or typed. The text is an address of the portal, or the code alone.
 */
export const codeIn = (scanned: string): string =>
  scanned
    .trim()
    .replace(/[?#].*$/, "")
    .replace(/^.*\//, "");
