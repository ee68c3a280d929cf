import type { DoorAct } from "~/values/types.ts";
import { type DoorEntry, doorStateOf, whyNotAdmitted } from "./at-door.ts";
import { doorMessages } from "./messages.ts";

/** The tickets of a practice. They belong to nobody. */
export const PRACTICE_TICKETS = [
  { title: "A ticket as it should be", state: "held", isIn: false, isTransferred: false },
  { title: "A ticket that was used this morning", state: "held", isIn: true, isTransferred: false },
  { title: "A pass that is not paid yet", state: "pending", isIn: false, isTransferred: false },
  { title: "A pass that was given to somebody else", state: "ended", isIn: false, isTransferred: true },
  { title: "A pass that was given back", state: "ended", isIn: false, isTransferred: false },
  { title: "A code that is no ticket", state: null, isIn: false, isTransferred: false },
] as const;

const PASS = "practice-00";
const MUG = "practice-01";
/** The address of a practice contains the buttons that were pressed, each with its thing. Nothing is stored. */
const PRESSED = /^(in|handed|undone)\.(practice-0[01])\.\d+$/;
const LONGEST_PRACTICE = 40;

/** The values by which the address of a practice lists the pressed buttons, in order. */
export const pressedInPractice = (act: DoorAct, thing: string, pressed: readonly string[]): string[] =>
  [...readPressed(pressed), `${act}.${thing}.${pressed.length}`].filter((one) => PRESSED.test(one));

const readPressed = (pressed: readonly string[]) =>
  pressed.filter((one) => PRESSED.test(one)).slice(0, LONGEST_PRACTICE);

/**
 * An invented person at the door, as they are after these buttons were pressed.
 *
 * @param number the number of the ticket in `PRACTICE_TICKETS`. Any other number counts as the first.
 * @param now UTC ms.
 */
export function practicePerson(number: number, pressed: readonly string[], now: number) {
  const ticket = PRACTICE_TICKETS[number] ?? PRACTICE_TICKETS[0];
  const { state, isTransferred, isIn } = ticket;
  const event = { name: doorMessages.practice.event, venue: "here" };
  const refusal = whyNotAdmitted(state && { state, isTransferred, isOfEdition: true, event });
  const first = {
    id: "earlier",
    thing: PASS,
    number: 1,
    act: "in",
    times: 1,
    happenedAt: now,
    byUid: "",
  } as const;
  const entries: DoorEntry[] = isIn ? [first] : [];
  for (const id of readPressed(pressed)) {
    const [, act, thing] = PRESSED.exec(id)!;
    const { seen, times } = doorStateOf(entries, thing!);
    const after = times + (act === "undone" ? -1 : 1);
    if (after < 0) continue;
    const entry = { id, thing: thing!, number: seen + 1, act: act as DoorAct, times: after };
    entries.push({ ...entry, happenedAt: now, byUid: "" });
  }
  const stateOf = (id: string) => {
    const { passed, ...rest } = doorStateOf(entries, id);
    return { ...rest, passed: passed && { at: passed.happenedAt, by: doorMessages.practice.by } };
  };
  const isShown = state !== null && !isTransferred;
  return {
    refusal,
    pass: isShown
      ? {
          ...{ id: PASS, uid: "", title: doorMessages.practice.pass, ...stateOf(PASS) },
          ...{ name: doorMessages.practice.name, fullName: doorMessages.practice.name },
          ...{ event: event.name, beginsOn: null, zone: "UTC", reference: "ABCD-EFGH", isPaid: true },
        }
      : null,
    addOns: refusal ? [] : [{ id: MUG, title: "Mug", ...stateOf(MUG) }],
    notes: refusal ? [] : [doorMessages.practice.note],
  };
}
