import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { finishTakings } from "~/money/invoices/confirming.server.ts";
import { endInvoices, remindOfInvoices } from "~/money/invoices/invoices.server.ts";
import { compareActs } from "~/money/reconciler/lost-acts.server.ts";
import { compareJournal, settleOpenPayments } from "~/money/reconciler/reconciler.server.ts";
import { handleLeftWebhooks } from "~/money/reconciler/webhooks.server.ts";
import { pursueRefunds } from "~/money/refunds/refunds.server.ts";
import type { Context } from "~/platform/context.server.ts";
import type { Mail } from "~/platform/ports/mailer.server.ts";
import { sendMails } from "~/request/cron.server.ts";
import { inspect } from "~/staff/invariants.server.ts";
import { HOUR, MINUTE, SECOND } from "~/values/durations.ts";
import { BILLS } from "./bills.ts";
import type { FakeGateway } from "./fake-gateway.ts";
import { type Ending, request, statementsOf } from "./faults.ts";

/** The number of a test card. Once a payment is over, this number must not be found anywhere. */
export const CANARY = "4539578763621486";
export const CARD = {
  firstName: "Mei",
  lastName: "Chen",
  cardNumber: CANARY,
  expirationDate: "12/30",
  cardCode: "987",
};

/** Every line logged since `stopClocks`. */
const logged: string[] = [];

export const linesLogged = () => logged.length;

/** Stops the clocks, and from now on keeps what is logged. */
export function stopClocks(): void {
  vi.useFakeTimers({ toFake: ["Date"] });
  logged.length = 0;
  vi.spyOn(console, "error").mockImplementation((...parts) => void logged.push(parts.join(" ")));
}

/** A job of the cron that is about money. */
export type Chore = (context: Context) => Promise<void>;
export const CHORES: readonly Chore[] = [
  settleOpenPayments,
  handleLeftWebhooks,
  pursueRefunds,
  sendMails,
  compareJournal,
];

/** The cron's jobs for money that is recorded by hand. */
export const HAND_CHORES: readonly Chore[] = [finishTakings, endInvoices, remindOfInvoices, compareActs];

/** Every table in which payments leave rows, children before parents. */
export const MONEY_TABLES = [
  "entries",
  "credit_notes",
  "transfers",
  "reversals",
  "takings",
  "invoices",
  "refund_lines",
  "refunds",
  "holdings",
  "payments",
  "orders",
  "payer_requests",
  "outbox",
  "audit",
  "counters",
  "webhook_events",
  "inspections",
];

export type StoredPayment = {
  id: string;
  delegate_uid: string;
  pass_type: string;
  add_ons: string;
  lines: string;
  amount_cents: number;
  credit_cents: number;
  state: string;
  means: string;
  transaction_id: string | null;
  order_id: string;
  payer_uid: string;
};

export type StoredRefund = {
  id: string;
  payment_id: string;
  kind: string;
  state: string;
  amount_cents: number;
  credit_cents: number;
  ends_all: number;
  reversal_id: string | null;
  bank_state: string | null;
};

export type Stored = {
  payments: StoredPayment[];
  refunds: StoredRefund[];
  outbox: { event_key: string; sent_at: number | null }[];
  audit: { action: string; object: string; detail: string | null }[];
  webhooks: { handled_at: number | null }[];
  transfers: {
    id: string;
    holding_id: string;
    from_uid: string;
    to_uid: string | null;
    state: string;
    closed_by: string | null;
  }[];
};

export async function readAll(): Promise<Stored> {
  const [payments, refunds, outbox, audit, webhooks, transfers] = await env.DB.batch(
    [BILLS, "refunds", "outbox", "audit", "webhook_events", "transfers"].map((table) =>
      env.DB.prepare(`SELECT * FROM ${table} ORDER BY rowid`),
    ),
  );
  return {
    payments: payments!.results,
    refunds: refunds!.results,
    outbox: outbox!.results,
    audit: audit!.results,
    webhooks: webhooks!.results,
    transfers: transfers!.results,
  } as Stored;
}

/** Whether anything is unfinished; a mail is finished once it has been sent. */
const isOpen = ({ payments, refunds, webhooks, outbox }: Stored) =>
  payments.some(({ state }) => ["reserved", "charging", "unknown", "refund_pending"].includes(state)) ||
  refunds.some(({ state }) => ["pending", "sending", "unknown"].includes(state)) ||
  webhooks.some(({ handled_at }) => handled_at === null) ||
  outbox.some(({ sent_at }) => sent_at === null);

const NIGHT = 12 * HOUR;
/**
 * How long to wait after each run of the cron. Some waits are long, so that they reach the moments when the reconciler
 * may give up; the longest wait is a night.
 */
const WAITS = [
  91 * SECOND,
  MINUTE,
  18 * MINUTE,
  MINUTE,
  10 * MINUTE,
  MINUTE,
  30 * MINUTE,
  HOUR,
  MINUTE,
  NIGHT,
  MINUTE,
  HOUR,
  HOUR,
  HOUR,
];

/**
 * Lets time pass and runs the cron until everything is finished.
 *
 * @param runChore runs one of the cron's jobs without any planned fault.
 * @returns what is stored in the end, and which jobs failed nevertheless.
 */
export async function untilQuiet(
  gateway: FakeGateway,
  runChore: (chore: Chore) => Promise<Ending<void>>,
  beforeChores: () => Promise<unknown> = async () => {},
  chores: readonly Chore[] = CHORES,
): Promise<{ stored: Stored; wrong: string[] }> {
  const wrong: string[] = [];
  for (const wait of [...WAITS, 0]) {
    await beforeChores();
    for (const chore of chores) {
      const ending = await runChore(chore);
      if (typeof ending === "string" || "error" in ending) {
        const error = typeof ending === "string" ? ending : String(ending.error);
        wrong.push(`${chore.name} fails with nothing wrong around it: ${error}`);
      }
    }
    const stored = await readAll();
    if (!isOpen(stored) && !gateway.isWaiting()) return { stored, wrong };
    vi.setSystemTime(Date.now() + wait);
    if (wait === NIGHT) gateway.settle();
  }
  return { stored: await readAll(), wrong };
}

/**
 * The faults that the portal's own check of the data finds. All queries of the check are first sent in one trip. The
 * check itself is run only if one of them finds something.
 */
export async function inspected(gateway: FakeGateway): Promise<string[]> {
  const ask = async (database: D1Database) => {
    const ending = await request({ database, gateway, mailer: null }, null, "inspect", inspect);
    if (typeof ending === "string" || "error" in ending) throw new Error("The checker itself fails.");
    return ending.value;
  };
  const questions = await statementsOf(env.DB, ask);
  const answers = await env.DB.batch(questions);
  if (answers.every(({ results }) => results.length === 0)) return [];
  const found = await ask(env.DB);
  return found.map(({ rule, object }) => `inspect: ${rule}: ${object}`);
}

/** The states of a payment whose money came in, even if it has been given back since. */
export const PAID = ["captured", "refund_pending", "refunded", "voided"];

export function comparedWithMails(
  { payments, refunds, outbox, audit, transfers }: Stored,
  mails: Mail[],
): string[] {
  const withdrawn = audit
    .filter(({ action }) => action === "withdraw")
    .map(({ detail }) => JSON.parse(detail!).refund as string);
  // If a refund cancelled the charge, its entry names the refund, and its mail is about the refund.
  const cancelled = new Set(
    audit
      .filter(({ action, detail }) => action === "payment voided" && !JSON.parse(detail!).refund)
      .map(({ object }) => object),
  );
  // If somebody cancelled a whole charge at the processor while a refund of part of it was still to be made, a mail
  // about that refund may or may not exist.
  const isOpenToBoth = ({ ends_all, payment_id }: StoredRefund) =>
    !ends_all && payments.some(({ id, state }) => id === payment_id && state === "voided");
  const either = new Set(refunds.filter(isOpenToBoth).map(({ id }) => `refund:${id}`));
  const isOfPayer = (refundId: string) => {
    const refund = refunds.find(({ id }) => id === refundId);
    return payments.some(
      ({ id, delegate_uid, payer_uid }) => id === refund?.payment_id && payer_uid !== delegate_uid,
    );
  };
  const expected = [
    ...payments.filter(({ state }) => PAID.includes(state)).map(({ id }) => `receipt:${id}`),
    ...payments
      .filter(
        ({ id, order_id, delegate_uid, payer_uid, state }) =>
          id === order_id && payer_uid !== delegate_uid && PAID.includes(state),
      )
      .map(({ id }) => `order:${id}`),
    ...withdrawn.map((id) => `withdrawn:${id}`),
    ...withdrawn.filter((id) => isOfPayer(id)).map((id) => `withdrawn-paid:${id}`),
    // Somebody who gives up a pass for nothing, or for credit, is told everything in one mail immediately.
    ...refunds
      .filter(
        ({ id, state, kind, amount_cents, reversal_id, bank_state }) =>
          state === "done" &&
          reversal_id === null &&
          bank_state === null &&
          ((amount_cents > 0 && kind === "money") || !withdrawn.includes(id)),
      )
      .map(({ id }) => `refund:${id}`),
    ...new Set(
      payments
        .filter(({ id }) => cancelled.has(`payments/${id}`))
        .map(({ order_id }) => `voided:${order_id}`),
    ),
    ...transfers.filter(({ to_uid }) => to_uid !== null).map(({ id }) => `offer:${id}`),
    ...transfers
      .filter(({ state }) => state === "accepted")
      .flatMap(({ id }) => [`transferred:${id}`, `taken-over:${id}`]),
    // These mails are not checked: mails about exchanges by staff, about things that end for people who did not pay for
    // them, about refusals, about money that a bank took, and about invoices.
    ...outbox
      .map(({ event_key }) => event_key)
      .filter((key) => /^(?:(?:exchange|lost|voided-held|reversed|bank):|refund-refused|invoice)/.test(key)),
  ]
    .filter((key) => !either.has(key))
    .sort();
  const queued = outbox.map(({ event_key }) => event_key).sort();
  const sent = [...new Set(mails.map(({ key }) => key))].sort();
  return [
    ...(queued.filter((key) => !either.has(key)).join() === expected.join()
      ? []
      : [`mails: ${queued.length} queued for ${expected.length} events`]),
    ...(sent.join() === queued.join() ? [] : ["mails: not all that were queued were sent"]),
  ];
}

/**
 * @param rebuilt payments whose rows were lost. For such a payment, it is not wrong if the audit log records more than
 *   once that it was paid.
 */
export function comparedWithAudit(
  { payments, audit }: Pick<Stored, "payments" | "audit">,
  rebuilt: ReadonlySet<string> = new Set(),
): string[] {
  const count = (object: string, ...actions: string[]) =>
    audit.filter((entry) => entry.object === object && actions.includes(entry.action)).length;
  const wrong = payments.flatMap(({ id, state }) => {
    const times = count(`payments/${id}`, "payment captured", "payment rebuilt");
    return rebuilt.has(id) || times === (PAID.includes(state) ? 1 : 0)
      ? []
      : [`audit: ${state}, written down as paid ${times} times`];
  });
  const takenBack = audit.filter(({ action }) => action === "payment taken back").map(({ object }) => object);
  if (new Set(takenBack).size < takenBack.length) wrong.push("reported twice as taken back");
  return wrong;
}

/** Whether a text contains the card number, however its digits are grouped. */
export const holdsCanary = (text: string) => text.replace(/[^0-9]/g, "").includes(CANARY);

/** The tables and log lines that contain the card number. */
export async function canaries(): Promise<string[]> {
  const { results: tables } = await env.DB.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
  ).all<{ name: string }>();
  const contents = await env.DB.batch(tables.map(({ name }) => env.DB.prepare(`SELECT * FROM "${name}"`)));
  const stored = tables.filter((_, index) => holdsCanary(JSON.stringify(contents[index]!.results)));
  return [...stored.map(({ name }) => name), ...logged.filter(holdsCanary)];
}
