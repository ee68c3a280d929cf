import { type SQL, sql } from "drizzle-orm";
import { users } from "#db/schema/accounts.ts";
import { subscriptionPeriods } from "#db/schema/money.ts";
import type { MailText } from "~/mail/mail-text.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { subscriptionMails } from "./mails.ts";
import type { Subscription } from "./subscription-rows.server.ts";

/** The statement that queues a mail to the subscriber, once per event, if `condition` holds. */
export function mailTo(
  { db }: Context,
  { id, uid }: Subscription,
  condition: SQL,
  event: string,
  text: MailText,
) {
  return queueMail(
    db,
    {
      kind: "payment",
      uid: sql`${users.uid}`,
      eventKey: `subscription:${id}:${event}`,
      recipient: sql`${users.email}`,
      text,
    },
    sql`FROM ${users} WHERE ${condition} AND ${users.uid} = ${uid}`,
  ).onConflictDoNothing();
}

/** The statement that queues the receipt of a period, if there is such a period. */
export function receiptMail({ db, origin }: Context, { uid, title }: Subscription, period: string) {
  const isThere: SQL = sql`EXISTS (SELECT 1 FROM ${subscriptionPeriods}
    WHERE ${subscriptionPeriods.id} = ${period})`;
  return queueMail(
    db,
    {
      kind: "payment",
      uid: sql`${users.uid}`,
      eventKey: `subscription-receipt:${period}`,
      recipient: sql`${users.email}`,
      text: subscriptionMails.receipt(title, `${origin}/plus/receipt/${period}`),
    },
    sql`FROM ${users} WHERE ${isThere} AND ${users.uid} = ${uid}`,
  ).onConflictDoNothing();
}
