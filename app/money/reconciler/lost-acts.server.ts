import { and, eq, sql } from "drizzle-orm";
import { insertFrom } from "#db/client.ts";
import { invoices, takings } from "#db/schema/invoices.ts";
import { payments } from "#db/schema/money.ts";
import { audit } from "#db/schema/staff.ts";
import { type Act, idOfAct, keepAct, keptActs, readAct } from "~/money/passes/acts.server.ts";
import { receiptMail } from "~/money/passes/payments.server.ts";
import { reservation } from "~/money/passes/reservations.server.ts";
import { auditEntry, auditFact } from "~/platform/audit.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { logFault } from "~/platform/log.server.ts";
import { INVOICED, isByHand } from "~/values/types.ts";

const MOST_AT_ONCE = 100;

const LEFT = "act left to a person";

/**
 * Compares the acts that are kept beside the database with our rows, which may be those of yesterday: what is missing
 * here is written again, and what is missing there is kept.
 */
export async function compareActs(context: Context): Promise<void> {
  const { db, requestId } = context;
  const kept = JSON.stringify(await keptActs(context));
  const [lost, unkept] = [
    await db.all<{ id: string }>(sql`
      SELECT value AS id FROM json_each(${kept})
      WHERE NOT EXISTS (SELECT 1 FROM ${takings} WHERE ${takings.id} = value)
        AND NOT EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = value)
        AND NOT EXISTS (SELECT 1 FROM ${audit} WHERE ${audit.object} = 'acts/' || value AND ${audit.action} = ${LEFT})
      LIMIT ${MOST_AT_ONCE}`),
    await db
      .select()
      .from(payments)
      .where(
        and(eq(payments.gateway, "none"), sql`${payments.id} NOT IN (SELECT value FROM json_each(${kept}))`),
      )
      .limit(MOST_AT_ONCE),
  ];
  for (const payment of unkept)
    await keepAct(context, { kind: "free", payment, invoice: null, taking: null });
  for (const { id } of lost) {
    try {
      const act = await readAct(context, id);
      if (act) await (act.kind === "free" ? takeAgain(context, act) : writeAgain(context, act));
    } catch (error) {
      logFault(error, { requestId, method: "rebuild", path: `acts/${id}` });
    }
  }
}

/** A pass that cost nothing. If something else holds it by now, nobody has lost anything but what they can take again. */
async function takeAgain(context: Context, act: Act): Promise<void> {
  const { db } = context;
  const object = `acts/${idOfAct(act)}`;
  const { id } = act.payment;
  const [again] = await db.batch([
    reservation(db, { ...act.payment, leaseUntil: 0 }, null),
    auditEntry(context, { actorUid: null, action: "payment rebuilt", object: `payments/${id}` }),
    receiptMail(context, id, sql`changes() > 0`),
  ]);
  if (again.length === 0) await auditFact(context, { actorUid: null, action: LEFT, object });
}

/**
 * Money that came in by hand. It pays its invoice again, whose row may be lost too. If that was ended or cancelled in the
 * database as it is now, or something else holds the pass, the money is owed to whoever sent it, and the staff see so.
 */
async function writeAgain(context: Context, { kind, payment, invoice, taking }: Act): Promise<void> {
  if (!invoice || !taking) return;
  const { db } = context;
  const { id, conferenceId } = payment;
  const { means } = taking;
  const paid = { state: "captured" as const, gateway: means, leaseUntil: 0 };
  const { createdAt, settledAt } = payment;
  const pays = kind === "taken" && isByHand(payment.gateway);
  const number = sql`CASE WHEN EXISTS (SELECT 1 FROM ${invoices} WHERE ${invoices.conferenceId} = ${conferenceId}
    AND ${invoices.number} = ${invoice.number}) THEN (SELECT max(${invoices.number}) + 1 FROM ${invoices}
    WHERE ${invoices.conferenceId} = ${conferenceId}) ELSE ${invoice.number} END`;
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = ${id})`;
  await db.batch([
    db
      .update(payments)
      .set({ ...paid, createdAt, settledAt })
      .where(and(eq(payments.id, id), eq(payments.state, "reserved"), pays ? undefined : sql`false`)),
    ...(pays ? [reservation(db, { ...payment, ...paid }, null)] : []),
    insertFrom(
      db,
      payments,
      { ...payment, state: "released", gateway: INVOICED, leaseUntil: 0 },
      sql`WHERE ${isNew}`,
    ),
    insertFrom(
      db,
      invoices,
      { ...invoice, number },
      sql`WHERE NOT EXISTS (SELECT 1 FROM ${invoices} WHERE ${invoices.paymentId} = ${id})`,
    ),
    insertFrom(
      db,
      takings,
      {
        ...taking,
        state: pays
          ? sql`iif(${payments.state} = 'captured' AND NOT EXISTS (SELECT 1 FROM ${takings}
              WHERE ${takings.paymentId} = ${id} AND ${takings.state} IN ('waiting', 'taken')), 'taken', 'unwanted')`
          : "unwanted",
      },
      sql`FROM ${payments} WHERE ${payments.id} = ${id}`,
    ).onConflictDoNothing(),
    auditEntry(context, {
      actorUid: null,
      action: "receipt rebuilt",
      object: `payments/${id}`,
      detail: { taking: taking.id },
    }),
    receiptMail(
      context,
      id,
      sql`EXISTS (SELECT 1 FROM ${takings} WHERE ${takings.id} = ${taking.id} AND ${takings.state} = 'taken')`,
      means,
    ),
  ]);
}
