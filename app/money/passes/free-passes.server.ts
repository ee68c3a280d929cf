import { and, eq, sql } from "drizzle-orm";
import { users } from "#db/schema/accounts.ts";
import { payments } from "#db/schema/money.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { auditEntry } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import type { Refused } from "~/values/types.ts";
import { passMails } from "./mails.ts";
import { refundMessages } from "./messages.ts";

/**
 * For staff with the ability money, with a reason: ends a pass that cost nothing, with all that was taken with it, and
 * tells its holder. There is nothing to give back; what the grants took off is free again.
 */
export async function endFreePass(
  context: Context,
  { viewer }: SignedIn,
  { paymentId, reason }: { paymentId: string; reason: string },
): Promise<{ ended: true } | Refused<409>> {
  const { db, origin } = context;
  const [ended] = await db.batch([
    db
      .update(payments)
      .set({ state: "voided" })
      .where(and(eq(payments.id, paymentId), eq(payments.gateway, "none"), eq(payments.state, "captured")))
      .returning({ id: payments.id }),
    auditEntry(context, {
      actorUid: viewer.uid,
      action: "end free pass",
      object: `payments/${paymentId}`,
      detail: { reason },
    }),
    queueMail(
      db,
      {
        eventKey: `ended:${paymentId}`,
        recipient: sql`${users.email}`,
        text: passMails.ended(`${origin}/payment-info`),
      },
      sql`FROM ${users} WHERE changes() > 0 AND ${users.uid} =
        (SELECT ${payments.delegateUid} FROM ${payments} WHERE ${payments.id} = ${paymentId})`,
    ).onConflictDoNothing(),
  ]);
  return ended.length === 1 ? { ended: true } : { refused: refundMessages.staff.notRefundable, status: 409 };
}
