import { DAY } from "~/values/durations.ts";
import { dollars } from "~/values/money.ts";
import { daysLater, instantAt, isoDay } from "~/values/times.ts";
import { type PaymentState, type TakingMeans, type TakingState, WRITTEN_OFF } from "~/values/types.ts";

/** The reminder is sent this long (ms) before the invoice is due. */
export const REMINDED_BEFORE = 3 * DAY;

type Place = { id: string; year: number };

function numberIn({ id, year }: Place, mark: string, number: number): string {
  const [family = "", , suffix = ""] = id.split("_");
  return `${family.charAt(0)}${year}${suffix.charAt(0)}-${mark}${String(number).padStart(4, "0")}`.toUpperCase();
}

/**
 * The number of an invoice in the form that people read, such as "A2023-0007". It consists of the initial of the
 * edition's family, the year, the initial of the edition's suffix (if it has one), and the invoice's number in that
 * edition.
 */
export const invoiceNumber = (conference: Place, number: number): string => numberIn(conference, "", number);

/** The number of a credit note, such as "A2023-C0003". Credit notes are numbered separately from invoices. */
export const creditNoteNumber = (conference: Place, number: number): string =>
  numberIn(conference, "C", number);

/**
 * When an invoice is due (UTC ms) if it is written at `now`: `days` days later, at the end of the day in `zone`. If a
 * future time in `ends`, such as the end of the sale, is earlier, the invoice is due at that time.
 */
export function invoiceDue(
  now: number,
  { days, zone, ends }: { days: number; zone: string; ends: readonly (number | null)[] },
): number {
  const lastDay = daysLater(isoDay(now, zone), days);
  // `instantAt` returns null if the clocks of the zone skip 23:59 on that day.
  const due = instantAt(`${lastDay}T23:59`, zone) ?? now + days * DAY;
  return Math.min(due, ...ends.filter((end) => end !== null && end > now).map(Number));
}

/**
 * Whether money that the staff recorded does not count until a second person has confirmed it. Both amounts are in
 * cents.
 */
export const needsSecondPerson = (cents: number, limitCents: number): boolean => cents > limitCents;

type Part = { state: TakingState; amountCents: number };

/** The money that has come in for an open invoice, in cents. */
export const partCentsOf = (money: readonly Part[]): number =>
  money.reduce((sum, { state, amountCents }) => sum + (state === "part" ? amountCents : 0), 0);

/**
 * The sum (cents) that is compared with the limit for one person: this taking, and the earlier parts of the invoice that
 * no second person has confirmed. Without these parts, somebody could record a sum above the limit in two halves. A
 * write-off is compared alone.
 */
export const aloneWith = (
  entry: { id: string; means: TakingMeans; amountCents: number },
  money: readonly (Part & { id: string; recordedBy: string; confirmedBy: string | null })[],
): number =>
  entry.means === WRITTEN_OFF
    ? entry.amountCents
    : entry.amountCents +
      partCentsOf(money.filter((one) => one.id !== entry.id && one.confirmedBy === one.recordedBy));

/**
 * Why somebody may not confirm money that the staff recorded: "own" if they recorded it, "new" if they were given the
 * ability "money" after it was recorded. Up to the limit that was stored with the money, everybody with this ability
 * may confirm it.
 *
 * @param since the time (real time) at which they were given the ability; undefined if they do not have it.
 */
export function confirmationRefusal(
  taking: { recordedBy: string; amountCents: number; limitCents: number; createdAt: number },
  { uid, since }: { uid: string; since: number | undefined },
): "own" | "new" | null {
  if (!needsSecondPerson(taking.amountCents, taking.limitCents)) return null;
  if (taking.recordedBy === uid) return "own";
  return since !== undefined && since < taking.createdAt ? null : "new";
}

/**
 * Why somebody may not confirm a request to reverse money. "changed": the money has changed, and the reversal would now
 * do something else than what was asked for. The other reasons are those of `confirmationRefusal`. Money that pays a
 * part of an invoice and money that buys nothing are reversed in the same way.
 *
 * @param reversal.was the state of the money when the reversal was asked for; `state` is its state now.
 */
export function reversalRefusal(
  {
    was,
    state,
    ...asked
  }: { was: TakingState; state: TakingState } & Parameters<typeof confirmationRefusal>[0],
  who: Parameters<typeof confirmationRefusal>[1],
): "changed" | "own" | "new" | null {
  const isAsAsked = was === "taken" ? state === "taken" : state === "part" || state === "unwanted";
  return isAsAsked ? confirmationRefusal(asked, who) : "changed";
}

/**
 * Today's date (YYYY-MM-DD) in the time zone that is furthest ahead. So a date that is already today somewhere on earth
 * is never refused as a future date.
 */
export const lastToday = (now: number): string => isoDay(now, "Pacific/Kiritimati");

export const INVOICE_STATES = ["open", "waiting", "paid", "given back", "ended"] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

/**
 * The state of an invoice, worked out from its payment and the money recorded for it.
 *
 * @param money.isWaiting whether some of the money waits for a second person.
 * @param money.isReversed whether some of the money that had paid the invoice was recorded by mistake.
 */
export function invoiceState(
  payment: PaymentState,
  money: { isWaiting: boolean; isReversed: boolean },
): InvoiceState {
  switch (payment) {
    case "reserved":
      return money.isWaiting ? "waiting" : "open";
    case "captured":
      return "paid";
    case "refund_pending":
    case "refunded":
      return money.isReversed ? "ended" : "given back";
    default:
      return "ended";
  }
}

/**
 * How many cents of an invoice have gone back, if only a part has gone back; null if nothing or everything has gone
 * back.
 *
 * @param notes the credit notes of the invoice; a void one does not count.
 */
export function refundedCents(
  state: InvoiceState,
  notes: { cents: number; isVoid: boolean }[],
  priceCents: number,
): number | null {
  const cents = notes.reduce((sum, note) => sum + (note.isVoid ? 0 : note.cents), 0);
  const isPart = cents > 0 && cents < priceCents;
  return isPart && (state === "paid" || state === "given back") ? cents : null;
}

/** The line of an invoice for the part that credit pays; none if credit pays nothing. */
export const creditLine = (creditCents: number): { title: string; detail: null; amount: string }[] =>
  creditCents > 0 ? [{ title: "Paid with credit", detail: null, amount: dollars(-creditCents) }] : [];

/** The lines of an address, as typed. */
export const rowsOfText = (text: string): string[] =>
  text
    .split("\n")
    .map((row) => row.trim())
    .filter(Boolean);
