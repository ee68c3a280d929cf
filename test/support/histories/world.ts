import { env } from "cloudflare:workers";
import { vi } from "vitest";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import type { Mail } from "~/platform/ports/mailer.server.ts";
import { BILLS } from "../bills.ts";
import { FakeGateway } from "../fake-gateway.ts";
import { type Ending, type Rewrite, request, type Seams, type Turn } from "../faults.ts";
import { takingAll } from "../mails.ts";
import { visitOf } from "../money.ts";
import type { StoredPayment, StoredRefund } from "../money-state.ts";
import { RECOUNTED } from "../storage.ts";
import { type Asked, specified } from "./price-oracle.ts";
import type { Setting } from "./setting.ts";

/** An act in progress, with its own random numbers, faults and turns. */
export type Scene = {
  world: World;
  draw: () => number;
  /** The person who acts; if it is left out, the person is chosen at random. */
  who?: string | undefined;
  /** Whether the act is done in the usual way, without anything unusual. */
  isPlain: boolean;
  /** Records what happens, for somebody who reads the trace. */
  note: (text: string) => void;
  /** Makes a request as a person, or as a machine if no person is given. */
  request: <Result>(
    uid: string | null,
    work: (context: Context, visit: SignedIn) => Promise<Result>,
    about?: About,
  ) => Promise<Ending<Result> & { made?: string[] }>;
};

/** The circumstances of a request. From these, the oracle works out what the request is allowed to change. */
type About = {
  asked?: Asked & { intended?: number | undefined };
  group?: Asked[];
  /**
   * What the page showed to the member of the staff: how many cents had already been given back and, if it matters, who
   * held the things that the refund ends.
   */
  seenCents?: number;
  holder?: string;
};

/** What a person was told in reply; `made` lists what their request had stored by then. */
export type Told =
  | { what: "attempt"; id: string; state: string }
  | { what: "refused"; made: string[] }
  | { what: "accepted"; id: string; uid: string }
  | { what: "taken back"; id: string }
  | { what: "given back"; id: string; cents: number | null; items: string[] };

const causeOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.cause instanceof Error ? error.cause.message : error.message}`
    : String(error);

const rows = async <Row>(sql: string, ...values: unknown[]): Promise<Row[]> =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results;

/** Many people, one processor, and everything that the oracle sees happen to them. */
export class World {
  readonly setting: Setting;
  readonly gateway = new FakeGateway({
    inParts: true,
    stands: (charge) => this.stands(charge.invoiceNumber),
  });
  readonly mails: Mail[] = [];
  /** The contents of the file store, by key. */
  readonly files = new Map<string, Uint8Array>();
  readonly told: Told[] = [];
  /** Things that happened but must never happen. */
  readonly wrong: string[] = [];
  /**
   * For each payment, the cents that the card should be charged according to the oracle. They are computed when the
   * payment is reserved.
   */
  readonly prices = new Map<string, number>();
  /** Payments whose rows were lost. The reconciler restores them. */
  readonly lost = new Set<string>();
  /** The lines of lost payments that the file store has kept, as JSON, by the id of the payment. */
  readonly bills = new Map<string, string>();
  /** The amounts (cents) that have been recorded, according to what the staff were told. */
  readonly received = new Map<string, number>();
  /** The recorded amounts that count, according to what the staff were told. They pay their invoice, or are owed. */
  readonly counted = new Set<string>();
  /** The ids of the forms by which money was recorded: each form records money once, however often it is sent. */
  readonly entered = new Set<string>();
  /** For each refund, by id: the person who held the things that the refund ends. */
  readonly holders = new Map<string, string>();
  /** Charges that somebody cancelled at the processor. */
  readonly voided = new Set<string>();
  readonly hanging: Promise<unknown>[] = [];
  private readonly rewrite: Rewrite | undefined;
  private deliveries = 0;

  constructor(setting: Setting, rewrite?: Rewrite) {
    this.setting = setting;
    this.rewrite = rewrite;
  }

  /** Makes a request whose calls fail as planned in its seams. */
  async request<Result>(
    seams: Seams | null,
    step: string,
    turn: Turn | undefined,
    uid: string | null,
    work: (context: Context, visit: SignedIn) => Promise<Result>,
    about: About = {},
  ): Promise<Ending<Result> & { made?: string[] }> {
    const mailer = takingAll((mail) => void this.mails.push(mail));
    const visit = visitOf(uid ?? "");
    const made: string[] = [];
    const written = async (sql: string) => {
      if (/insert into "(payments|refunds)"/.test(sql)) made.push(...(await this.judge(about, visit.now)));
      if (/update "transfers"/.test(sql)) await this.judgeTransfers();
    };
    const ending = await request(
      { database: env.DB, gateway: this.gateway, mailer, rewrite: this.rewrite, files: this.files },
      seams,
      step,
      (context) => work(context, visit),
      { turn, written, ...(uid !== null && { known: visit }) },
    );
    this.hanging.push(...(seams?.hanging.splice(0) ?? []));
    if (typeof ending !== "string" && "error" in ending && !this.hasFailed(seams))
      this.wrong.push(`${step} fails with nothing wrong around it: ${causeOf(ending.error)}`);
    return typeof ending === "string" ? ending : { ...ending, made };
  }

  /** How many people are acting at the moment. */
  acting = 0;

  /** Whether others may meanwhile have changed something and changed it back. */
  isBusy = () => this.acting > 1;

  /** The schedules in which a fault was planned for one of the calls. */
  readonly faulty = new WeakSet<Seams>();

  private hasFailed = (seams: Seams | null) => seams !== null && this.faulty.has(seams);

  /** The id of another delivery by the processor. */
  notification(): string {
    this.deliveries += 1;
    return `notification-${this.deliveries}`;
  }

  pass(milliseconds: number): void {
    vi.setSystemTime(Date.now() + milliseconds);
  }

  /** Delivers the answers that were held back, so that their requests continue. */
  async answerLate(): Promise<void> {
    this.gateway.answerLate();
    await Promise.all(this.hanging.splice(0));
  }

  /**
   * Whether, according to our rows, the payer of a charge holds something that the charge paid for, or is still paying
   * for it.
   */
  private async stands(paymentId: string): Promise<boolean> {
    const held = await rows(
      `SELECT 1 FROM holdings AS h JOIN payments AS p ON p.id = h.payment_id AND p.delegate_uid = h.uid
      WHERE ? IN (p.id, p.order_id) AND h.state <> 'ended'`,
      paymentId,
    );
    return held.length > 0;
  }

  private readonly seen = new Set<string>();

  /** Compares the rows that have just been stored with the rows that may be stored. Returns the ids of the new rows. */
  private async judge({ asked, group = [], ...about }: About, now: number): Promise<string[]> {
    const [payments, refunds] = await Promise.all([
      rows<StoredPayment>(`SELECT * FROM ${BILLS}`),
      rows<StoredRefund>("SELECT * FROM refunds"),
    ]);
    const fresh = payments.filter(({ id }) => !this.seen.has(id));
    for (const row of fresh) {
      const own = group.find(({ uid, passType }) => uid === row.delegate_uid && passType === row.pass_type);
      await this.judgePayment(row, own ?? asked, now);
    }
    for (const row of refunds.filter(({ id, bank_state }) => bank_state === null && !this.seen.has(id)))
      await this.judgeRefund(row, refunds, about);
    const made = [...fresh, ...refunds].map(({ id }) => id).filter((id) => !this.seen.has(id));
    for (const id of made) this.seen.add(id);
    return made;
  }

  private async judgeRefund(
    row: StoredRefund,
    refunds: StoredRefund[],
    { seenCents, holder }: Pick<About, "seenCents" | "holder">,
  ): Promise<void> {
    const before = refunds.filter(
      ({ id, payment_id, state }) => id !== row.id && payment_id === row.payment_id && state !== "refused",
    );
    const backCents = before.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    const moneyOf = (refund: StoredRefund) =>
      refund.kind === "money" ? refund.amount_cents - refund.credit_cents : 0;
    const [paid] = await rows<StoredPayment>(`SELECT * FROM ${BILLS} WHERE id = ?`, row.payment_id);
    const charged = paid!.amount_cents - paid!.credit_cents;
    if ([row, ...before].reduce((sum, refund) => sum + moneyOf(refund), 0) > charged)
      this.wrong.push("more money goes back than was charged");
    if (seenCents !== undefined && seenCents !== backCents)
      this.wrong.push(
        `given back by somebody who saw that ${seenCents} had gone back, when ${backCents} had`,
      );
    const [had] = await rows<{ uid: string }>(
      `SELECT h.uid FROM refund_lines AS l JOIN holdings AS b ON b.id = l.holding_id
        JOIN holdings AS h ON h.payment_id = b.payment_id AND h.item = b.item
      WHERE l.refund_id = ? AND l.ends AND h.id NOT IN (SELECT from_holding FROM holdings WHERE from_holding IS NOT NULL)`,
      row.id,
    );
    if (had) this.holders.set(row.id, had.uid);
    if (holder !== undefined && had && had.uid !== holder)
      this.wrong.push("somebody gives up what another person holds");
  }

  /** No money may be on its way back for a pass that was just taken over. */
  private async judgeTransfers(): Promise<void> {
    const accepted = await rows<{ id: string; isOnItsWay: number }>(
      `SELECT t.id, EXISTS (SELECT 1 FROM holdings AS h JOIN refunds AS f ON f.payment_id = h.payment_id
        WHERE h.uid = t.to_uid AND h.from_holding IS NOT NULL AND h.state = 'held'
          AND f.state IN ('pending', 'sending', 'unknown')) AS isOnItsWay
      FROM transfers AS t WHERE t.state = 'accepted'`,
    );
    for (const { id, isOnItsWay } of accepted) {
      if (isOnItsWay && !this.seen.has(id)) this.wrong.push("taken over while money for it goes back");
      this.seen.add(id);
    }
  }

  private async judgePayment(row: StoredPayment, asked: About["asked"], now: number): Promise<void> {
    if (this.lost.has(row.id)) return;
    if (!asked || asked.uid !== row.delegate_uid || asked.passType !== row.pass_type) {
      this.wrong.push(`a payment that nobody asked for: ${row.pass_type}`);
      return;
    }
    const price = await specified(asked, now, row.id);
    if (!price) {
      this.wrong.push("something was reserved that is not sold to them");
      return;
    }
    const { totalCents, items, off } = price;
    // Somebody who pays for others does not spend anybody's credit.
    const isOwn = row.payer_uid === row.delegate_uid;
    const creditCents = isOwn ? price.creditCents : 0;
    const dueCents = isOwn ? price.dueCents : totalCents;
    this.prices.set(row.id, dueCents);
    if (row.amount_cents !== totalCents)
      this.wrong.push(`price ${row.amount_cents} instead of ${totalCents}`);
    if (row.credit_cents !== creditCents)
      this.wrong.push(`${row.credit_cents} paid with credit instead of ${creditCents}`);
    if (asked.intended !== undefined && asked.intended !== dueCents)
      this.wrong.push(`reserved at ${dueCents}, and the page said ${asked.intended}`);
    const held = await rows<{ item: string }>(
      "SELECT item FROM holdings WHERE payment_id = ? ORDER BY item",
      row.id,
    );
    if (held.map(({ item }) => item).join() !== items.join())
      this.wrong.push("other things than were asked for");
    const uses = await rows<{ id: string; cents: number }>(
      `SELECT grant_id AS id, u.cents FROM grant_uses AS u JOIN holdings AS h ON h.id = u.holding_id
      WHERE h.payment_id = ?`,
      row.id,
    );
    const listed = (list: { id: string; cents: number }[]) =>
      list
        .map((one) => `${one.id} ${one.cents}`)
        .sort()
        .join();
    if (listed(uses) !== listed(off)) this.wrong.push(`taken off: ${listed(uses)} instead of ${listed(off)}`);
    await this.judgeLimits();
  }

  /**
   * Checks the limits on places, uses and budgets for everything that is live, except rows that were lost and restored.
   */
  private async judgeLimits(): Promise<void> {
    const lost = JSON.stringify([...this.lost]);
    const live = `state IN ('pending', 'held', 'ending')`;
    // A use of a grant counts as long as anybody holds the line that the grant made cheaper.
    const ours = `SELECT b.id FROM holdings AS b JOIN holdings AS h ON h.payment_id = b.payment_id AND h.item = b.item
      WHERE h.${live} AND h.payment_id NOT IN (SELECT value FROM json_each(?1))`;
    const over = await rows<{ what: string }>(
      `SELECT 'places: ' || t.id AS what FROM (SELECT id, places FROM tickets UNION ALL SELECT id, places FROM add_ons) AS t
        WHERE t.places < (SELECT count(*) FROM holdings WHERE item = t.id AND ${live})
        AND NOT EXISTS (SELECT 1 FROM json_each(?1))
      UNION ALL SELECT 'uses: ' || g.id FROM grants AS g WHERE g.max_uses < (SELECT count(*) FROM grant_uses
        WHERE grant_id = g.id AND holding_id IN (${ours}))
      UNION ALL SELECT 'budget: ' || b.id FROM budgets AS b WHERE b.cents < (SELECT sum(u.cents) FROM grant_uses AS u
        JOIN grants AS g ON g.id = u.grant_id WHERE g.budget_id = b.id
        AND u.holding_id IN (${ours}))
      UNION ALL SELECT 'held twice: ' || item FROM holdings WHERE ${live}
        GROUP BY uid, item HAVING count(*) > 1`,
      lost,
    );
    this.wrong.push(...over.map(({ what }) => `more than there is: ${what}`));
  }

  /** Loses a row with everything that belongs to it, as if the database had been restored to an earlier time. */
  async lose(paymentId: string): Promise<void> {
    const order = await rows<{ id: string; order_id: string; lines: string }>(
      "SELECT id, order_id, lines FROM payments WHERE order_id = (SELECT order_id FROM payments WHERE id = ?)",
      paymentId,
    );
    for (const { id, order_id, lines } of order) {
      this.lost.add(id);
      if (this.files.has(`manifests/${order_id}.json`)) this.bills.set(id, lines);
      const gone = [`receipt:${id}`, `order:${id}`];
      await env.DB.batch([
        env.DB.prepare("DELETE FROM takings WHERE order_id = ?").bind(id),
        env.DB.prepare("DELETE FROM invoices WHERE order_id = ?").bind(id),
        env.DB.prepare("DELETE FROM entries WHERE payment_id = ?").bind(id),
        ...RECOUNTED.map((sql) => env.DB.prepare(sql)),
        env.DB.prepare("DELETE FROM payments WHERE id = ?").bind(id),
        env.DB.prepare(
          "DELETE FROM orders WHERE id = ? AND NOT EXISTS (SELECT 1 FROM payments WHERE order_id = orders.id)",
        ).bind(order_id),
        env.DB.prepare("DELETE FROM outbox WHERE event_key IN (?, ?)").bind(...gone),
      ]);
      const kept = this.mails.filter(({ key }) => !gone.includes(key));
      this.mails.splice(0, this.mails.length, ...kept);
    }
  }

  /** A random charge; the newest charges are chosen most often. */
  chargeOf = (draw: () => number) => {
    const { charges } = this.gateway;
    return charges[charges.length - 1 - Math.floor(draw() * draw() * charges.length)];
  };
}
