import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { compareJournal } from "~/money/reconciler/reconciler.server.ts";
import { handleLeftWebhooks, receiveWebhook } from "~/money/reconciler/webhooks.server.ts";
import { pursueSubscriptions } from "~/money/subscriptions/subscription-reconciler.server.ts";
import {
  cancelSubscription,
  findSubscription,
  refundSubscription,
  resumeSubscription,
  type SubscriptionAnswer,
  subscribe,
} from "~/money/subscriptions/subscriptions.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { logFault } from "~/platform/log.server.ts";
import { sendMails } from "~/request/cron.server.ts";
import { setDisabled } from "~/staff/accounts.server.ts";
import { inspect } from "~/staff/invariants.server.ts";
import { DAY, HOUR, MINUTE, SECOND } from "~/values/durations.ts";
import { FakeGateway } from "./fake-gateway.ts";
import {
  type Ending,
  type Fault,
  type Plan,
  planned,
  type Rewrite,
  request,
  Seams,
  type Turn,
} from "./faults.ts";
import { takingAll } from "./mails.ts";
import { DELEGATE, DIRECTOR, visitOf } from "./money.ts";
import { CANARY, CARD, type Chore, MONEY_TABLES } from "./money-state.ts";
import type { Broken } from "./schedules.ts";
import { emptying } from "./storage.ts";

const PRICE = 4900;

/** Every table in which subscriptions leave rows, children before parents. */
const TABLES = ["subscription_periods", "subscriptions", ...MONEY_TABLES];

const CHORES: readonly Chore[] = [pursueSubscriptions, handleLeftWebhooks, sendMails, compareJournal];

const NIGHT = 12 * HOUR;
const WAITS = [
  91 * SECOND,
  MINUTE,
  5 * MINUTE,
  18 * MINUTE,
  MINUTE,
  11 * MINUTE,
  MINUTE,
  30 * MINUTE,
  HOUR,
  MINUTE,
  NIGHT,
  MINUTE,
  6 * MINUTE,
  HOUR,
  HOUR,
  HOUR,
];

type Row = {
  id: string;
  state: string;
  transaction_id: string | null;
  gateway_subscription_id: string | null;
  paid_until: number | null;
  resolved_at: number | null;
  amount_cents: number;
};
type Stored = {
  rows: Row[];
  periods: { subscription_id: string; transaction_id: string | null; period_until: number }[];
  outbox: { event_key: string; sent_at: number | null }[];
  webhooks: { handled_at: number | null }[];
  held: string | null;
  /** Whether the account is disabled. */
  disabled: boolean;
};

const HELD = ["active", "past_due", "cancelled"];

type Options = { plan?: Plan; rewrite?: Rewrite };

/**
 * One schedule: somebody who has never subscribed, an empty ledger, and everything that happens to them, including the
 * planned faults.
 */
export class Subscribing {
  readonly gateway = new FakeGateway();
  readonly seams: Seams;
  private readonly told: SubscriptionAnswer[] = [];
  private readonly options: Options;
  private wrong: string[] = [];
  private notifications = 0;

  private constructor(options: Options) {
    this.options = options;
    this.seams = new Seams(options.plan ?? (() => undefined));
  }

  static async open(options: Options = {}): Promise<Subscribing> {
    await env.DB.batch([
      ...emptying(TABLES),
      env.DB.prepare("UPDATE users SET hpair_plus_subscription_id = NULL, disabled_at = NULL"),
    ]);
    return new Subscribing(options);
  }

  private request<Result>(
    step: string,
    work: (context: Context) => Promise<Result>,
    how: { turn?: Turn | undefined; known?: SignedIn } = {},
    seams: Seams | null = this.seams,
  ): Promise<Ending<Result>> {
    const mailer = takingAll();
    const { rewrite } = this.options;
    return request({ database: env.DB, gateway: this.gateway, mailer, rewrite }, seams, step, work, how);
  }

  private async of<Result>(
    step: string,
    work: (context: Context, visit: SignedIn) => Promise<Result>,
    { uid = DELEGATE, turn, seams }: { uid?: string; turn?: Turn | undefined; seams?: Seams | null } = {},
  ) {
    const visit = visitOf(uid);
    const plan = { title: "HPAIR+", cents: PRICE, months: 12 };
    const known = { ...visit, settings: { ...visit.settings, plan } };
    return this.request(step, (context) => work(context, known), { turn, known }, seams);
  }

  subscribe(turn?: Turn, seams?: Seams | null) {
    return this.of(
      "subscribe",
      async (context, visit) => {
        const answer = await subscribe(context, visit, { card: CARD, shown: "49" });
        this.told.push(answer);
        return answer;
      },
      { turn, ...(seams !== undefined && { seams }) },
    );
  }

  look = (turn?: Turn) => this.of("look", findSubscription, { turn });
  cancel = (turn?: Turn) => this.of("cancel", cancelSubscription, { turn });
  resume = (turn?: Turn) => this.of("resume", resumeSubscription, { turn });

  async refund(turn?: Turn) {
    const id = await env.DB.prepare("SELECT id FROM subscriptions").first<string>("id");
    const asked = { id: id ?? "", reason: "Asked by mail" };
    return this.of("refund", (context, visit) => refundSubscription(context, visit, asked), {
      uid: DIRECTOR,
      turn,
    });
  }

  async disable(turn?: Turn, disabled = true) {
    const asked = { uid: DELEGATE, disabled, reason: "Asked by mail" };
    return this.of("disable", (context, visit) => setDisabled(context, visit, asked), {
      uid: DIRECTOR,
      turn,
    });
  }

  /** The processor reports its newest charge and its newest subscription. */
  async webhook(turn?: Turn) {
    const charge = this.gateway.charges.at(-1);
    const recurrence = this.gateway.recurrences.at(-1);
    const subjects = [
      charge && {
        type: "net.authorize.payment.authcapture.created",
        subject: { transactionId: charge.transactionId },
      },
      recurrence && {
        type: "net.authorize.customer.subscription.updated",
        subject: { subscriptionId: recurrence.id },
      },
    ];
    for (const event of subjects) {
      if (!event) continue;
      const body = new TextEncoder().encode(
        JSON.stringify({ notificationId: `notification-${++this.notifications}`, ...event }),
      );
      await this.request("webhook", (context) => receiveWebhook(context, body, new Headers()), { turn });
    }
  }

  async cron(turn?: Turn, chores: readonly Chore[] = CHORES) {
    return this.request(
      "cron",
      async (context) => {
        for (const chore of chores) {
          await chore(context).catch((error: unknown) =>
            logFault(error, { requestId: "", method: "cron", path: chore.name }),
          );
        }
      },
      { turn },
    );
  }

  pass(milliseconds: number): void {
    vi.setSystemTime(Date.now() + milliseconds);
  }

  private async quiesce(): Promise<Stored> {
    this.gateway.answerLate();
    await Promise.all(this.seams.hanging);
    for (const wait of [...WAITS, 0]) {
      for (const chore of CHORES) {
        const ending = await this.request("quiet", chore, {}, null);
        if (typeof ending === "string" || "error" in ending) {
          this.wrong.push(`${chore.name} fails with nothing wrong around it: ${JSON.stringify(ending)}`);
        }
      }
      const stored = await readAll();
      if (!isOpen(stored) && !this.gateway.isWaiting()) return stored;
      this.pass(wait);
      if (wait === NIGHT) this.gateway.settle();
    }
    return readAll();
  }

  /**
   * Everything that is wrong once nothing changes any more. Somebody who is not subscribed by then must be able to
   * subscribe.
   */
  async ends({ mayTakeBack = false } = {}): Promise<string[]> {
    const stored = await this.quiesce();
    const wrong = await this.violations(stored, mayTakeBack);
    // Somebody whose account is disabled cannot come back to subscribe.
    if (stored.disabled) return wrong;
    if (wrong.length > 0 || stored.rows.some(({ state }) => HELD.includes(state))) return wrong;
    await env.DB.prepare("DELETE FROM counters").run();
    const again = await this.subscribe(undefined, null);
    const answer = typeof again === "object" && "value" in again ? again.value : null;
    if (!answer || !("attempt" in answer) || answer.attempt.state !== "active") {
      return [`neither subscribed nor able to: ${JSON.stringify(again)}`];
    }
    return this.violations(await this.quiesce(), mayTakeBack);
  }

  private async violations(stored: Stored, mayTakeBack: boolean): Promise<string[]> {
    const { rows, periods, outbox, held } = stored;
    const { gateway } = this;
    // Somebody whose subscription was refused may pay for another one while the first charge is on its way back.
    const wrong = [...this.wrong, ...gateway.anomalies.filter((text) => !text.startsWith("charged while"))];
    const living = gateway.recurrences.filter(({ status }) => status !== "ended");
    if (living.length > 1) wrong.push("two recurring subscriptions");
    const standing = rows.filter(({ state }) => HELD.includes(state));
    if (standing.length > 1) wrong.push("subscribed twice");
    if ((standing[0]?.gateway_subscription_id ?? null) !== held)
      wrong.push(`access ${held} is not the row's`);

    for (const row of rows) {
      const isActive = row.state === "active" || row.state === "past_due";
      const theirs = living.filter(({ invoiceNumber }) => invoiceNumber === row.id);
      if (isActive && theirs[0]?.id !== row.gateway_subscription_id)
        wrong.push(`${row.state} and not recurring`);
      if (isActive && stored.disabled) wrong.push(`${row.state} though its owner is disabled`);
      if (!isActive && theirs.length > 0) wrong.push(`${row.state} and still recurring`);
      if (isUnfinished(row)) wrong.push(`stuck: ${row.state}`);
      if (HELD.includes(row.state) && !periods.some((period) => period.subscription_id === row.id)) {
        wrong.push(`${row.state} without a period`);
      }
    }
    for (const charge of gateway.charges) {
      const { invoiceNumber, transactionId, outcome, amountCents } = charge;
      const row = rows.find(({ id }) => id === invoiceNumber);
      const back = gateway.givenBack(charge);
      const isGone = outcome === "voided" || back > 0;
      if (back > amountCents || (outcome === "voided" && back > 0)) wrong.push("given back twice");
      const isKnown =
        row?.transaction_id === transactionId ||
        periods.some((period) => period.transaction_id === transactionId);
      if (outcome === "captured" && !isGone) {
        if (!row || !isKnown || ![...HELD, "ended"].includes(row.state)) {
          wrong.push(`lost charge: its row is ${row?.state ?? "missing"}`);
        }
        if (amountCents !== PRICE) wrong.push(`wrong amount: ${amountCents}`);
      } else if (isGone && row?.state !== "refunded" && !mayTakeBack) {
        wrong.push(`a good charge was given back: its row is ${row?.state ?? "missing"}`);
      } else if (!isGone && outcome !== "captured" && row && HELD.includes(row.state)) {
        wrong.push(`subscribed for a charge that is ${outcome}`);
      }
    }
    const receipts = outbox.filter(({ event_key }) => event_key.startsWith("subscription-receipt:")).length;
    if (receipts !== periods.length) wrong.push(`${receipts} receipts for ${periods.length} periods`);
    for (const answer of this.told) {
      if ("refused" in answer) continue;
      const row = rows.find(({ id }) => id === answer.attempt.id);
      const charge = gateway.charges.find((one) => one.invoiceNumber === answer.attempt.id);
      if (answer.attempt.state === "active" && !["refunded", "ended", ...HELD].includes(row?.state ?? "")) {
        wrong.push(`told subscribed, and is ${row?.state}`);
      }
      if (answer.attempt.state === "declined" && charge?.outcome === "captured")
        wrong.push("told declined, and is charged");
    }
    if (JSON.stringify(stored).includes(CANARY)) wrong.push("a card number is stored");
    const checked = await this.request("inspect", inspect, {}, null);
    if (typeof checked === "string" || "error" in checked) wrong.push("the checker itself fails");
    else wrong.push(...checked.value.map(({ rule, object }) => `inspect: ${rule}: ${object}`));
    return [...new Set(wrong)];
  }
}

const isUnfinished = ({ state, resolved_at, paid_until }: Row) =>
  ["reserved", "charging", "unknown", "charged"].includes(state) ||
  (["cancelled", "ended", "refunded"].includes(state) && resolved_at === null) ||
  (state === "active" && (paid_until ?? 0) <= Date.now());

const isOpen = ({ rows, outbox, webhooks }: Stored) =>
  rows.some(isUnfinished) ||
  webhooks.some(({ handled_at }) => handled_at === null) ||
  outbox.some(({ sent_at }) => sent_at === null);

async function readAll(): Promise<Stored> {
  const [rows, periods, outbox, webhooks, users] = await env.DB.batch([
    env.DB.prepare("SELECT * FROM subscriptions ORDER BY rowid"),
    env.DB.prepare("SELECT * FROM subscription_periods"),
    env.DB.prepare("SELECT * FROM outbox"),
    env.DB.prepare("SELECT * FROM webhook_events"),
    env.DB.prepare("SELECT hpair_plus_subscription_id AS held, disabled_at FROM users WHERE uid = ?").bind(
      DELEGATE,
    ),
  ]);
  const [user] = users!.results as { held: string | null; disabled_at: number | null }[];
  return {
    rows: rows!.results,
    periods: periods!.results,
    outbox: outbox!.results,
    webhooks: webhooks!.results,
    held: user!.held,
    disabled: user!.disabled_at !== null,
  } as Stored;
}

type Scenario = (schedule: Subscribing) => Promise<unknown>;

/** Subscribes without a fault, because only what comes afterwards is tried. */
const subscribed: Scenario = async (schedule) => {
  await schedule.subscribe(undefined, null);
  schedule.pass(MINUTE);
};

export const SUBSCRIBING: Record<string, Scenario> = {
  "subscribe, click again, look, cron": async (schedule) => {
    await schedule.subscribe();
    schedule.pass(5 * SECOND);
    await schedule.subscribe();
    schedule.pass(5 * SECOND);
    await schedule.look();
    schedule.pass(2 * MINUTE);
    await schedule.cron(undefined, [pursueSubscriptions]);
  },
  "subscribe, webhook, journal": async (schedule) => {
    await schedule.subscribe();
    await schedule.webhook();
    schedule.pass(2 * MINUTE);
    await schedule.cron(undefined, [compareJournal, pursueSubscriptions]);
  },
  "cancel, resume, cron": async (schedule) => {
    await subscribed(schedule);
    await schedule.cancel();
    schedule.pass(5 * SECOND);
    await schedule.resume();
    schedule.pass(2 * MINUTE);
    await schedule.cron(undefined, [pursueSubscriptions]);
  },
  "a director ends and refunds it": async (schedule) => {
    await subscribed(schedule);
    await schedule.refund();
    schedule.pass(5 * SECOND);
    await schedule.refund();
    schedule.pass(6 * MINUTE);
    await schedule.cron(undefined, [pursueSubscriptions]);
  },
  "a director disables the account": async (schedule) => {
    await subscribed(schedule);
    await schedule.disable();
    schedule.pass(5 * SECOND);
    await schedule.disable();
    schedule.pass(6 * MINUTE);
    await schedule.cron(undefined, [pursueSubscriptions]);
  },
  "a director disables the account of somebody whose subscription is just being made": async (schedule) => {
    await schedule.subscribe();
    await schedule.disable();
    schedule.pass(2 * MINUTE);
    await schedule.cron(undefined, [pursueSubscriptions]);
  },
  "a year passes, and it is renewed": async (schedule) => {
    await subscribed(schedule);
    schedule.gateway.settle();
    // A year is over now, even if it has a 29 February.
    schedule.pass(366 * DAY);
    schedule.gateway.renew();
    await schedule.cron(undefined, [pursueSubscriptions]);
    schedule.pass(2 * MINUTE);
    await schedule.webhook();
    await schedule.cron(undefined, [compareJournal]);
  },
};

/** The result of a schedule; its faults are named after the calls in which they happened. */
export async function runSubscribing(scenario: Scenario, faults: Fault[]) {
  const schedule = await Subscribing.open({ plan: planned(faults) });
  await scenario(schedule);
  const wrong = await schedule.ends({ mayTakeBack: faults.some(({ what }) => what === "another amount") });
  const { trace } = schedule.seams;
  const named = faults.map(({ at, what }) => {
    const call = trace[at];
    return `${at} ${call?.step} ${call?.name.replaceAll('"', "").slice(0, 60)}: ${what}`;
  });
  const broken: Broken[] = wrong.length > 0 ? [{ faults: named, wrong }] : [];
  return { trace, broken };
}
