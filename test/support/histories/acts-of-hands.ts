import { confirmTaking } from "~/money/invoices/confirming.server.ts";
import { sellAtDesk } from "~/money/invoices/desk.server.ts";
import { cancelInvoice } from "~/money/invoices/invoices.server.ts";
import { askForInvoice } from "~/money/invoices/issuing.server.ts";
import { confirmReversal, reverseTaking, withdrawReversal } from "~/money/invoices/reversals.server.ts";
import { recordTaking, settleTaking } from "~/money/invoices/takings.server.ts";
import { ownOrder } from "~/money/payments/checked-payment.server.ts";
import { recordGoneBack } from "~/money/refunds/refunds.server.ts";
import { leavesClosed } from "~/programme/agenda.server.ts";
import type { Selection } from "~/values/catalogue.ts";
import { type PassType, type TakingMeans, WRITTEN_OFF } from "~/values/types.ts";
import { pick } from "../faults.ts";
import { DIRECTOR } from "../money.ts";
import { type Act, BUYER, freeIn, idOfForm, isAccepted, oneOf, personIn, rows, run, staffIn } from "./act.ts";
import { payable, specified } from "./price-oracle.ts";
import type { Scene } from "./world.ts";

const COMING = { reference: "TX", receivedOn: "2019-02-08" } as const;
const means = (draw: () => number) => pick(["bank transfer", "cash"] as const, draw);

/** A choice, and the price that somebody was told. */
async function order(scene: Scene) {
  const { world, draw, isPlain } = scene;
  const uid = (isPlain ? (scene.who ?? (await freeIn(scene))) : undefined) ?? personIn(scene);
  const passType: PassType =
    draw() < (isPlain ? 0.9 : 0.7) && (!isPlain || isAccepted(scene, uid)) ? "goldPlus" : "gold";
  const selection: Selection = passType === "goldPlus" && draw() < 0.4 ? { h2023mug: true } : {};
  const code = isPlain || draw() < 0.7 ? "" : pick(world.setting.codes, draw).code;
  const asked = { uid, buys: "pass" as const, passType, selection, code };
  const price = await specified(asked);
  const total = price?.dueCents;
  return {
    asked,
    total,
    intended: { passCost: undefined, total: total === undefined ? undefined : total / 100 },
  };
}

/** An invoice, with the amount that is missing and the part that has come in, both in cents. */
const openInvoice = (draw: () => number) =>
  rows<{ id: string; uid: string; cents: number; parts: number; state: string }>(
    `SELECT p.id, o.payer_uid AS uid, p.state, t.parts, o.due_cents - t.parts AS cents
    FROM (SELECT q.id AS order_id, (SELECT coalesce(sum(amount_cents), 0) FROM takings
      WHERE order_id = q.id AND state = 'part') AS parts FROM orders AS q) AS t JOIN payments AS p
    ON p.id = t.order_id JOIN orders AS o ON o.id = p.id JOIN invoices AS i ON i.order_id = o.id ORDER BY p.state = 'reserved', p.rowid`,
  ).then((found) => oneOf(found, () => 1 - draw() * draw() - Number.EPSILON));

const takingIn = (state: string, draw: () => number) =>
  rows<{ id: string; by: string }>(
    'SELECT id, recorded_by AS "by" FROM takings WHERE state = ? ORDER BY rowid',
    state,
  ).then((found) => oneOf(found, draw));

/** The acts about money that is recorded by hand. */
export const ACTS_OF_HANDS: Record<string, Act> = {
  "ask for an invoice": {
    weight: 14,
    async run(scene) {
      const { world, note, request } = scene;
      const { asked, total, intended } = await order(scene);
      const { uid, passType } = asked;
      note(`${uid.slice(0, 19)} asks for an invoice for ${passType}${asked.code && ` with ${asked.code}`}`);
      const due = await payable(asked, null);
      const ending = await request(
        uid,
        (context, visit) =>
          askForInvoice(context, visit, ownOrder({ ...asked, intended, heldPass: null }), BUYER),
        { asked: { ...asked, intended: total } },
      );
      if (typeof ending === "string" || "error" in ending) return;
      const { value, made = [] } = ending;
      if ("id" in value) {
        world.told.push({ what: "attempt", id: value.id, state: "reserved" });
        return;
      }
      world.told.push({ what: "refused", made });
      const isSame = due !== null && due > 0 && due === total && due === (await payable(asked, null));
      if (isSame && value.status !== 429 && !world.isBusy())
        world.wrong.push(`no invoice although it could be paid: ${value.refused}`);
    },
  },
  "somebody pays at the desk": {
    weight: 5,
    async run(scene) {
      const { world, draw, note, request } = scene;
      const buyer = draw() < 0.7 ? { ...scene, who: await freeIn(scene) } : scene;
      const { asked, total, intended } = await order(buyer);
      const sale = { ...asked, code: "" };
      const price = asked.code === "" ? total : (await specified(sale))?.dueCents;
      const entry = idOfForm(draw);
      world.entered.add(entry);
      note(`${asked.uid.slice(0, 19)} brings money for ${asked.passType}`);
      const ending = await request(
        staffIn(scene),
        (context, visit) =>
          sellAtDesk(context, visit, {
            ...{ uid: sale.uid, passType: sale.passType, selection: sale.selection, heldPass: null },
            intended: { ...intended, total: price === undefined ? undefined : price / 100 },
            ...{ means: means(draw), ...COMING, entry },
          }),
        { asked: { ...sale, intended: price } },
      );
      if (typeof ending === "string" || "error" in ending) return;
      if ("payment" in ending.value)
        world.told.push({ what: "attempt", id: ending.value.payment, state: "reserved" });
    },
  },
  "staff record money": {
    weight: 16,
    async run(scene) {
      const { world, draw, note, request, isPlain } = scene;
      const invoice = await openInvoice(draw);
      if (!invoice) return;
      const isOpen = invoice.state === "reserved";
      const isOwed = isPlain ? !isOpen : draw() < (isOpen ? 0.1 : 0.7);
      const amountCents =
        isPlain || draw() < 0.85 ? invoice.cents : pick([invoice.cents - 1, 60_000, 1_000], draw);
      const id = idOfForm(draw);
      const cameBy = means(draw);
      // After a part has come in, the rest is written off about as often as it is paid. No random number is drawn for
      // this, so the sequence of random numbers is the same as in a history without parts.
      const isWrittenOff = invoice.parts > 0 && !isOwed && id.charCodeAt(0) % 2 === 0;
      note(
        `staff ${isWrittenOff ? "write off" : "record"} ${amountCents} for ${invoice.id}${isOwed ? ", which is owed" : ""}`,
      );
      world.entered.add(id);
      const as: TakingMeans = isWrittenOff ? WRITTEN_OFF : cameBy;
      const taken = { id, orderId: invoice.id, amountCents, isOwed, means: as, ...COMING };
      const ending = await request(staffIn(scene), (context, visit) => recordTaking(context, visit, taken));
      if (typeof ending === "string" || "error" in ending) return;
      if ("taking" in ending.value) {
        world.received.set(ending.value.taking, amountCents);
        if (!ending.value.isWaiting) world.counted.add(ending.value.taking);
      }
      if (!isOwed && "taking" in ending.value && amountCents > invoice.cents && !world.isBusy())
        world.wrong.push("more money than is missing counts towards an invoice");
    },
  },
  "staff confirm money": {
    weight: 14,
    async run(scene) {
      const { world, draw, note, request, isPlain } = scene;
      const taking =
        (draw() < 0.7 ? await takingIn("waiting", draw) : null) ?? (await takingIn("unconfirmed", draw));
      if (!taking) return;
      note(`${taking.id} is confirmed`);
      // If `isOther` is false, the person who recorded the money may be the one who tries to confirm it.
      const isOther = (isPlain || draw() < 0.7) && taking.by === DIRECTOR;
      const who = isOther ? world.setting.people[0]!.uid : staffIn(scene);
      const ending = await request(who, (context, visit) =>
        confirmTaking(context, { uid: visit.viewer.uid, now: visit.now }, taking.id),
      );
      if (typeof ending !== "string" && "value" in ending && "confirmed" in ending.value)
        world.counted.add(taking.id);
    },
  },
  "money is settled": {
    weight: 5,
    async run(scene) {
      const { draw, note, request, isPlain } = scene;
      const [waiting, owed] = [await takingIn("waiting", draw), await takingIn("unwanted", draw)];
      const isWithdrawn = !owed || (!isPlain && draw() < 0.4);
      const [as, taking] = isWithdrawn ? (["withdrawn", waiting] as const) : (["returned", owed] as const);
      if (!taking) return;
      note(`${taking.id} is ${as}`);
      await request(staffIn(scene), (context, visit) =>
        settleTaking(context, visit, taking.id, "So it is", as),
      );
    },
  },
  "money was recorded by mistake": {
    weight: 6,
    async run(scene) {
      const { draw, note, request, isPlain } = scene;
      const taking = await takingIn(isPlain || draw() < 0.6 ? "taken" : "unwanted", draw);
      if (!taking) return;
      note(`${taking.id} is reversed`);
      const asked = { id: idOfForm(draw), takingId: taking.id, reason: "Another person's" };
      await request(staffIn(scene), (context, visit) =>
        reverseTaking(context, visit, asked, leavesClosed(context, visit)),
      );
    },
  },
  "a reversal is decided": {
    weight: 5,
    async run(scene) {
      const { world, draw, note, request, isPlain } = scene;
      const asked = oneOf(
        await rows<{ id: string; by: string }>(
          `SELECT id, asked_by AS "by" FROM reversals WHERE state = 'waiting' ORDER BY rowid`,
        ),
        draw,
      );
      if (!asked) return;
      const isConfirmed = isPlain || draw() < 0.8;
      note(`the reversal ${asked.id} is ${isConfirmed ? "confirmed" : "withdrawn"}`);
      const isOther = (isPlain || draw() < 0.7) && asked.by === DIRECTOR;
      const who = isOther ? world.setting.people[0]!.uid : staffIn(scene);
      await request(
        who,
        async (context, visit): Promise<unknown> =>
          isConfirmed
            ? confirmReversal(context, visit, asked.id, leavesClosed(context, visit))
            : withdrawReversal(context, visit, asked.id),
      );
    },
  },
  "an invoice is cancelled": {
    weight: 5,
    async run(scene) {
      const { draw, note, request } = scene;
      const invoice = await openInvoice(draw);
      if (!invoice) return;
      note(`${invoice.id} is cancelled`);
      const isOwn = draw() < 0.7;
      await request(isOwn ? invoice.uid : staffIn(scene), (context, visit) =>
        cancelInvoice(context, visit, invoice.id, isOwn ? invoice.uid : null),
      );
    },
  },
  "an invoice is due": {
    weight: 4,
    isAlone: true,
    async run({ draw, note }) {
      const invoice = await openInvoice(draw);
      if (!invoice) return;
      note(`${invoice.id} is due`);
      await run("UPDATE orders SET lease_until = 0 WHERE id = ? AND means = 'invoice'", invoice.id);
    },
  },
  "what came in by hand has gone back": {
    weight: 5,
    async run(scene) {
      const { draw, note, request } = scene;
      const refund = oneOf(
        await rows<{ id: string; payment_id: string }>(
          `SELECT f.id, f.payment_id FROM refunds AS f JOIN payments AS p ON p.id = f.payment_id
          JOIN orders AS o ON o.id = p.order_id WHERE f.state = 'pending' AND o.means IN ('cash', 'bank transfer') ORDER BY f.rowid`,
        ),
        draw,
      );
      if (!refund) return;
      note(`${refund.id} has gone back by hand`);
      const gone = { paymentId: refund.payment_id, refundId: refund.id, reference: "TX" };
      await request(staffIn(scene), (context, visit) => recordGoneBack(context, visit.viewer.uid, gone));
    },
  },
};
