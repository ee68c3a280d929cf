import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { ownOrder } from "~/money/payments/checked-payment.server.ts";
import { type PaymentAnswer, payByCard } from "~/money/payments/payments.server.ts";
import { findAttempt } from "~/money/reconciler/reconciler.server.ts";
import { receiveWebhook } from "~/money/reconciler/webhooks.server.ts";
import { giveLinesBack } from "~/money/refunds/giving-back.server.ts";
import type { Context, SignedIn, Visit } from "~/platform/context.server.ts";
import { logFault } from "~/platform/log.server.ts";
import type { Mail } from "~/platform/ports/mailer.server.ts";
import type { Selection } from "~/values/catalogue.ts";
import type { PassType, RefundKind } from "~/values/types.ts";
import { type Entry, FakeGateway, passOf } from "./fake-gateway.ts";
import { type Ending, type Plan, type Rewrite, request, Seams, type Turn } from "./faults.ts";
import { takingAll } from "./mails.ts";
import {
  CARD,
  CHORES,
  type Chore,
  comparedWithAudit,
  comparedWithMails,
  holdsCanary,
  inspected,
  MONEY_TABLES,
  PAID,
  type Stored,
  stopClocks,
  untilQuiet,
} from "./money-state.ts";
import { emptying } from "./storage.ts";

export const CONFERENCE = "aconf_2023";
export const DELEGATE = "fault-delegate".padEnd(28, "0");
export const DIRECTOR = "fault-director".padEnd(28, "0");
const EARLY = Date.parse("2022-11-11T18:05:00Z");

/** Called once for each test file: adds a delegate who only has to pay, and stops the clocks. */
export async function prepareMoney(): Promise<void> {
  stopClocks();
  const db = env.DB;
  const user = db.prepare(
    `INSERT INTO users (uid, email, email_key, email_verified_at, password_hash, created_at)
      VALUES (?1, ?2, ?2, 0, '', 0)`,
  );
  await db.batch([
    ...emptying([...MONEY_TABLES, "subscription_periods", "subscriptions"]),
    db.prepare("UPDATE users SET hpair_plus_subscription_id = NULL"),
    db.prepare("UPDATE rounds SET released_at = decision_release"),
    // According to the real clock, the event would be over, and nothing could be sold for it.
    db.prepare("UPDATE events SET first_day = '2099-02-17', last_day = '2099-02-19' WHERE id = 'harvard'"),
    user.bind(DELEGATE, "fault-delegate@hpair.example"),
    user.bind(DIRECTOR, "fault-director@hpair.example"),
    db
      .prepare("INSERT INTO applications (conference_id, uid, created_at, submitted_at) VALUES (?, ?, 0, ?)")
      .bind(CONFERENCE, DELEGATE, EARLY),
    db
      .prepare("INSERT INTO decisions (conference_id, uid, decision, set_at) VALUES (?, ?, 'Accepted', 0)")
      .bind(CONFERENCE, DELEGATE),
    db
      .prepare(
        "INSERT INTO acceptances (conference_id, uid, version, full_name, stated_date, accepted_at) VALUES (?, ?, 1, 'Mei Chen', '2022-12-10', 0)",
      )
      .bind(CONFERENCE, DELEGATE),
  ]);
}

export type PayRequest = {
  buys?: "pass" | "add-ons";
  passType?: PassType;
  selection?: Selection;
  heldPass?: PassType;
};
/**
 * `items` are the add-ons that are given back. If neither `items` nor `endsAll` is given, the refund is a gesture of
 * goodwill.
 */
export type RefundRequest = {
  amountCents?: number;
  kind?: RefundKind;
  endsAll?: boolean;
  items?: string[];
};

type Options = {
  plan?: Plan;
  rewrite?: Rewrite;
  /** Runs before each run of the cron. A negative control uses it to make the cron act too early. */
  beforeChores?: () => Promise<unknown>;
};

/** One schedule: a new delegate, an empty ledger, and everything that happens to them, including the planned faults. */
export class Schedule {
  readonly gateway = new FakeGateway();
  readonly seams: Seams;
  readonly mails: Mail[] = [];
  /** The contents of the file store, by key. */
  readonly files = new Map<string, Uint8Array>();
  /** What people were told, to be compared with what is true. */
  private readonly told: PaymentAnswer[] = [];
  private readonly options: Options;
  private wrong: string[] = [];
  private notifications = 0;

  private constructor(options: Options) {
    this.options = options;
    this.seams = new Seams(options.plan ?? (() => undefined));
  }

  static async open(options: Options = {}): Promise<Schedule> {
    await env.DB.batch(emptying(MONEY_TABLES));
    return new Schedule(options);
  }

  request<Result>(
    step: string,
    work: (context: Context) => Promise<Result>,
    how: { turn?: Turn | undefined; known?: Visit } = {},
    seams: Seams | null = this.seams,
  ): Promise<Ending<Result>> {
    const mailer = takingAll((mail) => void this.mails.push(mail));
    const { rewrite } = this.options;
    const world = { database: env.DB, gateway: this.gateway, mailer, rewrite, files: this.files };
    return request(world, seams, step, work, how);
  }

  /** Makes a request by somebody who is signed in. */
  private ofSomebody<Result>(
    step: string,
    uid: string,
    work: (context: Context, visit: SignedIn) => Promise<Result>,
    turn?: Turn,
    seams?: Seams | null,
  ): Promise<Ending<Result>> {
    const known = visitOf(uid);
    return this.request(step, (context) => work(context, known), { turn, known }, seams);
  }

  pay(
    { buys = "pass", passType = "goldPlus", selection = {}, heldPass }: PayRequest = {},
    turn?: Turn,
    seams?: Seams | null,
  ) {
    return this.ofSomebody(
      "pay",
      DELEGATE,
      async (context, visit) => {
        const intended = { passCost: undefined };
        const asked = { buys, passType, selection, intended, heldPass: heldPass ?? null, code: "" };
        const answer = await payByCard(context, visit, ownOrder(asked), CARD);
        this.told.push(answer);
        return answer;
      },
      turn,
      seams,
    );
  }

  /** The delegate opens the page of the newest attempt. */
  async look(turn?: Turn) {
    const id = await env.DB.prepare("SELECT id FROM payments ORDER BY rowid DESC LIMIT 1").first<string>(
      "id",
    );
    const open = (context: Context, visit: SignedIn) => findAttempt(context, visit, id ?? "");
    return this.ofSomebody("look", DELEGATE, open, turn);
  }

  /** The processor reports its newest charge; with `again`, it repeats the last report. */
  async webhook({ again = false, charge = this.gateway.charges.at(-1) } = {}, turn?: Turn) {
    if (!charge) return;
    if (!again) this.notifications += 1;
    const event = {
      notificationId: `notification-${this.notifications}`,
      type: "net.authorize.payment.authcapture.created",
      subject: { transactionId: charge.transactionId },
    };
    const body = new TextEncoder().encode(JSON.stringify(event));
    await this.request("webhook", (context) => receiveWebhook(context, body, new Headers()), { turn });
  }

  /** A director gives the payment back, by default all of it. */
  async refund(
    { amountCents, kind = "money", items = [], endsAll = items.length === 0 }: RefundRequest = {},
    turn?: Turn,
  ) {
    const paid = await env.DB.prepare(
      "SELECT id, amount_cents AS cents, pass_type AS pass FROM payments ORDER BY rowid LIMIT 1",
    ).first<{ id: string; cents: number; pass: string }>();
    if (!paid) return;
    const asked = {
      paymentId: paid.id,
      items: endsAll ? [paid.pass] : items,
      amountCents: amountCents ?? paid.cents,
      kind,
      seenCents: 0,
      reason: "Asked by the delegate",
    };
    const give = (context: Context, visit: SignedIn) => giveLinesBack(context, visit, asked);
    return this.ofSomebody("refund", DIRECTOR, give, turn);
  }

  /** One run of the cron; as in `keepHouse`, a job that fails does not stop the others. */
  async cron(turn?: Turn, chores: readonly Chore[] = CHORES) {
    await this.options.beforeChores?.();
    return this.request(
      "cron",
      async (context) => {
        for (const chore of chores) {
          await chore(context).catch((error: unknown) => logFault(error, { ...CRON, path: chore.name }));
        }
      },
      { turn },
    );
  }

  /** Removes the recorded mails and answers, because the database was restored to a time before them. */
  forgetSent(): void {
    this.mails.length = 0;
    this.told.length = 0;
  }

  pass(milliseconds: number): void {
    vi.setSystemTime(Date.now() + milliseconds);
  }

  /** Delivers the answers that were held back, so that their requests continue. */
  async answerLate(): Promise<void> {
    this.gateway.answerLate();
    await Promise.all(this.seams.hanging);
  }

  /** Lets time pass without any further fault until everything is finished. */
  async quiesce(): Promise<Stored> {
    await this.answerLate();
    const { stored, wrong } = await untilQuiet(
      this.gateway,
      (chore) => this.request("quiet", chore, {}, null),
      this.options.beforeChores,
    );
    this.wrong.push(...wrong);
    return stored;
  }

  /** Everything that is not as it must be; empty if all is well. */
  private async violations(
    stored: Stored,
    { mayTakeBack = false, mayBeDouble = false }: Expected,
  ): Promise<string[]> {
    return [
      ...new Set([
        ...this.wrong,
        ...(mayBeDouble ? [] : this.gateway.anomalies),
        ...(await inspected(this.gateway)),
        ...this.comparedWithLedger(stored, mayTakeBack),
        ...comparedWithMails(stored, this.mails),
        ...comparedWithAudit(stored),
        ...this.comparedWithTold(stored),
        ...(holdsCanary(JSON.stringify(stored)) ? ["a card number is stored"] : []),
      ]),
    ];
  }

  /**
   * Everything that is wrong once nothing changes any more; empty if all is well. At the end, the delegate must hold
   * the pass, or must be able to pay and then hold it.
   */
  async ends(expected: Expected = {}): Promise<string[]> {
    const stored = await this.quiesce();
    const wrong = await this.violations(stored, expected);
    const { passType = "goldPlus" } = expected;
    if (wrong.length > 0 || stored.payments.some(({ state }) => state === "captured")) return wrong;
    // Money that became credit stays at the processor, where it looks like a charge that still counts.
    if (stored.refunds.some(({ kind }) => kind === "credit")) return wrong;
    await env.DB.prepare("DELETE FROM counters").run();
    const again = await this.pay({ passType }, undefined, null);
    const answer = typeof again === "object" && "value" in again ? again.value : null;
    if (!answer || !("attempt" in answer) || answer.attempt.state !== "captured") {
      return [`the delegate neither holds the pass nor can pay: ${JSON.stringify(again)}`];
    }
    return this.violations(await this.quiesce(), expected);
  }

  private comparedWithLedger({ payments, refunds }: Stored, mayTakeBack: boolean): string[] {
    const wrong: string[] = [];
    const kept = this.gateway.kept();
    const passes = kept.map(passOf);
    if (new Set(passes).size < passes.length) wrong.push("double charge");
    const byId = new Map(payments.map((row) => [row.id, row]));

    for (const charge of this.gateway.charges) {
      const { invoiceNumber, transactionId, amountCents } = charge;
      const row = byId.get(invoiceNumber);
      const back = this.gateway.givenBack(charge);
      if (back > amountCents) wrong.push("more given back than was charged");
      if (charge.outcome === "voided" && back > 0) wrong.push("voided and refunded");
      const isOurs = row?.transaction_id === transactionId;
      const asked = refunds.filter(
        ({ payment_id, state }) => payment_id === invoiceNumber && state !== "refused",
      );
      if (asked.some(({ kind }) => kind === "credit")) continue;
      // After a gesture of goodwill, the pass is still held, and the rest of the charge still counts.
      if (row?.state === "captured" && isOurs && asked.some(({ ends_all }) => !ends_all)) continue;
      if (charge.outcome === "captured" && back === 0) {
        if (row?.state !== "captured" || !isOurs) {
          wrong.push(`lost charge: its row is ${row?.state ?? "missing"}`);
        } else if (row.amount_cents !== amountCents || amountCents !== priceOf(charge)) {
          wrong.push(`wrong amount: ${amountCents}, row ${row.amount_cents}, price ${priceOf(charge)}`);
        } else if (
          !("passType" in charge.carried) ||
          row.pass_type !== charge.carried.passType ||
          row.delegate_uid !== charge.carried.uid ||
          canonical(JSON.parse(row.add_ons)) !== canonical(charge.carried.addOns)
        ) {
          wrong.push("another pass, delegate or add-ons than were paid for");
        }
      } else if (row?.state === "captured") {
        wrong.push(`invented charge: the processor has it as ${charge.outcome}, ${back} given back`);
      }
      const wasGivenBack = charge.outcome === "voided" || back > 0;
      if (wasGivenBack && asked.length === 0 && !mayTakeBack && charge.review === null) {
        if (charge.amountCents === priceOf(charge)) wrong.push("a good charge was taken back");
      }
    }
    for (const row of payments) {
      if (["reserved", "charging", "unknown"].includes(row.state)) wrong.push(`stuck: ${row.state}`);
      if (row.state === "captured" && !this.gateway.charges.some((one) => one.invoiceNumber === row.id)) {
        wrong.push("invented charge: the processor has none");
      }
    }
    return [...wrong, ...this.comparedWithRefunds({ payments, refunds })];
  }

  private comparedWithRefunds({ payments, refunds }: Pick<Stored, "payments" | "refunds">): string[] {
    const wrong: string[] = [];
    for (const row of refunds) {
      const paid = payments.find(({ id }) => id === row.payment_id)!;
      const charge = this.gateway.charges.find(({ transactionId }) => transactionId === paid.transaction_id);
      const sent = this.gateway.refunds.filter(({ invoiceNumber }) => invoiceNumber === row.id);
      if (!["done", "refused"].includes(row.state)) wrong.push(`stuck refund: ${row.state}`);
      if (sent.length > 1) wrong.push("one refund was made twice");
      if (sent.some(({ amountCents }) => amountCents !== row.amount_cents))
        wrong.push("refund of another amount");
      const isDone = row.kind === "money" && row.state === "done";
      const wasVoided = charge?.outcome === "voided";
      if (isDone ? sent.length === 0 && !wasVoided : sent.length > 0) {
        wrong.push(`refund ${row.kind} ${row.state}, at the processor: ${sent.length} made`);
      }
      const expected = row.state === "refused" || !row.ends_all ? PAID : ["refunded", "voided"];
      if (!expected.includes(paid.state)) wrong.push(`refund ${row.state}, payment ${paid.state}`);
    }
    const open = refunds.filter(({ state }) => state !== "refused").map(({ payment_id }) => payment_id);
    if (new Set(open).size < open.length) wrong.push("two refunds of one payment");
    return wrong;
  }

  private comparedWithTold({ payments }: Stored): string[] {
    return this.told.flatMap((answer) => {
      if ("refused" in answer) return [];
      const { id, state } = answer.attempt;
      const row = payments.find((payment) => payment.id === id);
      const charge = this.gateway.charges.find(({ invoiceNumber }) => invoiceNumber === id);
      if (state === "captured" && !PAID.includes(row?.state ?? "")) {
        return [`told paid, and is ${row?.state}`];
      }
      return state === "declined" && charge?.outcome === "captured" ? ["told declined, and is charged"] : [];
    });
  }
}

const CRON = { requestId: "", method: "cron" };

/** Exceptions that are right only in some schedules. */
type Expected = {
  /** Whether the portal itself is allowed to give back a charge. */
  mayTakeBack?: boolean;
  /**
   * Whether two charges are allowed to exist for a moment, because everything that was known about the first charge was
   * lost.
   */
  mayBeDouble?: boolean;
  /** The pass for which the delegate tries to pay, if they hold none. */
  passType?: PassType;
};

/** The specification's prices in cents, written down a second time. */
const PASS = { gold: { early: 15_000, later: 15_000 }, goldPlus: { early: 49_500, later: 55_000 } };
const ADD_ON: Record<string, number> = {
  h2023virtual: 0,
  h2023execsem: 7_500,
  h2023mug: 2_500,
  h2023hatwhite: 3_000,
  h2023hatblack: 3_000,
  h2023shirtblack: 3_000,
};
const SIZES = new Set<unknown>(["S", "M", "L", "XL"]);
const EARLY_UNTIL = Date.parse("2023-05-02T03:59:00.000Z");

/** The price of a pass by the specification's tables; null if it cannot be bought. */
export function specifiedPrice(
  passType: PassType,
  addOns: Selection,
  submittedAt: number,
  addOnsAlone = false,
): number | null {
  let cents: number = addOnsAlone ? 0 : PASS[passType][submittedAt <= EARLY_UNTIL ? "early" : "later"];
  for (const [id, choice] of Object.entries(addOns)) {
    const isShirt = id === "h2023shirtblack";
    if (passType !== "goldPlus" || !Object.hasOwn(ADD_ON, id)) return null;
    if (isShirt ? !SIZES.has(choice) : choice !== true) return null;
    cents += ADD_ON[id]!;
  }
  return cents;
}

const priceOf = ({ carried }: Entry) =>
  "passType" in carried ? specifiedPrice(carried.passType, carried.addOns, EARLY, carried.addOnsAlone) : null;

const canonical = (selection: Selection) => JSON.stringify(Object.entries(selection).sort());

export const visitOf = (uid: string): SignedIn => ({
  viewer: {
    uid,
    email: `${uid}@hpair.example`,
    emailVerifiedAt: 0,
    admin: uid === DIRECTOR,
    abilities: uid === DIRECTOR ? ["everything"] : [],
    doorUntil: null,
    hpairPlusSubscriptionId: null,
    createdAt: 0,
    authenticatedAt: Date.now(),
    ...{ hasFactor: false, factorTypedAt: null, factorUsedAt: null, awakeAt: null },
    openedAt: Date.now(),
    expiresAt: Date.now(),
    edition: null,
    sessionHash: "",
  },
  settings: { conferenceId: CONFERENCE, currentEdition: CONFERENCE } as SignedIn["settings"],
  now: Date.now(),
  shown: (real) => real,
});
