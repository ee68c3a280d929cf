import { and, asc, eq, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { hasRow, insertFrom, listed } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { grants, grantUses } from "#db/schema/grants.ts";
import { holdings, payments, refunds } from "#db/schema/money.ts";
import { transfers } from "#db/schema/transfers.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { lineTitle } from "~/money/payments/bill-lines.ts";
import { holdingRows } from "~/money/payments/holding-rows.server.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { policyRows } from "~/money/refunds/giving-back.server.ts";
import { takenOverBy } from "~/money/refunds/withdrawal.ts";
import { audited, auditRow } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { type Allowance, take } from "~/platform/counters.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { readStanding } from "~/standing/standing.server.ts";
import { emailKey } from "~/values/email-addresses.ts";
import { messages } from "~/values/messages.ts";
import type { Problems } from "~/values/parse.form.ts";
import { inZone } from "~/values/times.ts";
import { OPEN_REFUND_STATES, type Refused } from "~/values/types.ts";
import { transferMails } from "./mails.ts";
import { transferMessages } from "./messages.ts";
import { mayTransfer, offerEnds, takeOverStage } from "./transfers.ts";

/** What somebody sees before they transfer a pass. */
export type Transferable = {
  title: string;
  /** The titles of the things that are transferred together with the pass. */
  things: string[];
  /** Why the pass cannot be offered; null if it can. */
  refused: string | null;
  /** The open offer; null if there is none. */
  open: { id: string; email: string; expiresAt: number } | null;
  timeZone: string;
};

/** An offer reveals nothing to a stranger, but many offers would be a nuisance to the people who get the mails. */
const allowancesOf = (uid: string): Allowance[] => [
  { what: "transfer-offer", who: uid, limit: 5, minutes: 24 * 60 },
];

/** A pass that the viewer holds or held through this payment; null if there is none. One round trip. */
async function findPass({ db }: Context, { viewer: { uid }, settings, now }: SignedIn, paymentId: string) {
  const edition = sql`(SELECT ${payments.conferenceId} FROM ${payments} WHERE ${payments.id} = ${paymentId})`;
  const isTheirs = sql`${holdings.conferenceId} = ${edition} AND ${holdings.uid} = ${uid}`;
  const theirs = (column: SQL | typeof holdings.id | typeof holdings.paymentId) =>
    sql`(SELECT ${column} FROM ${holdings} WHERE ${isTheirs} AND ${holdings.state} <> 'ended')`;
  const [held, [policy], awarded, back, open, names] = await db.batch([
    db.select().from(holdings).where(isTheirs).orderBy(asc(holdings.paymentId), asc(holdings.id)),
    policyRows(db, paymentId),
    db
      .select({ id: grantUses.holdingId })
      .from(grantUses)
      .innerJoin(grants, and(eq(grants.id, grantUses.grantId), eq(grants.kind, "award")))
      .where(sql`${grantUses.holdingId} IN ${theirs(holdings.id)}`),
    db
      .select({ paymentId: refunds.paymentId })
      .from(refunds)
      .where(
        sql`${refunds.state} IN ${listed(OPEN_REFUND_STATES)} AND ${refunds.paymentId} IN ${theirs(holdings.paymentId)}`,
      ),
    db
      .select()
      .from(transfers)
      .where(
        and(
          sql`${transfers.conferenceId} = ${edition}`,
          eq(transfers.fromUid, uid),
          eq(transfers.state, "open"),
          gte(transfers.expiresAt, now),
        ),
      ),
    nameRows(db, settings.conferenceId, [uid]),
  ]);
  const own = held.filter((one) => one.paymentId === paymentId && one.item === one.passType);
  const pass = own.find(({ state }) => state !== "ended") ?? own.at(-1);
  if (!pass || !policy) return null;
  const things = held.filter(({ passType, state }) => passType === pass.passType && state !== "ended");
  const ruling = mayTransfer(
    {
      things,
      isRefundUnderWay: back.some((refund) => things.some((one) => one.paymentId === refund.paymentId)),
      isAwarded: awarded.some(({ id }) => id === pass.id),
      isHere: pass.conferenceId === settings.currentEdition,
      event: policy,
    },
    now,
  );
  return {
    ...{ pass, things, policy, ruling },
    open: open.find(({ holdingId }) => holdingId === pass.id) ?? null,
    name: namesIn(names).get(uid)?.name ?? "",
  };
}

/** The effect of transferring a pass of the viewer, and the open offer. */
export async function readTransferable(
  context: Context,
  visit: SignedIn,
  paymentId: string,
): Promise<Transferable | Refused<404>> {
  const found = await findPass(context, visit, paymentId);
  if (!found) return { refused: messages.notFound, status: 404 };
  const { pass, things, policy, ruling, open } = found;
  const why = ruling.allowed ? null : ruling.reason;
  return {
    title: pass.title,
    things: things.filter(({ id }) => id !== pass.id).map(lineTitle),
    refused: pass.state === "ended" ? paymentMessages.passGone(pass.title) : why,
    open: open && { id: open.id, email: open.email, expiresAt: open.expiresAt },
    timeZone: policy.timeZone,
  };
}

/**
 * Refuses a page about somebody else's payment. If the viewer took the pass over, the answer is 403 and says what
 * became of the pass. Otherwise it is 404, as for a payment that does not exist.
 */
export async function refuseOthersPayment({ db }: Context, uid: string, paymentId: string): Promise<never> {
  const takenOver = takenOverBy(uid, await holdingRows(db, paymentId));
  return takenOver ? refuse(403, takenOver) : refuse(404, messages.notFound);
}

/**
 * Offers one of the viewer's passes, with everything that is held with it, to the person with this address. A mail
 * tells that person, if they can take the pass over. The answer is the same no matter who owns the address, so that it
 * reveals nothing about anybody. A pass can have only one open offer; making the same offer again changes nothing.
 */
export async function offerPass(
  context: Context,
  visit: SignedIn,
  { paymentId, email }: { paymentId: string; email: string },
): Promise<{ offered: true } | Refused<404 | 409 | 429> | { problems: Problems; status: 400 }> {
  const { db } = context;
  const { viewer, now } = visit;
  const found = await findPass(context, visit, paymentId);
  if (!found) return { refused: messages.notFound, status: 404 };
  const { pass, ruling, policy, open } = found;
  if (pass.state === "ended") return { refused: paymentMessages.passGone(pass.title), status: 409 };
  if (!ruling.allowed) return { refused: ruling.reason, status: 409 };
  const key = emailKey(email);
  if (key === emailKey(viewer.email)) {
    return { problems: { recipientEmail: transferMessages.ownAddress }, status: 400 };
  }
  if (open) return sameOffer(open, key);
  const wait = await take(context, allowancesOf(viewer.uid));
  if (wait > 0) return { refused: accountMessages.tooManyAttempts(wait), status: 429 };
  const toUid = await findTaker(context, visit, pass, key);
  const id = newId();
  const expiresAt = offerEnds(policy, now);
  const isMade = hasRow(transfers, eq(transfers.id, id));
  const [, made] = await db.batch([
    db
      .update(transfers)
      .set({ state: "expired", closedAt: now })
      .where(
        and(eq(transfers.holdingId, pass.id), eq(transfers.state, "open"), lt(transfers.expiresAt, now)),
      ),
    insertFrom(
      db,
      transfers,
      {
        ...{ id, conferenceId: pass.conferenceId, holdingId: pass.id, fromUid: viewer.uid },
        ...{ email: email.trim(), toUid, state: "open", createdAt: now, expiresAt },
      },
      sql`FROM ${holdings} WHERE ${holdings.id} = ${pass.id} AND ${holdings.state} = 'held'`,
    )
      .onConflictDoNothing()
      .returning({ id: transfers.id }),
    auditRow(
      context,
      {
        ...{ actorUid: viewer.uid, action: "offer pass", object: `payments/${paymentId}` },
        detail: { transfer: id },
      },
      isMade,
    ),
    queueMail(
      db,
      {
        kind: "payment",
        uid: sql`${users.uid}`,
        eventKey: `offer:${id}`,
        recipient: sql`${users.email}`,
        text: transferMails.offered(
          pass.title,
          found.name ? `${found.name} (${viewer.email})` : viewer.email,
          inZone(expiresAt, policy.timeZone),
          `${context.origin}/transfer/${id}`,
        ),
      },
      sql`FROM ${users} WHERE ${isMade} AND ${users.uid} = ${toUid}`,
    ),
  ]);
  if (made.length === 1) return { offered: true };
  const again = await findPass(context, visit, paymentId);
  return again?.open ? sameOffer(again.open, key) : { refused: transferMessages.moved, status: 409 };
}

const sameOffer = ({ email }: { email: string }, key: string): { offered: true } | Refused<409> =>
  emailKey(email) === key ? { offered: true } : { refused: transferMessages.offeredAlready, status: 409 };

/**
 * The person with this address, if they have confirmed it and could take the pass over now; otherwise null. The
 * database queries are the same for every address, so that not even the time they take reveals anything.
 */
async function findTaker(
  context: Context,
  { now }: SignedIn,
  { conferenceId, passType }: Pick<typeof holdings.$inferSelect, "conferenceId" | "passType">,
  key: string,
): Promise<string | null> {
  const [taker] = await context.db
    .select({ uid: users.uid })
    .from(users)
    .where(and(eq(users.emailKey, key), isNotNull(users.emailVerifiedAt), isNull(users.disabledAt)));
  const standing = await readStanding(context, conferenceId, taker?.uid ?? "", now);
  return taker && takeOverStage(passType, standing).stage !== "refused" ? taker.uid : null;
}

/**
 * Takes back an open offer: one of the viewer's own or, for staff, anybody's.
 *
 * @returns whether the offer was still open.
 */
export async function takeOfferBack(
  context: Context,
  { viewer, now }: SignedIn,
  id: string,
  { isStaff }: { isStaff: boolean },
): Promise<boolean> {
  const { db } = context;
  const isOpen = and(
    eq(transfers.id, id),
    eq(transfers.state, "open"),
    isStaff ? undefined : eq(transfers.fromUid, viewer.uid),
  );
  const { entry } = audited(
    context,
    { actorUid: viewer.uid, action: "take pass offer back", object: `transfers/${id}` },
    hasRow(transfers, isOpen),
  );
  const [, closed] = await db.batch([
    entry,
    db
      .update(transfers)
      .set({ state: "taken back", closedAt: now, closedBy: viewer.uid })
      .where(isOpen)
      .returning({ id: transfers.id }),
  ]);
  return closed.length === 1;
}
