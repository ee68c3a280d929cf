import { and, eq, isNull, sql } from "drizzle-orm";
import { hasRow, insertFrom, listed } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { payerRequests } from "#db/schema/payer-requests.ts";
import { audit } from "#db/schema/staff.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { checkPayment, type PaymentRequest } from "~/money/payments/checked-payment.server.ts";
import type { RefusedPayment } from "~/money/payments/orders.ts";
import { audited, auditRow } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { type Allowance, take } from "~/platform/counters.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { isAskedOf } from "~/standing/payer-requests.server.ts";
import { type AskedPayer, titleOf } from "~/standing/standing.ts";
import { emailKey } from "~/values/email-addresses.ts";
import type { Problems } from "~/values/parse.form.ts";
import type { PassType, Refused } from "~/values/types.ts";
import { payerMails } from "./mails.ts";
import { payerMessages } from "./messages.ts";

/** Each request sends a mail to an address that may belong to anybody, so requests are limited. */
const askings = (uid: string): Allowance[] => [
  { what: "payer-request", who: uid, limit: 5, minutes: 24 * 60 },
];

/**
 * Asks the person with this address to buy a pass and its add-ons for the viewer. This is refused if the viewer could
 * not pay for the same things now. The answer does not depend on whether the address has an account. The request
 * replaces an earlier one for the same pass. A form that is sent twice makes one request.
 *
 * @param insteadOf the open request that the page showed beside its form; empty if there was none.
 */
export async function askToPay(
  context: Context,
  visit: SignedIn,
  asking: Pick<PaymentRequest, "passType" | "selection" | "heldPass"> & { email: string; insteadOf: string },
): Promise<{ asked: true } | RefusedPayment | { problems: Problems; status: 400 }> {
  const { db } = context;
  const { email, insteadOf, ...wish } = asking;
  const { viewer, settings, now } = visit;
  const { uid } = viewer;
  const { conferenceId } = settings;
  const key = emailKey(email);
  if (key === emailKey(viewer.email))
    return { problems: { payerEmail: payerMessages.ownAddress }, status: 400 };
  const request: PaymentRequest = { ...wish, buys: "pass", intended: NOTHING_SEEN, code: "" };
  const found = await checkPayment(context, visit, request);
  if ("refused" in found) return found;
  if (found.priced.totalCents === 0) return { refused: payerMessages.costsNothing, status: 409 };
  const { passType, heldPass } = wish;
  const open = found.standing.asked.find((one) => one.passType === passType);
  const termsOf = ({ email, ...one }: Pick<AskedPayer, "email" | "addOns" | "heldPass">) =>
    JSON.stringify([emailKey(email), one.heldPass, one.addOns]);
  const same = { email, heldPass, addOns: found.priced.addOns };
  if (open && open.id !== insteadOf && termsOf(open) === termsOf(same)) return { asked: true };
  const wait = await take(context, askings(uid));
  if (wait > 0) return { refused: payerMessages.tooMany(wait), status: 429 };
  const id = newId();
  const { fullName, catalogue } = found.standing;
  const text = payerMails.askedToPay(
    fullName || viewer.email,
    titleOf(catalogue, passType),
    `${context.origin}/paying`,
  );
  const isOpen = and(
    eq(payerRequests.conferenceId, conferenceId),
    eq(payerRequests.uid, uid),
    eq(payerRequests.passType, passType),
    isNull(payerRequests.endedAt),
  );
  const isMade = hasRow(payerRequests, eq(payerRequests.id, id));
  const [, made] = await db.batch([
    db
      .update(payerRequests)
      .set({ endedAt: now })
      .where(and(isOpen, eq(payerRequests.id, open?.id ?? ""))),
    insertFrom(
      db,
      payerRequests,
      {
        ...{ id, conferenceId, uid, passType, heldPass, addOns: found.priced.addOns },
        ...{ email: email.trim(), emailKey: key, createdAt: now, endedAt: null },
      },
      sql`WHERE NOT ${hasRow(payerRequests, isOpen)}`,
    ).returning({ id: payerRequests.id }),
    auditRow(
      context,
      {
        ...{ actorUid: uid, action: "ask to pay", object: `delegates/${uid}` },
        detail: { request: id, passType },
      },
      isMade,
    ),
    queueMail(
      db,
      { kind: "request", eventKey: `asked:${id}`, recipient: email.trim(), text },
      sql`WHERE ${isMade}`,
    ),
  ]);
  // Meanwhile the same person has made another request, perhaps by pressing the button twice. Starting again finds that
  // request.
  return made.length === 1 ? { asked: true } : askToPay(context, visit, asking);
}

/**
 * For a check that compares no amounts with the price. A request to pay does not fix a price: the price is set only
 * when somebody pays.
 */
export const NOTHING_SEEN = { passCost: undefined, total: undefined };

/** Takes back the viewer's own request for a pass. Returns false if there is none. */
export async function takeRequestBack(
  context: Context,
  { viewer: { uid }, settings, now }: SignedIn,
  passType: PassType,
): Promise<boolean> {
  const { db } = context;
  const isOpen = and(
    eq(payerRequests.conferenceId, settings.conferenceId),
    eq(payerRequests.uid, uid),
    eq(payerRequests.passType, passType),
    isNull(payerRequests.endedAt),
  );
  const { entry } = audited(
    context,
    {
      ...{ actorUid: uid, action: "take request to pay back", object: `delegates/${uid}` },
      detail: { passType },
    },
    hasRow(payerRequests, isOpen),
  );
  const [, ended] = await db.batch([
    entry,
    db.update(payerRequests).set({ endedAt: now }).where(isOpen).returning({ id: payerRequests.id }),
  ]);
  return ended.length > 0;
}

/** Records that the viewer will not pay for these delegates, and tells them by mail. */
export async function refuseToPay(
  context: Context,
  { viewer, now }: SignedIn,
  ids: string[],
): Promise<{ refusedAll: true } | Refused<409>> {
  const { db, origin } = context;
  const isOneOf = and(sql`${payerRequests.id} IN ${listed(ids)}`, isAskedOf(viewer));
  const { entry } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "refuse to pay", object: `users/${viewer.uid}` },
      detail: { requests: ids },
    },
    hasRow(payerRequests, isOneOf),
  );
  const [, , ended] = await db.batch([
    entry,
    // The mails are queued before the requests end, because the same condition then still finds exactly these requests.
    queueMail(
      db,
      {
        kind: "payment",
        uid: sql`${users.uid}`,
        eventKey: sql`'not-paid:' || ${payerRequests.id}`,
        recipient: sql`${users.email}`,
        text: payerMails.payerRefused(`${origin}/payment-info`),
      },
      sql`FROM ${payerRequests} JOIN ${users} ON ${users.uid} = ${payerRequests.uid} WHERE ${isOneOf}`,
    ).onConflictDoNothing(),
    db.update(payerRequests).set({ endedAt: now }).where(isOneOf).returning({ id: payerRequests.id }),
  ]);
  if (ended.length > 0) return { refusedAll: true };
  // The button may have been pressed twice: then the first press has ended these requests.
  const [first] = await db
    .select({ id: audit.id })
    .from(audit)
    .where(
      and(
        eq(audit.object, `users/${viewer.uid}`),
        eq(audit.action, "refuse to pay"),
        eq(audit.actorUid, viewer.uid),
        sql`${audit.detail} ->> 'requests' = ${JSON.stringify(ids)}`,
      ),
    )
    .limit(1);
  return first ? { refusedAll: true } : { refused: payerMessages.changed, status: 409 };
}
