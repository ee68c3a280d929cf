import { receiveWebhook } from "~/money/reconciler/webhooks.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { logFault } from "~/platform/log.server.ts";
import { HOUR, MINUTE, SECOND } from "~/values/durations.ts";
import { BILLS } from "../bills.ts";
import { pick } from "../faults.ts";
import { CHORES, HAND_CHORES } from "../money-state.ts";
import { type Act, oneOf, rows } from "./act.ts";

/** Delivers the processor's report about a charge. */
function told(context: Context, notificationId: string, transactionId: string) {
  const event = {
    notificationId,
    type: "net.authorize.payment.authcapture.created",
    subject: { transactionId },
  };
  return receiveWebhook(context, new TextEncoder().encode(JSON.stringify(event)), new Headers());
}

/** The acts of the processor, the cron, the database and the clock. */
export const ACTS_OF_MACHINES: Record<string, Act> = {
  "the processor tells of a charge": {
    weight: 10,
    async run({ world, draw, note, request }) {
      const charge = world.chargeOf(draw);
      if (!charge) return;
      note(`webhook about ${charge.transactionId}`);
      const id = draw() < 0.6 ? world.notification() : `again-${charge.transactionId}`;
      await request(null, (context) => told(context, id, charge.transactionId));
    },
  },
  "the cron runs": {
    weight: 10,
    run({ draw, note, request, isPlain }) {
      const how = isPlain ? 0 : draw();
      const all = [...CHORES, ...HAND_CHORES];
      const chores = how < 0.6 ? all : how < 0.8 ? all.toReversed() : [pick(all, draw)];
      note(`cron: ${chores.map(({ name }) => name).join(" ")}`);
      return request(null, async (context) => {
        for (const chore of chores) {
          await chore(context).catch((error: unknown) =>
            logFault(error, { requestId: "", method: "cron", path: chore.name }),
          );
        }
      });
    },
  },
  "a row is lost": {
    weight: 2,
    isAlone: true,
    async run({ world, draw, note }) {
      const paid = oneOf(
        await rows<{ id: string }>(
          `SELECT o.id FROM payments AS o WHERE o.state = 'captured' AND o.credit_cents = 0
          AND NOT EXISTS (SELECT 1 FROM payments AS m
            WHERE m.order_id = o.order_id AND (m.state <> 'captured'
              OR m.id IN (SELECT payment_id FROM refunds)
              OR m.id IN (SELECT h.payment_id FROM transfers AS t JOIN holdings AS h ON h.id = t.holding_id)
              OR m.id IN (SELECT h.payment_id FROM holdings AS h JOIN payments AS p ON p.id = h.payment_id
                WHERE h.uid <> p.delegate_uid))) ORDER BY o.rowid`,
        ),
        draw,
      );
      if (!paid) return;
      note(`the row of ${paid.id} is lost`);
      await world.lose(paid.id);
    },
  },
  "the processor settles": {
    weight: 4,
    isAlone: true,
    async run({ world, note }) {
      note("what was charged is settled");
      world.gateway.settle();
    },
  },
  "a charge is cancelled at the processor": {
    weight: 2,
    isAlone: true,
    async run({ world, draw, note }) {
      const charge = world.chargeOf(draw);
      if (!charge) return;
      note(`${charge.transactionId} is cancelled at the processor`);
      if ((await world.gateway.void(charge.transactionId)).outcome === "done")
        world.voided.add(charge.transactionId);
    },
  },
  "a bank takes a charge back": {
    weight: 2,
    isAlone: true,
    async run({ world, draw, note, request }) {
      // A bank cannot take back money that became credit (docs/decisions/0060-what-a-bank-takes-back.md).
      const paid = oneOf(
        await rows<{ transaction_id: string }>(
          `SELECT o.transaction_id FROM ${BILLS} AS o WHERE o.state IN ('captured', 'refund_pending', 'refunded')
            AND o.order_id = o.id AND NOT EXISTS (SELECT 1 FROM payments AS m
              JOIN refunds AS f ON f.payment_id = m.id AND f.kind = 'credit'
              WHERE m.order_id = o.id) ORDER BY o.rowid`,
        ),
        draw,
      );
      const charge = world.gateway.charges.find(
        ({ transactionId, outcome }) => transactionId === paid?.transaction_id && outcome === "captured",
      );
      if (!charge) return;
      note(`a bank takes ${charge.transactionId} back`);
      Object.assign(charge, { outcome: "returned", settled: true });
      await request(null, (context) => told(context, world.notification(), charge.transactionId));
    },
  },
  "the bank gives a charge back": {
    weight: 2,
    isAlone: true,
    async run({ world, draw, note, request }) {
      const charge = oneOf(
        world.gateway.charges.filter(({ outcome }) => outcome === "returned"),
        draw,
      );
      if (!charge) return;
      note(`the bank gives ${charge.transactionId} back`);
      charge.outcome = "captured";
      await request(null, (context) => told(context, world.notification(), charge.transactionId));
    },
  },
  "late answers come": {
    weight: 4,
    isAlone: true,
    async run({ world, note }) {
      note("late answers come");
      await world.answerLate();
    },
  },
  "time passes": {
    weight: 6,
    isAlone: true,
    async run({ world, draw, note }) {
      const wait = pick([SECOND, MINUTE, 2 * MINUTE, 11 * MINUTE, HOUR, 6 * HOUR], draw);
      note(`${wait / MINUTE} minutes pass`);
      world.pass(wait);
    },
  },
};
