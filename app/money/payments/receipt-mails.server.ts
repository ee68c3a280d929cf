import { type Column, type SQL, sql } from "drizzle-orm";
import { users } from "#db/schema/accounts.ts";
import { answers } from "#db/schema/applications.ts";
import { events, tickets } from "#db/schema/conference.ts";
import { orders, payments } from "#db/schema/money.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { isItsOrder } from "~/standing/payments.server.ts";
import type { HandMeans } from "~/values/types.ts";
import { paymentMails, RECEIPT } from "./mails.ts";

// The statement that queues a receipt also writes its text. It is in the same batch as the statement that settles the
// payment, so that both take effect or neither does. This is why the text is made in SQL. receipt-mails.test.ts
// compares each SQL expression with the rule of the same name.

/** The SQL expression for an amount in the form that `dollars` writes. */
export const inDollars = (cents: SQL): SQL =>
  sql`iif(${cents} % 100 = 0, printf('$%,d', ${cents} / 100), printf('$%,d.%02d', ${cents} / 100, ${cents} % 100))`;

/**
 * A text whose placeholders are replaced one after the other. What people typed is filled in last, so that a
 * placeholder in their words stays as it is.
 */
const filledIn = (text: SQL, values: [placeholder: string, value: SQL | Column][]): SQL =>
  values.reduce((filled, [placeholder, value]) => sql`replace(${filled}, ${placeholder}, ${value})`, text);

/** All months in one text, each padded to the length of the longest. */
const MONTHS = "January February March April May June July August September October November December"
  .split(" ")
  .map((month) => month.padEnd(9))
  .join("");
const dateIn = (day: SQL | Column): SQL => sql`ltrim(substr(${day}, 9), '0')`;
const monthIn = (day: SQL | Column): SQL =>
  sql`' ' || trim(substr(${MONTHS}, 9 * substr(${day}, 6, 2) - 8, 9))`;
const yearIn = (day: SQL | Column): SQL => sql`' ' || substr(${day}, 1, 4)`;

/** The SQL expression for days in the form that `daysInWords` writes. */
export const inDays = (first: SQL | Column, last: SQL | Column): SQL => sql`CASE
  WHEN ${first} = ${last} THEN '' ELSE ${dateIn(first)} || CASE
    WHEN substr(${first}, 1, 4) <> substr(${last}, 1, 4) THEN ${monthIn(first)} || ${yearIn(first)} || ' – '
    WHEN substr(${first}, 1, 7) <> substr(${last}, 1, 7) THEN ${monthIn(first)} || ' – '
    ELSE '–' END END || ${dateIn(last)} || ${monthIn(last)} || ${yearIn(last)}`;

/** The SQL expression for the id of a payment in the form that `shortReference` writes. */
export const inShortReference = (id: SQL | Column): SQL =>
  sql`upper(substr(${id}, 1, 4) || '-' || substr(${id}, 5, 4))`;

/** The pass of a payment, and the place and days of the event that it admits to. */
const passWithEvent = sql`coalesce((SELECT ${tickets.title} || coalesce((
    SELECT '; ' || ${events.name} || coalesce(', ' || ${inDays(events.firstDay, events.lastDay)}, '') || ', ' ||
      coalesce(${events.venue}, 'online')
    FROM ${events} WHERE ${events.conferenceId} = ${tickets.conferenceId} AND ${events.id} = ${tickets.eventId}), '')
  FROM ${tickets} WHERE ${tickets.conferenceId} = ${payments.conferenceId} AND ${tickets.id} = ${payments.passType}),
  ${payments.passType})`;

/** The body of a payment's receipt; the sentence about what was paid depends on the payment. */
function receiptBody(means: HandMeans | undefined, text: SQL): SQL {
  const { name, paid, amount, credit, things, pass, reference, id } = RECEIPT;
  const { money, both, credit: byCredit, nothing } = paymentMails.paid;
  const due = sql`(${payments.amountCents} - ${payments.creditCents})`;
  const isCredit = sql`${payments.creditCents} > 0`;
  const sentence = sql`iif(${due} > 0,
    iif(${isCredit}, ${both(amount, things, credit, means)}, ${money(amount, things, means)}),
    iif(${isCredit}, ${byCredit(things, credit)}, ${nothing(things)}))`;
  const title = sql`value ->> 'title' || iif(value ->> 'variant' IS NULL, '', ' (' || (value ->> 'variant') || ')')`;
  return filledIn(text, [
    [paid, sentence],
    [reference, inShortReference(payments.id)],
    [id, payments.id],
    [amount, inDollars(due)],
    [credit, inDollars(sql`${payments.creditCents}`)],
    [things, sql`coalesce((SELECT group_concat(${title}, ', ') FROM json_each(${payments.lines})), 'pass')`],
    [pass, passWithEvent],
    [
      name,
      sql`coalesce((SELECT nullif(trim(${answers.answers} ->> 'firstName'), '') FROM ${answers}
        WHERE ${answers.conferenceId} = ${payments.conferenceId} AND ${answers.uid} = ${payments.delegateUid}
          AND ${answers.answers} ->> 'firstName' IS NOT NULL LIMIT 1), 'delegate')`,
    ],
  ]);
}

/**
 * The statements that queue the receipts of an order, each receipt once. Each delegate gets the receipt of their own
 * payment. A payer who pays for others gets one receipt for all of them.
 *
 * @param means how the money came in, if no card was charged.
 */
export function receiptMails({ db, origin }: Context, id: string, condition: SQL, means?: HandMeans) {
  const link = `${origin}/payment/${RECEIPT.id}/receipt`;
  const [own, others] = [paymentMails.receipt(link), paymentMails.paidForYou(link)];
  const isOwn = sql`${orders.payerUid} = ${payments.delegateUid}`;
  return [
    queueMail(
      db,
      {
        kind: "payment",
        uid: sql`${users.uid}`,
        eventKey: sql`'receipt:' || ${payments.id}`,
        recipient: sql`${users.email}`,
        text: {
          subject: sql`iif(${isOwn}, ${own.subject}, ${others.subject})`,
          body: receiptBody(means, sql`iif(${isOwn}, ${own.body}, ${others.body})`),
        },
      },
      sql`FROM ${payments} JOIN ${orders} ON ${isItsOrder} JOIN ${users} ON ${users.uid} = ${payments.delegateUid}
        WHERE ${condition} AND ${payments.orderId} = ${id}`,
    ).onConflictDoNothing(),
    queueMail(
      db,
      {
        kind: "payment",
        uid: sql`${users.uid}`,
        eventKey: `order:${id}`,
        recipient: sql`${users.email}`,
        text: paymentMails.orderReceipt(`${origin}/payment/${id}`, means),
      },
      sql`FROM ${payments} JOIN ${orders} ON ${isItsOrder} JOIN ${users} ON ${users.uid} = ${orders.payerUid}
        WHERE ${condition} AND ${payments.id} = ${id} AND ${orders.payerUid} <> ${payments.delegateUid}`,
    ).onConflictDoNothing(),
  ] as const;
}
