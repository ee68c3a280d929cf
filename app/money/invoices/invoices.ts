import { dollars } from "~/values/money.ts";
import { daysLater, instantAt, isoDay } from "~/values/times.ts";
import { type PaymentState, type TakingMeans, type TakingState, WRITTEN_OFF } from "~/values/types.ts";

/** Who has not paid yet is reminded so long (ms) before the invoice is due. */
export const REMINDED_BEFORE = 3 * 24 * 60 * 60 * 1000;

type Place = { id: string; year: number };

function numberIn({ id, year }: Place, mark: string, number: number): string {
  const [family = "", , suffix = ""] = id.split("_");
  return `${family.charAt(0)}${year}${suffix.charAt(0)}-${mark}${String(number).padStart(4, "0")}`.toUpperCase();
}

/**
 * The number of an invoice as people read it: the family and the year of its edition and how many came before, such as
 * "A2023-0007".
 */
export const invoiceNumber = (conference: Place, number: number): string => numberIn(conference, "", number);

/** The number of a credit note, such as "A2023-C0003": its series is another one than that of the invoices. */
export const creditNoteNumber = (conference: Place, number: number): string =>
  numberIn(conference, "C", number);

/**
 * When an invoice is due (UTC ms) that is written at `now`: at the end of the last of its days in `zone`, and not after
 * any of the `ends`, such as that of the sale, which lie ahead.
 */
export function invoiceDue(
  now: number,
  { days, zone, ends }: { days: number; zone: string; ends: readonly (number | null)[] },
): number {
  const lastDay = daysLater(isoDay(now, zone), days);
  // In a zone that skips this minute there is no such time.
  const due = instantAt(`${lastDay}T23:59`, zone) ?? now + days * 24 * 60 * 60 * 1000;
  return Math.min(due, ...ends.filter((end) => end !== null && end > now).map(Number));
}

/** Whether money that came in by hand counts only once a second person has confirmed it. Both in cents. */
export const needsSecondPerson = (cents: number, limitCents: number): boolean => cents > limitCents;

type Part = { state: TakingState; amountCents: number };

/** What has come in for an invoice that is open, in cents. */
export const partCentsOf = (money: readonly Part[]): number =>
  money.reduce((sum, { state, amountCents }) => sum + (state === "part" ? amountCents : 0), 0);

/**
 * How many cents one person alone stands for if an entry counts: a part of an invoice is added to the parts that came
 * before and that no second person has seen, or a sum above the limit could be entered in two halves.
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
 * Why somebody may not confirm money that the staff recorded: they recorded it themselves, or they were given the
 * ability after that. Below the limit that was stored with it, everybody with the ability may.
 *
 * @param since since when (real time) they have had the ability; undefined if they have not.
 */
export function whyNotConfirm(
  taking: { recordedBy: string; amountCents: number; limitCents: number; createdAt: number },
  { uid, since }: { uid: string; since: number | undefined },
): "own" | "new" | null {
  if (!needsSecondPerson(taking.amountCents, taking.limitCents)) return null;
  if (taking.recordedBy === uid) return "own";
  return since !== undefined && since < taking.createdAt ? null : "new";
}

/** The day (YYYY-MM-DD) that it is where it is latest: nobody's today is still to come. */
export const lastToday = (now: number): string => isoDay(now, "Pacific/Kiritimati");

export const INVOICE_STATES = ["open", "waiting", "paid", "given back", "ended"] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

/**
 * Where an invoice stands, by its payment and what was recorded of money for it.
 *
 * @param money.isWaiting whether some of it waits for a second person.
 * @param money.isReversed whether some of what had paid the invoice was recorded by mistake.
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
 * What of an invoice has gone back, in cents, if that is a part of it; null if nothing or all of it has.
 *
 * @param notes its credit notes; one that is void counts for nothing.
 */
export function partGivenBack(
  state: InvoiceState,
  notes: { cents: number; isVoid: boolean }[],
  priceCents: number,
): number | null {
  const cents = notes.reduce((sum, note) => sum + (note.isVoid ? 0 : note.cents), 0);
  const isPart = cents > 0 && cents < priceCents;
  return isPart && (state === "paid" || state === "given back") ? cents : null;
}

/** The line of an invoice that says what credit pays of it, if it does. */
export const creditLine = (creditCents: number): { title: string; detail: null; amount: string }[] =>
  creditCents > 0 ? [{ title: "Paid with credit", detail: null, amount: dollars(-creditCents) }] : [];

/** The rows of an address as it was typed. */
export const rowsOfText = (text: string): string[] =>
  text
    .split("\n")
    .map((row) => row.trim())
    .filter(Boolean);
