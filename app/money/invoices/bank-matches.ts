import { MOST_ENTERED } from "~/values/money.ts";
import type { TakingState } from "~/values/types.ts";
import type { BankLine } from "./bank-file.ts";
import { hasName, numbersIn } from "./bank-numbers.ts";
import type { InvoiceState } from "./invoices.ts";

/**
 * At most this many lines are recorded by one press of the button, because each line takes several database queries.
 */
export const MOST_RECORDED = 50;

/**
 * A bank line with the ids of the takings that it makes: `entry` for the money that pays an invoice, and `owedEntry`
 * for the money that is owed to the sender.
 */
export type EnteredLine = BankLine & { entry: string; owedEntry: string };

/** An invoice that a line could pay. */
export type KnownInvoice = {
  orderId: string;
  number: number;
  state: InvoiceState;
  /** The part of the invoice that is still to be paid, in cents. */
  missingCents: number;
  buyerName: string;
  /** The full name of the payer; empty if none is known here. */
  payerName: string;
};

/** Money that is recorded already. */
export type KnownTaking = {
  id: string;
  orderId: string;
  /** The number of the invoice, in the form that people read. */
  number: string;
  reference: string;
  receivedOn: string;
  amountCents: number;
  state: TakingState;
};

export type BankGround = {
  /** The beginning of this edition's invoice numbers. */
  prefix: string;
  /** The beginnings of other editions' invoice numbers. */
  otherPrefixes: readonly string[];
  invoices: readonly KnownInvoice[];
  takings: readonly KnownTaking[];
};

/** The invoice that a bank line pays, or the reason why the line pays none. */
export type BankMatch =
  | { is: "exact" | "by name" | "foreign" | "too large" | "closed" | "waiting"; invoice: KnownInvoice }
  | { is: "less" | "more"; invoice: KnownInvoice; byCents: number }
  | { is: "same invoice"; invoice: KnownInvoice; line: number }
  | { is: "repeated"; line: number }
  | { is: "duplicate"; of: KnownTaking }
  | { is: "recorded"; as: KnownTaking[]; leftCents: number }
  | { is: "several" | "unknown number" | "other edition"; numbers: string[] }
  | { is: "none" };

/** The effect of recording a line: part of the money pays the invoice, and the rest is owed to the sender. */
type BankPlan = { orderId: string; paysCents: number; owedCents: number };

export type JudgedLine = EnteredLine & {
  match: BankMatch;
  /** Null if the line cannot be recorded here. */
  plan: BankPlan | null;
  /**
   * Takings with the same reference as this line. Either their day or amount differs from the line's, or they were
   * taken back.
   */
  sameReference: KnownTaking[];
};

/**
 * The form in which references are compared. It has no spaces and no hyphens, because people who copy a reference may
 * leave these out. All letters are capitals.
 */
export const referenceKey = (reference: string): string =>
  reference.replace(/[ -]/g, "").replace(/[a-z]/g, (letter) => letter.toUpperCase());

/** A taking that was taken back counts as if it had never been recorded. */
export const isTakenBack = (state: TakingState): boolean => state === "withdrawn" || state === "reversed";

/** The numbers of this edition's invoices that appear in any of the lines. */
export const numbersOf = (lines: readonly BankLine[], prefix: string): number[] => [
  ...new Set(lines.flatMap((line) => numbersIn(soughtIn(line), prefix))),
];

const soughtIn = ({ text, reference }: BankLine): string =>
  text.includes(reference) ? text : `${reference} ${text}`;

/**
 * The invoice that each line pays, and the effect of recording the line. Lines that name an invoice by its number are
 * matched first, before lines that are matched by name and amount. If several lines pay the whole of the same invoice,
 * only the first of them is matched with it. A line may have a number that belongs to no invoice; then a person must
 * decide. Such a line is not matched by name and amount, because its name and amount could fit somebody else's invoice.
 */
export function judgeBankLines(
  lines: readonly EnteredLine[],
  ground: BankGround & {
    /** The ids of takings that the page itself has made; these do not count as duplicates. */
    ownIds: ReadonlySet<string>;
  },
): JudgedLine[] {
  const byKey = new Map<string, KnownTaking[]>();
  for (const taking of ground.takings) {
    const key = referenceKey(taking.reference);
    byKey.set(key, [...(byKey.get(key) ?? []), taking]);
  }
  const seen = new Map<string, number>();
  const claims = new Map<string, number>();
  const judged = lines.map((line): JudgedLine => {
    const { entry, owedEntry, receivedOn, cents } = line;
    const own = ground.takings.filter(
      ({ id }) => ground.ownIds.has(id) && (id === entry || id === owedEntry),
    );
    const key = referenceKey(line.reference);
    const others = (byKey.get(key) ?? []).filter((taking) => !own.includes(taking));
    if (own.length > 0) return { ...line, ...recordedAs(own, cents), sameReference: [] };
    const sameDay = others.filter((one) => one.receivedOn === receivedOn && !isTakenBack(one.state));
    const isSame = sameDay.some(({ amountCents }) => amountCents === cents) || sumOf(sameDay) === cents;
    const of = sameDay.find(({ amountCents }) => amountCents === cents) ?? sameDay[0];
    if (isSame && of) return { ...line, match: { is: "duplicate", of }, plan: null, sameReference: [] };
    const same = `${key} ${receivedOn} ${cents}`;
    const earlier = key === "" ? undefined : seen.get(same);
    if (earlier !== undefined)
      return { ...line, match: { is: "repeated", line: earlier }, plan: null, sameReference: [] };
    seen.set(same, line.line);
    const match = claimed(numberMatch(line, ground), line, claims);
    return { ...line, match, plan: planOf(match, cents), sameReference: others };
  });
  return judged.map((line) => {
    if (line.match.is !== "none") return line;
    const found = nameMatch(line, ground.invoices);
    if (!found) return line;
    const match = claimed(found, line, claims);
    return { ...line, match, plan: planOf(match, line.cents) };
  });
}

/** The sum of several takings, in cents. */
export const sumOf = (takings: readonly KnownTaking[]) =>
  takings.reduce((sum, { amountCents }) => sum + amountCents, 0);

function recordedAs(as: KnownTaking[], cents: number): { match: BankMatch; plan: BankPlan | null } {
  const counts = as.filter(({ state }) => !isTakenBack(state));
  const leftCents = counts.length === as.length ? cents - sumOf(counts) : 0;
  const plan = leftCents > 0 ? { orderId: as[0]!.orderId, paysCents: 0, owedCents: leftCents } : null;
  return { match: { is: "recorded", as, leftCents: Math.max(0, leftCents) }, plan };
}

function numberMatch(line: BankLine, { prefix, otherPrefixes, invoices }: BankGround): BankMatch {
  const sought = soughtIn(line);
  const named = numbersIn(sought, prefix);
  const written = (numbers: number[], begin: string) =>
    numbers.map((number) => `${begin}-${String(number).padStart(4, "0")}`);
  if (named.length > 1) return { is: "several", numbers: written(named, prefix) };
  const invoice = invoices.find(({ number }) => number === named[0]);
  if (invoice) return amountMatch(line, invoice);
  if (named.length === 1) return { is: "unknown number", numbers: written(named, prefix) };
  const elsewhere = otherPrefixes.flatMap((other) => written(numbersIn(sought, other), other));
  return elsewhere.length > 0 ? { is: "other edition", numbers: elsewhere } : { is: "none" };
}

function amountMatch({ cents, currency }: BankLine, invoice: KnownInvoice): BankMatch {
  if (currency !== null) return { is: "foreign", invoice };
  if (cents > MOST_ENTERED) return { is: "too large", invoice };
  if (invoice.state === "waiting") return { is: "waiting", invoice };
  if (invoice.state !== "open") return { is: "closed", invoice };
  const byCents = Math.abs(cents - invoice.missingCents);
  if (byCents === 0) return { is: "exact", invoice };
  return { is: cents < invoice.missingCents ? "less" : "more", invoice, byCents };
}

function nameMatch(line: JudgedLine, invoices: readonly KnownInvoice[]): BankMatch | null {
  const { cents, currency, text } = line;
  const [found, ...others] = invoices.filter(
    ({ state, missingCents }) => state === "open" && missingCents === cents,
  );
  if (!found || others.length > 0 || currency !== null || cents > MOST_ENTERED) return null;
  const isNamed = [found.buyerName, found.payerName].some((name) => hasName(text, name));
  return isNamed ? { is: "by name", invoice: found } : null;
}

/** A line that pays a whole invoice claims it, so that no other line pays the same invoice again. */
function claimed(match: BankMatch, { line }: BankLine, claims: Map<string, number>): BankMatch {
  if (match.is !== "exact" && match.is !== "by name" && match.is !== "more") return match;
  const { invoice } = match;
  const earlier = claims.get(invoice.orderId);
  if (earlier !== undefined) return { is: "same invoice", invoice, line: earlier };
  claims.set(invoice.orderId, line);
  return match;
}

function planOf(match: BankMatch, cents: number): BankPlan | null {
  switch (match.is) {
    case "exact":
    case "by name":
    case "less":
      return { orderId: match.invoice.orderId, paysCents: cents, owedCents: 0 };
    case "more":
      return {
        orderId: match.invoice.orderId,
        paysCents: match.invoice.missingCents,
        owedCents: match.byCents,
      };
    case "closed":
      return { orderId: match.invoice.orderId, paysCents: 0, owedCents: cents };
    default:
      return null;
  }
}
