import { and, asc, eq, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, hasRow, insertFrom } from "#db/client.ts";
import { prices } from "#db/schema/conference.ts";
import { payments, refunds } from "#db/schema/money.ts";
import { outgoings } from "#db/schema/outgoings.ts";
import { calledOf } from "~/accounts/addresses.server.ts";
import { hasHadMoneySince, isOtherWithMoney, moneySinceRows } from "~/accounts/second-person.server.ts";
import { WAIT } from "~/accounts/second-person.ts";
import { outLimitInForce } from "~/conference/catalogue.server.ts";
import { sizeInWords } from "~/money/prices/grants.ts";
import { audited, auditRow } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { can } from "~/values/abilities.ts";
import { emailKey } from "~/values/email-addresses.ts";
import { messages } from "~/values/messages.ts";
import { dollars } from "~/values/money.ts";
import type { OutgoingRequest } from "~/values/shapes.ts";
import type { Refused } from "~/values/types.ts";
import { outgoingMessages } from "./messages.ts";
import { type OutgoingAtHome, outgoingRefusal } from "./outgoings.ts";

const own = alias(payments, "own_payment");
const shared = alias(payments, "shared_payment");

export type Outgoing = typeof outgoings.$inferSelect;

/** A hash of somebody's address. Nobody can be the second person for a proposer who has the same address. */
const addressOf = ({ email }: { email: string }): string => fingerprint(emailKey(email));

/** The price of the dearest pass of an edition, in cents; 0 if it has no prices. */
export const dearestCents = (conferenceId: string): SQL<number> =>
  sql<number>`(SELECT coalesce(max(${prices.cents}), 0) FROM ${prices}
    WHERE ${prices.conferenceId} = ${conferenceId})`;

/** The limit of an edition, and the price of its dearest pass, in cents, as they are when the statement runs. */
export const outLimitRows = (db: Database, conferenceId: string) =>
  db
    .select({
      limitCents: sql<number>`${outLimitInForce(conferenceId)}`.as("limit_cents"),
      dearestCents: sql<number>`${dearestCents(conferenceId)}`.as("dearest_cents"),
    })
    .from(sql`(SELECT 1)`);

/**
 * The cents that somebody has given back without a second person, for this payment and all others of the same order. A
 * new refund is added to this sum. Otherwise, somebody could give back a sum above the limit in several parts.
 */
export const givenAlone = (paymentId: string, uid: string): SQL<number> =>
  sql<number>`(SELECT coalesce(sum(${refunds.amountCents}), 0) FROM ${refunds}
    WHERE ${refunds.paymentId} IN (SELECT ${shared.id} FROM ${payments} AS ${shared} JOIN ${payments} AS ${own}
        ON ${shared.orderId} = ${own.orderId} WHERE ${own.id} = ${paymentId})
      AND ${refunds.requestedBy} = ${uid} AND ${refunds.state} <> 'refused'
      AND ${refunds.bankState} IS NULL AND NOT EXISTS (SELECT 1 FROM ${outgoings}
        WHERE ${outgoings.paymentId} = ${refunds.paymentId} AND ${outgoings.made} = json_array(${refunds.id})))`;

/** An act to propose. Its `id` comes from the form: a form that is sent twice makes one proposal. */
type NewOutgoing = {
  id: string;
  conferenceId: string;
  paymentId: string | null;
  request: OutgoingRequest;
  amountCents: number;
};

/**
 * The object that the audit log names for a proposed act. For a refund, it is the payment that is refunded. For awards
 * and codes, it is the proposal.
 */
const objectOf = ({ id, paymentId }: Pick<Outgoing, "id" | "paymentId">): string =>
  paymentId === null ? `outgoings/${id}` : `payments/${paymentId}`;

/**
 * Proposes an act that gives money away. Nothing is given until somebody else has confirmed the act. If nobody else can
 * confirm it, the proposer may confirm it after `WAIT`. Two round trips at most.
 *
 * @param isAbove whether the act still needs a second person when the statement runs.
 */
export async function proposeOutgoing(
  context: Context,
  { viewer }: SignedIn,
  { id, conferenceId, paymentId, request, amountCents }: NewOutgoing,
  isAbove: SQL,
): Promise<{ proposed: string } | Refused<409>> {
  const { db } = context;
  const proposedAt = Date.now();
  const [stored] = await db.batch([
    insertFrom(
      db,
      outgoings,
      {
        ...{ id, conferenceId, kind: request.does, paymentId, request, amountCents },
        limitCents: outLimitInForce(conferenceId),
        ...{ state: "proposed", proposedBy: viewer.uid, proposedFrom: addressOf(viewer), proposedAt },
        aloneAt: sql`iif(${isOtherWithMoney(viewer.uid, proposedAt - WAIT)}, NULL, ${proposedAt + WAIT})`,
        ...{ settledBy: null, settledAt: null, made: null },
      },
      sql`WHERE ${isAbove} AND ${hasHadMoneySince(viewer.uid, proposedAt)}`,
    )
      .onConflictDoNothing()
      .returning({ id: outgoings.id }),
    auditRow(
      context,
      {
        ...{ actorUid: viewer.uid, action: "propose money out", object: objectOf({ id, paymentId }) },
        detail: { outgoing: id, amountCents },
      },
      hasRow(outgoings, and(eq(outgoings.id, id), eq(outgoings.proposedBy, viewer.uid))),
    ),
  ]);
  if (stored.length === 1) return { proposed: id };
  const [before, [open]] = await db.batch([
    db.select().from(outgoings).where(eq(outgoings.id, id)),
    db
      .select({ id: outgoings.id })
      .from(outgoings)
      .where(and(sql`${outgoings.state} IN ('proposed')`, eq(outgoings.paymentId, paymentId ?? ""))),
  ]);
  const [same] = before;
  if (same) {
    if (same.state === "withdrawn") return { refused: outgoingMessages.settled, status: 409 };
    const isSame = same.proposedBy === viewer.uid && JSON.stringify(same.request) === JSON.stringify(request);
    return isSame ? { proposed: id } : { refused: outgoingMessages.proposedOtherwise, status: 409 };
  }
  if (open) return { refused: outgoingMessages.already, status: 409 };
  // Nothing was proposed. For awards and codes, `isAbove` always holds, so the viewer must have lost the ability
  // "money".
  return {
    refused: paymentId === null ? outgoingMessages.abilityLost : outgoingMessages.limitMoved,
    status: 409,
  };
}

/** What is needed to carry out an act that was proposed. */
export type Approval = {
  /** The person who proposed the act. */
  by: string;
  /** Whether the act may be carried out. The statement that carries it out has this condition. */
  may: SQL;
  /**
   * Makes the statements that mark the proposal as done if `isMade` holds. They must come after the statement that
   * carries out the act.
   */
  settle: (made: string[], isMade: SQL) => BatchItem<"sqlite">[];
};

/**
 * Reads a proposed act and, if the viewer may not confirm it, the reason. Null if there is no such act. One round trip.
 */
async function readOutgoing({ db }: Context, { viewer }: SignedIn, id: string) {
  const [[row], [ability]] = await db.batch([
    db.select().from(outgoings).where(eq(outgoings.id, id)),
    moneySinceRows(db, viewer.uid),
  ]);
  if (!row) return null;
  return { row, why: whyNot(row, viewer, ability?.since) };
}

const whyNot = (row: Outgoing, viewer: SignedIn["viewer"], since: number | undefined) =>
  outgoingRefusal(row, {
    ...{ uid: viewer.uid, since, now: Date.now() },
    isSameAddress: row.proposedFrom === addressOf(viewer),
  });

/**
 * Confirms an act, and carries it out as it was proposed. If several people confirm or withdraw the act simultaneously,
 * only one of them succeeds.
 *
 * @param carryOut carries out the act with the approval. If it refuses, the proposal stays as it is.
 */
export async function confirmOutgoing<Status extends number>(
  context: Context,
  visit: SignedIn,
  id: string,
  carryOut: (row: Outgoing, approval: Approval) => Promise<{ done: true } | Refused<Status>>,
): Promise<{ done: true } | Refused<Status | 403 | 404 | 409>> {
  const { db } = context;
  const { viewer } = visit;
  const found = await readOutgoing(context, visit, id);
  if (!found) return { refused: messages.notFound, status: 404 };
  const { row, why } = found;
  if (isSettledAs(row, "done", viewer)) return { done: true };
  if (row.state !== "proposed") return { refused: outgoingMessages.settled, status: 409 };
  if (why) return { refused: outgoingMessages.whyNot[why], status: 403 };
  const settledAt = Date.now();
  const may = and(eq(outgoings.id, id), eq(outgoings.state, "proposed"), mayConfirm(viewer, settledAt));
  const done = await carryOut(row, {
    by: row.proposedBy,
    may: hasRow(outgoings, may),
    settle(made, isMade) {
      const { entry } = audited(
        context,
        {
          ...{ actorUid: viewer.uid, action: "confirm money out", object: objectOf(row) },
          detail: { outgoing: id, made },
        },
        isMade,
      );
      return [
        entry,
        db
          .update(outgoings)
          .set({ state: "done", settledBy: viewer.uid, settledAt, made })
          .where(and(eq(outgoings.id, id), isMade)),
      ];
    },
  });
  if ("done" in done) return done;
  // Somebody else may have settled the act meanwhile, or the viewer may have lost the ability "money".
  const now = await readOutgoing(context, visit, id);
  if (now && isSettledAs(now.row, "done", viewer)) return { done: true };
  if (now?.row.state !== "proposed") return { refused: outgoingMessages.settled, status: 409 };
  if (now.why) return { refused: outgoingMessages.whyNot[now.why], status: 403 };
  return done;
}

/** Whether the viewer has settled an act in this way: they may have pressed the button twice. */
const isSettledAs = (row: Outgoing, state: Outgoing["state"], viewer: SignedIn["viewer"]): boolean =>
  row.state === state && row.settledBy === viewer.uid;

/**
 * Whether the viewer may confirm this row of `outgoings`. A second person must have had the ability "money" for at
 * least `WAIT` when the act was proposed. The proposer may confirm the act from `aloneAt`. `outgoingRefusal` has the
 * same rule for a row that has been read.
 */
const mayConfirm = (viewer: SignedIn["viewer"], at: number) =>
  or(
    and(
      ne(outgoings.proposedBy, viewer.uid),
      ne(outgoings.proposedFrom, addressOf(viewer)),
      hasHadMoneySince(viewer.uid, sql`${outgoings.proposedAt} - ${WAIT}`),
    ),
    and(
      eq(outgoings.proposedBy, viewer.uid),
      lte(outgoings.aloneAt, at),
      hasHadMoneySince(viewer.uid, outgoings.proposedAt),
    ),
  );

/** Withdraws a proposed act. Anybody with the ability "money" may withdraw it. */
export async function withdrawOutgoing(
  context: Context,
  { viewer }: SignedIn,
  id: string,
): Promise<{ done: true } | Refused<404 | 409>> {
  const { db } = context;
  const [row] = await db.select().from(outgoings).where(eq(outgoings.id, id));
  if (!row) return { refused: messages.notFound, status: 404 };
  const isOpen = and(eq(outgoings.id, id), eq(outgoings.state, "proposed"));
  const { entry } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "withdraw money out", object: objectOf(row) },
      detail: { outgoing: id },
    },
    hasRow(outgoings, isOpen),
  );
  const [, , [left]] = await db.batch([
    entry,
    db
      .update(outgoings)
      .set({ state: "withdrawn", settledBy: viewer.uid, settledAt: Date.now() })
      .where(isOpen),
    db.select().from(outgoings).where(eq(outgoings.id, id)),
  ]);
  if (left && isSettledAs(left, "withdrawn", viewer)) return { done: true };
  return { refused: outgoingMessages.settled, status: 409 };
}

/** The proposed acts for one payment that are not settled yet; at most one. */
export const openOfPayment = (db: Database, paymentId: string) =>
  db
    .select()
    .from(outgoings)
    .where(and(sql`${outgoings.state} IN ('proposed')`, eq(outgoings.paymentId, paymentId)));

/** The proposed awards and codes of an edition that are not settled yet, oldest first. */
export const openGrants = (db: Database, conferenceId: string) =>
  db
    .select()
    .from(outgoings)
    .where(
      and(
        sql`${outgoings.state} IN ('proposed')`,
        eq(outgoings.conferenceId, conferenceId),
        ne(outgoings.kind, "refund"),
      ),
    )
    .orderBy(asc(outgoings.proposedAt));

/**
 * What a page shows of proposed acts. If the viewer may not confirm an act, the reason comes with it. No round trip if
 * there are no acts.
 */
export async function shownOutgoings({ db }: Context, { viewer, shown }: SignedIn, rows: Outgoing[]) {
  if (rows.length === 0) return [];
  const [names, [ability]] = await Promise.all([
    calledOf(
      db,
      rows.map(({ proposedBy }) => proposedBy),
    ),
    moneySinceRows(db, viewer.uid),
  ]);
  return rows.map((row) => ({
    id: row.id,
    request: row.request,
    amountCents: row.amountCents,
    limitCents: row.limitCents,
    who: names.get(row.proposedBy) ?? "Somebody",
    isOwn: row.proposedBy === viewer.uid,
    proposedAt: shown(row.proposedAt),
    aloneAt: row.aloneAt === null ? null : shown(row.aloneAt),
    why: whyNot(row, viewer, ability?.since),
  }));
}

/** All proposed acts that are not settled yet, for `outgoingsAtHome`. */
export const openOutgoingRows = (db: Database) =>
  db
    .select()
    .from(outgoings)
    .where(sql`${outgoings.state} IN ('proposed')`)
    .orderBy(asc(outgoings.proposedAt));

/**
 * The proposed acts that a member of the staff sees on their home page. All staff see acts that their proposer may
 * confirm alone from a set time. People with the ability "money" also see acts that only a second person can confirm.
 * One round trip, if there is any act to show.
 */
export async function outgoingsAtHome(
  db: Database,
  { viewer, settings, shown }: SignedIn,
  rows: Outgoing[],
): Promise<OutgoingAtHome[]> {
  const open = rows.filter(({ aloneAt }) => aloneAt !== null || can(viewer.abilities, "money"));
  if (open.length === 0) return [];
  const names = await calledOf(
    db,
    open.map(({ proposedBy }) => proposedBy),
  );
  return open.map(({ id, conferenceId, request, amountCents, paymentId, proposedBy, aloneAt }) => ({
    ...{ id, what: whatOf(request, amountCents), who: names.get(proposedBy) ?? "Somebody" },
    aloneAt: aloneAt === null ? null : shown(aloneAt),
    href: paymentId === null ? "/admin/grants#waiting" : `/admin/payments/${paymentId}`,
    isOfOtherEdition: paymentId === null && conferenceId !== settings.conferenceId,
  }));
}

/** What an act would give, in a few words without the names of delegates. */
function whatOf(request: OutgoingRequest, amountCents: number): string {
  const { refund, award, code } = outgoingMessages.kinds;
  if (request.does === "refund") return refund(dollars(amountCents));
  if (request.does === "code") return code(sizeInWords(request));
  const [only] = request.awards;
  const isOne = request.awards.length === 1 && only;
  return award(request.awards.length, isOne ? sizeInWords(only) : dollars(amountCents));
}
