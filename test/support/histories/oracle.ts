import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { settleTaking } from "~/money/invoices/takings.server.ts";
import { recordGoneBack } from "~/money/refunds/refunds.server.ts";
import { LEDGER_RULES } from "~/staff/holding-invariants.server.ts";
import type { Selection } from "~/values/catalogue.ts";
import { isByHand, WRITTEN_OFF } from "~/values/types.ts";
import type { Entry } from "../fake-gateway.ts";
import { DIRECTOR } from "../money.ts";
import {
  CHORES,
  type Chore,
  comparedWithAudit,
  comparedWithMails,
  HAND_CHORES,
  holdsCanary,
  inspected,
  PAID,
  type Stored,
  type StoredPayment,
  untilQuiet,
} from "../money-state.ts";
import { addressOf, SECOND_PERSON, WRITE_OFF } from "./setting.ts";
import type { Told, World } from "./world.ts";

type Row = Record<string, string & number>;

/** Results that are right in some histories and wrong in others. */
export type Excuses = {
  /** Whether the portal itself is allowed to give back a charge that buys nothing. */
  mayTakeBack: boolean;
};

/** Everything that is wrong once every request has ended, time has passed, and the cron has nothing left to do. */
export async function verdict(world: World, { mayTakeBack }: Excuses): Promise<string[]> {
  await world.answerLate();
  const run = (chore: Chore) => world.request(null, "quiet", undefined, null, chore);
  const all = [...CHORES, ...HAND_CHORES];
  const closing = () => finishByHand(world);
  const { stored, wrong } = await untilQuiet(world.gateway, run, closing, all);
  const isDoubleExcused = world.lost.size > 0;
  const canary = holdsCanary(JSON.stringify(stored)) ? ["a card number is stored"] : [];
  return [
    ...new Set([
      ...world.wrong,
      ...wrong,
      ...world.gateway.anomalies.filter(
        (one) => !(isDoubleExcused && one.startsWith("charged while another")),
      ),
      ...(await inspected(world.gateway)).filter(
        // Credit that came from a charge may already have been spent when somebody cancelled the charge.
        (one) => !(world.voided.size > 0 && one.includes("nobody spends more credit")),
      ),
      ...comparedWithMails(stored, world.mails),
      ...comparedWithAudit(stored, world.lost),
      ...comparedWithCharges(world, stored, mayTakeBack || isDoubleExcused),
      ...comparedWithRefunds(world, stored),
      ...(await comparedWithHands(world, stored)),
      ...(await comparedWithBooks(world, stored)),
      ...(await comparedWithHeld(world, stored)),
      ...(await comparedWithOwners(stored)),
      ...(await comparedWithTold(world, stored)),
      ...(await comparedWithLost(world, stored)),
      ...canary,
    ]),
  ];
}

/** How many cents of a charge are left at the processor. */
const netOf = (world: World, charge: Entry): number =>
  charge.outcome === "captured" ? charge.amountCents - world.gateway.givenBack(charge) : 0;

/** How many cents of a payment were given back, to its card or as credit. */
const backOf = ({ refunds }: Stored, paymentId: string, kind: "money" | "credit"): number =>
  refunds
    .filter((one) => one.payment_id === paymentId && one.state === "done")
    .reduce(
      (sum, one) =>
        sum +
        (kind === one.kind ? one.amount_cents - one.credit_cents : 0) +
        (kind === "credit" ? one.credit_cents : 0),
      0,
    );

/**
 * How many cents of a payment were charged to the card, or how many cents of a refund were sent back to the card. The
 * rest is credit.
 */
const chargedOf = (row: { amount_cents: number; credit_cents: number }) =>
  row.amount_cents - row.credit_cents;

const canonical = (selection: Selection) => JSON.stringify(Object.entries(selection).sort());

const OPEN = ["reserved", "charging", "unknown", "refund_pending"];

/** Each charge must either have a row with exactly its amount, or have been given back completely. */
function comparedWithCharges(world: World, stored: Stored, mayTakeBack: boolean): string[] {
  const wrong: string[] = [];
  const { charges } = world.gateway;
  const sum = (cents: number[]) => cents.reduce((total, one) => total + one, 0);
  for (const charge of charges) {
    const net = netOf(world, charge);
    // One charge pays for all rows of an order.
    const rows = stored.payments.filter(({ order_id }) => order_id === charge.invoiceNumber);
    const row = rows.find(({ id }) => id === charge.invoiceNumber);
    if (net < 0) wrong.push("more given back than was charged");
    if (row?.transaction_id !== charge.transactionId) {
      if (net !== 0) wrong.push(`a charge of ${net} buys nothing: its row is ${row?.state ?? "missing"}`);
      const wasGood = charge.outcome === "voided" || world.gateway.givenBack(charge) > 0;
      if (wasGood && !mayTakeBack && charge.review === null && !world.voided.has(charge.transactionId))
        wrong.push("a good charge was taken back");
      continue;
    }
    // Cancelling a charge gives back all of it, for everybody whose pass it paid for.
    const isCancelled = charge.outcome === "voided" && !world.voided.has(charge.transactionId);
    if (isCancelled && rows.some((one) => backOf(stored, one.id, "money") !== chargedOf(one)))
      wrong.push("a charge was cancelled although not all of it was to go back");
    const kept = sum(
      rows.map((one) => (one.state === "voided" ? 0 : chargedOf(one) - backOf(stored, one.id, "money"))),
    );
    if (PAID.includes(row.state) && net !== kept)
      wrong.push(`the processor has ${net} of a payment, our rows say ${kept} (${row.state})`);
    if (sum(rows.map(chargedOf)) !== charge.amountCents) wrong.push("another amount than was charged");
    const expected = sum(rows.map(({ id }) => world.prices.get(id) ?? Number.NaN));
    if (!Number.isNaN(expected) && expected !== charge.amountCents)
      wrong.push(`charged ${charge.amountCents}, the price was ${expected}`);
    for (const { id, lines } of rows) {
      const bill = world.bills.get(id);
      if (bill !== undefined && lines !== bill) wrong.push(`another bill than was paid: ${lines}`);
    }
    const { carried } = charge;
    if ("people" in carried) {
      if (carried.people !== rows.length || rows.some(({ payer_uid }) => payer_uid !== carried.uid))
        wrong.push("other people or another payer than were paid for");
      if (rows.some(({ transaction_id }) => transaction_id !== row.transaction_id))
        wrong.push("one order has two transactions");
      continue;
    }
    if (
      !("passType" in carried) ||
      carried.passType !== row.pass_type ||
      carried.uid !== row.delegate_uid ||
      canonical(carried.addOns) !== canonical(JSON.parse(row.add_ons))
    )
      wrong.push("another pass, delegate or add-ons than were paid for");
  }
  for (const row of stored.payments) {
    if (OPEN.includes(row.state)) wrong.push(`stuck: ${row.state}`);
    if (!PAID.includes(row.state)) continue;
    const isFree = chargedOf(row) === 0 && row.means === "none";
    if (
      !isFree &&
      !isByHand(row.means) &&
      !charges.some(({ transactionId }) => transactionId === row.transaction_id)
    )
      wrong.push("a payment that the processor does not know");
    if (isFree && world.prices.get(row.id) !== 0) wrong.push("something with a price was taken for nothing");
  }
  return wrong;
}

/** Each refund must have been made once and with the right amount, and nobody may get more than they paid. */
function comparedWithRefunds(world: World, stored: Stored): string[] {
  const wrong: string[] = [];
  // If a bank took money, nobody asked for a refund of it, and no processor was asked to make one.
  for (const row of stored.refunds.filter(({ bank_state }) => bank_state === null)) {
    const paid = stored.payments.find(({ id }) => id === row.payment_id);
    const charge = world.gateway.charges.find(({ transactionId }) => transactionId === paid?.transaction_id);
    const sent = world.gateway.refunds.filter(({ invoiceNumber }) => invoiceNumber === row.id);
    if (!["done", "refused"].includes(row.state)) wrong.push(`stuck refund: ${row.state}`);
    if (paid && paid.payer_uid !== paid.delegate_uid && backOf(stored, row.payment_id, "credit") > 0)
      wrong.push("another person's payment has become credit");
    if (sent.length > 1) wrong.push("one refund was made twice");
    if (sent.some(({ amountCents }) => amountCents !== chargedOf(row)))
      wrong.push("refund of another amount");
    const isMoney = row.kind === "money" && row.state === "done" && row.amount_cents > 0;
    const isOfProcessor = isMoney && !isByHand(paid?.means ?? "");
    if (isOfProcessor ? sent.length === 0 && charge?.outcome !== "voided" : sent.length > 0)
      wrong.push(`refund ${row.kind} ${row.state}, at the processor: ${sent.length} made`);
  }
  for (const { uid } of world.setting.people) {
    const own = stored.payments.filter((row) => row.delegate_uid === uid && PAID.includes(row.state));
    const sum = (cents: number[]) => cents.reduce((total, one) => total + one, 0);
    const back = sum(own.map(({ id }) => backOf(stored, id, "money") + backOf(stored, id, "credit")));
    if (back > sum(own.map((row) => row.amount_cents))) wrong.push("somebody got more than they paid");
    const money = sum(own.map(({ id }) => backOf(stored, id, "money")));
    if (money > sum(own.map(chargedOf))) wrong.push("somebody got more money than they were charged");
  }
  return wrong;
}

/**
 * Lets the time run out for everything that waits for people: nobody confirms anything any more, invoices become due,
 * and money that is owed is given back.
 */
async function finishByHand(world: World): Promise<void> {
  const { results: waiting } = await env.DB.prepare(
    `SELECT t.id, t.state AS taking, p.state FROM takings AS t JOIN payments AS p ON p.id = t.order_id WHERE t.state IN ('waiting', 'unconfirmed')`,
  ).all<Row>();
  for (const { id, state, taking } of waiting) {
    if (taking === "waiting" && state !== "reserved")
      world.wrong.push(`money waits for an invoice that is ${state}`);
    await world.request(null, "closing", undefined, DIRECTOR, (context, visit) =>
      settleTaking(context, visit, id!, "Nobody has confirmed it", "withdrawn"),
    );
  }
  await env.DB.prepare("UPDATE reversals SET state = 'withdrawn' WHERE state = 'waiting'").run();
  const { results: owed } = await env.DB.prepare(
    `SELECT f.id, f.payment_id FROM refunds AS f JOIN payments AS p ON p.id = f.payment_id
    JOIN orders AS o ON o.id = p.order_id WHERE f.state = 'pending' AND o.means IN ('cash', 'bank transfer')`,
  ).all<Row>();
  for (const { id, payment_id } of owed)
    await world.request(null, "closing", undefined, DIRECTOR, (context) =>
      recordGoneBack(context, DIRECTOR, { paymentId: payment_id!, refundId: id!, reference: "TX" }),
    );
  await env.DB.prepare("UPDATE orders SET lease_until = 0 WHERE means = 'invoice'").run();
}

/**
 * Money that was recorded must be there to the cent, even if its row was lost. It must also pay exactly the sum that is
 * due for its order.
 */
async function comparedWithHands(world: World, { payments }: Stored): Promise<string[]> {
  const [takings, reversals, invoices] = await env.DB.batch<Row>([
    env.DB.prepare("SELECT * FROM takings"),
    env.DB.prepare("SELECT * FROM reversals WHERE state = 'done'"),
    env.DB.prepare("SELECT number FROM invoices ORDER BY number"),
  ]);
  const wrong: string[] = [];
  const counted = new Map<string, number>();
  const alone = new Map<string, number>();
  const reversed = new Set<string>();
  const sum = (cents: number[]) => cents.reduce((total, one) => total + one, 0);
  for (const taking of takings!.results) {
    // One invoice may be for several people, and its money pays for all of them.
    const order = payments.filter(({ order_id }) => order_id === taking["order_id"]);
    const cents = taking["amount_cents"]!;
    if (!world.entered.has(taking["id"]!)) wrong.push("money is there that nobody has recorded");
    if (["waiting", "unconfirmed"].includes(taking["state"]!)) wrong.push("money waits for ever");
    const isReversed = reversals!.results.some(
      (one) => one["taking_id"] === taking["id"] && one["was"] === "taken",
    );
    if (isReversed && order.some(({ state }) => state !== "refunded"))
      wrong.push("money was recorded by mistake, and what it paid for stands");
    if (taking["state"] === "part" && order.some(({ state }) => state !== "reserved"))
      wrong.push("a part counts towards an invoice that is not open");
    if (isReversed) reversed.add(taking["order_id"]!);
    if (taking["state"] !== "taken") continue;
    counted.set(taking["order_id"]!, (counted.get(taking["order_id"]!) ?? 0) + cents);
    const by = taking["confirmed_by"] ?? taking["settled_by"];
    const most = taking["means"] === WRITTEN_OFF ? WRITE_OFF : SECOND_PERSON;
    if (taking["recorded_by"] !== by) continue;
    if (cents > most) wrong.push("one person alone has recorded much money");
    if (taking["means"] === WRITTEN_OFF) continue;
    alone.set(taking["order_id"]!, (alone.get(taking["order_id"]!) ?? 0) + cents);
  }
  if ([...alone.values()].some((cents) => cents > SECOND_PERSON))
    wrong.push("one person alone has recorded much money in parts");
  for (const { order_id, state, means } of payments) {
    const isPaid = isByHand(means) && PAID.includes(state);
    const paid = counted.get(order_id) ?? 0;
    if (reversed.has(order_id)) {
      if (paid > 0) wrong.push("a mistaken entry ends only a part of its order");
      continue;
    }
    const order = payments.filter((one) => one.order_id === order_id);
    const due = isPaid ? sum(order.map(chargedOf)) : 0;
    if (paid !== due) wrong.push(`${state} by ${means}, ${paid} came in for ${due}`);
    const price = sum(order.map(({ id }) => world.prices.get(id) ?? Number.NaN));
    if (isPaid && !Number.isNaN(price) && price !== due)
      wrong.push(`paid ${due} by hand, the price was ${price}`);
  }
  for (const [id, cents] of world.received) {
    const taking = takings!.results.find((one) => one["id"] === id);
    // If money was still waiting to be confirmed when its row was lost, it is recorded nowhere else.
    const isKept = world.lost.size === 0 || world.counted.has(id);
    if (isKept && taking?.["amount_cents"] !== cents) wrong.push(`${cents} was recorded, and is not there`);
  }
  const isCounted = invoices!.results.every(({ number }, index) => number === index + 1);
  if (!isCounted && world.lost.size === 0) wrong.push("a number of an invoice is missing");
  return wrong;
}

/**
 * What is wrong with the ledger after a step. The ledger must agree with the bills at every moment, not only at the
 * end.
 */
export async function comparedWithLedger(step: number): Promise<string[]> {
  const db = drizzle(env.DB);
  const broken = await Promise.all(
    Object.entries(LEDGER_RULES).map(async ([rule, query]) =>
      (await db.all(query())).length > 0 ? [rule] : [],
    ),
  );
  return broken.flat().map((rule) => `after step ${step} it is not true: ${rule}`);
}

/** Our ledger and the counts must agree with the processor's ledger. */
async function comparedWithBooks(world: World, stored: Stored): Promise<string[]> {
  const [uneven, accounts, revenue] = await env.DB.batch<Row>([
    env.DB.prepare("SELECT event FROM entries GROUP BY event HAVING sum(cents) <> 0"),
    env.DB.prepare("SELECT account, sum(cents) AS cents FROM entries GROUP BY account"),
    env.DB.prepare("SELECT coalesce(sum(total), 0) AS cents FROM tallies WHERE name = 'revenue'"),
  ]);
  const standing = stored.payments.filter(({ state }) => state !== "voided");
  const sum = (cents: number[]) => cents.reduce((total, one) => total + one, 0);
  const book = sum(world.gateway.charges.map((charge) => netOf(world, charge)));
  const spent = standing.filter(({ state }) => PAID.includes(state)).map(({ credit_cents }) => credit_cents);
  const credit = sum(standing.map(({ id }) => backOf(stored, id, "credit"))) - sum(spent);
  const ofHands = standing.filter(({ means, state }) => isByHand(means) && PAID.includes(state));
  const byHand = sum(ofHands.map((row) => chargedOf(row) - backOf(stored, row.id, "money")));
  const accountOf = (name: string) =>
    accounts!.results.find(({ account }) => account === name)?.["cents"] ?? 0;
  return [
    ...(uneven!.results.length > 0 ? ["the entries of an event do not come to nothing"] : []),
    ...(accountOf("fake") === book ? [] : [`the ledger says ${accountOf("fake")}, the processor ${book}`]),
    ...(accountOf("credit") === -credit
      ? []
      : [`the ledger says ${accountOf("credit")} of credit, given ${credit}`]),
    ...(revenue!.results[0]!["cents"] === book + accountOf("cash") + accountOf("bank transfer")
      ? []
      : ["the counted revenue is not what the processor has and what came in by hand"]),
    ...(accountOf("cash") + accountOf("bank transfer") ===
    byHand - accountOf("owed") - accountOf("written off")
      ? []
      : ["the ledger does not say what came in by hand"]),
  ];
}

/** Everything that somebody holds must have been paid for or given to them, and must not have been given back. */
async function comparedWithHeld(world: World, { payments }: Stored): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `SELECT h.*, EXISTS (SELECT 1 FROM refund_lines AS l JOIN refunds AS f ON f.id = l.refund_id AND f.state = 'done'
        JOIN holdings AS b ON b.id = l.holding_id AND b.payment_id = h.payment_id AND b.item = h.item
        WHERE l.ends) AS is_given_back,
      EXISTS (SELECT 1 FROM holdings AS p WHERE p.uid = h.uid AND p.item = h.pass_type AND p.state = 'held') AS has_pass
    FROM holdings AS h WHERE h.state = 'held'`,
  ).all<Row>();
  return results.flatMap((held) => {
    const row = payments.find(({ id }) => id === held["payment_id"]);
    const charge = world.gateway.charges.find(({ transactionId }) => transactionId === row?.transaction_id);
    const isPaid =
      row?.state === "captured" &&
      (chargedOf(row) === 0 ||
        charge?.outcome === "captured" ||
        // If a bank has taken back the money of a pass, people decide what becomes of the pass.
        charge?.outcome === "returned" ||
        isByHand(row.means));
    return [
      ...(isPaid ? [] : [`somebody holds ${held["item"]}, whose payment is ${row?.state ?? "missing"}`]),
      ...(isPaid && !includes(row, held["item"]!)
        ? [`somebody holds ${held["item"]}, which was not asked for`]
        : []),
      ...(held["is_given_back"] ? [`somebody holds ${held["item"]}, which was given back`] : []),
      ...(held["has_pass"] ? [] : [`somebody holds ${held["item"]} without its pass`]),
    ];
  });
}

/**
 * Who has what, worked out from the acts in order. What a captured payment has bought belongs to the delegate for whom
 * the payment was made. Somebody who accepts a pass gets everything that the previous holder had with it.
 */
async function comparedWithOwners({ payments, transfers, audit }: Stored): Promise<string[]> {
  const owners = new Map<string, string>();
  const passOf = new Map(payments.map((row) => [row.id, row.pass_type]));
  for (const { action, object, detail } of audit) {
    const id = object.replace("payments/", "");
    const paid = payments.find((row) => row.id === id);
    if (paid && ["payment captured", "payment rebuilt"].includes(action)) owners.set(id, paid.delegate_uid);
    if (action !== "take over pass") continue;
    const transfer = transfers.find((one) => one.id === JSON.parse(detail!).transfer)!;
    for (const [bill, owner] of owners) {
      if (owner === transfer.from_uid && passOf.get(bill) === passOf.get(id))
        owners.set(bill, transfer.to_uid!);
    }
  }
  const { results } = await env.DB.prepare(
    "SELECT payment_id, uid, item FROM holdings WHERE state = 'held'",
  ).all<Row>();
  return results
    .filter((held) => owners.get(held["payment_id"]!) !== held["uid"])
    .map((held) => `${held["item"]} is held by somebody whose it is not`);
}

/** If somebody lost something that they had not paid for, they must have been told. */
async function comparedWithLost(world: World, { payments, refunds, audit }: Stored): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT event_key, recipient FROM outbox WHERE event_key LIKE 'lost:%'",
  ).all<Row>();
  const told = new Map(results.map((mail): [string, string] => [mail["event_key"]!, mail["recipient"]!]));
  const withdrawn = new Set<string>(
    audit.filter(({ action }) => action === "withdraw").map(({ detail }) => JSON.parse(detail!).refund),
  );
  return refunds.flatMap(({ id, payment_id, reversal_id }) => {
    const paid = payments.find((one) => one.id === payment_id);
    const holder = world.holders.get(id);
    if (holder === undefined || withdrawn.has(id) || reversal_id !== null) return [];
    if (holder === paid?.payer_uid) return [];
    return told.get(`lost:${id}`) === addressOf(holder)
      ? []
      : ["somebody has lost something and is not told"];
  });
}

const includes = ({ pass_type, add_ons }: StoredPayment, item: string): boolean =>
  item === pass_type || item === "h2023virtual" || Object.hasOwn(JSON.parse(add_ons), item);

async function comparedWithTold(world: World, stored: Stored): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT payment_id, item FROM holdings WHERE state <> 'ended'",
  ).all<Row>();
  const kept = new Set(results.map((held) => `${held["payment_id"]} ${held["item"]}`));
  return world.told.flatMap((told) => liesIn(told, world, stored, kept));
}

function liesIn(
  told: Told,
  world: World,
  { payments, refunds, transfers }: Stored,
  kept: ReadonlySet<string>,
): string[] {
  switch (told.what) {
    case "accepted": {
      const row = transfers.find(({ id }) => id === told.id);
      return row?.state === "accepted" && row.closed_by === told.uid && row.to_uid === told.uid
        ? []
        : ["told that it is accepted, and it is not"];
    }
    case "taken back":
      return transfers.some(({ id, state }) => id === told.id && state === "taken back")
        ? []
        : ["told that the offer is taken back, and it is not"];
    case "refused":
      return told.made.length > 0 ? ["told that it is refused, and it was done"] : [];
    case "given back": {
      const row = refunds.find(({ id }) => id === told.id);
      if (!row) return ["told that it is given back, and it is not"];
      if (row.state === "done" && told.items.some((item) => kept.has(`${row.payment_id} ${item}`)))
        return ["told that it has ended, and it is still held"];
      return told.cents !== null && told.cents !== row.amount_cents
        ? ["given back another amount than told"]
        : [];
    }
    case "attempt": {
      if (world.lost.has(told.id)) return [];
      const row = payments.find(({ id }) => id === told.id);
      const charge = world.gateway.charges.find(({ invoiceNumber }) => invoiceNumber === told.id);
      if (told.state === "captured" && !PAID.includes(row?.state ?? ""))
        return [`told paid, and is ${row?.state}`];
      const isCharged = charge !== undefined && netOf(world, charge) > 0;
      return told.state === "declined" && isCharged ? ["told declined, and is charged"] : [];
    }
  }
}
