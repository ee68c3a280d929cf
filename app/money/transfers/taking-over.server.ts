import { and, asc, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { hasRow, insertFrom, listed } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { acceptances, applications } from "#db/schema/applications.ts";
import { decisions } from "#db/schema/decisions.ts";
import { grantUses } from "#db/schema/grants.ts";
import { holdings, refunds } from "#db/schema/money.ts";
import { transfers } from "#db/schema/transfers.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import type { MailText } from "~/mail/mail-text.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { keepAct } from "~/money/payments/acts.server.ts";
import { lineTitle } from "~/money/payments/bill-lines.ts";
import { passMessages } from "~/money/prices/messages.ts";
import type { LeaveStatements } from "~/money/refunds/giving-back.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { countedFrom } from "~/standing/agreements.server.ts";
import { decisionsFor } from "~/standing/eligibility.ts";
import { type DelegateStanding, readStanding } from "~/standing/standing.server.ts";
import { seenDecision } from "~/standing/visible-decision.server.ts";
import { messages } from "~/values/messages.ts";
import {
  type HoldingState,
  LIVE_HOLDING_STATES,
  OPEN_REFUND_STATES,
  type PassType,
  type Refused,
  type TransferState,
} from "~/values/types.ts";
import { transferMails } from "./mails.ts";
import { transferMessages } from "./messages.ts";
import { type TakeOverStage, takeOverStage, transferState } from "./transfers.ts";

const live = listed(LIVE_HOLDING_STATES);
const passOffered = alias(holdings, "pass_offered");
const own = alias(holdings, "own");

/** A pass that is offered to somebody, as that person may see it. */
export type OfferedPass = {
  state: TransferState;
  passType: PassType;
  title: string;
  /** The titles of everything that the person would get. */
  things: string[];
  /** A text that identifies exactly these things. */
  seen: string;
  expiresAt: number;
  /** The name of the person who offers the pass; empty if they have given none. */
  from: string;
  stage: TakeOverStage;
  /** Whether a payment or refund of a part of the pass must be settled before the person can accept the pass. */
  isPostponed: boolean;
  standing: DelegateStanding;
};

/**
 * A transfer to the viewer, with the name of the person who offers the pass, and what goes with the pass now. `isReady`
 * says whether all of it is held and no money is on its way back for it. Null if there is no such transfer.
 */
async function findOffer({ db }: Context, uid: string, id: string) {
  const isTheirs = and(eq(transfers.id, id), eq(transfers.toUid, uid));
  const only = (column: typeof transfers.conferenceId | typeof transfers.fromUid) =>
    sql`(SELECT ${column} FROM ${transfers} WHERE ${isTheirs})`;
  const ofPass = and(
    eq(own.conferenceId, transfers.conferenceId),
    eq(own.uid, transfers.fromUid),
    eq(own.passType, passOffered.passType),
    sql`${own.state} IN ${live}`,
  );
  const [[found], things, back, names] = await db.batch([
    db
      .select({
        id: transfers.id,
        conferenceId: transfers.conferenceId,
        fromUid: transfers.fromUid,
        email: transfers.email,
        state: transfers.state,
        expiresAt: transfers.expiresAt,
        passId: sql<string>`${passOffered.id}`.as("pass_id"),
        passState: sql<HoldingState>`${passOffered.state}`.as("pass_state"),
        passType: passOffered.passType,
        paymentId: passOffered.paymentId,
        title: passOffered.title,
      })
      .from(transfers)
      .innerJoin(passOffered, eq(passOffered.id, transfers.holdingId))
      .where(isTheirs),
    db
      .select({ id: own.id, title: own.title, variant: own.variant, state: own.state })
      .from(transfers)
      .innerJoin(passOffered, eq(passOffered.id, transfers.holdingId))
      .innerJoin(own, ofPass)
      .where(isTheirs)
      .orderBy(asc(own.paymentId), asc(own.id)),
    db
      .select({ id: refunds.id })
      .from(transfers)
      .innerJoin(passOffered, eq(passOffered.id, transfers.holdingId))
      .innerJoin(own, ofPass)
      .innerJoin(refunds, eq(refunds.paymentId, own.paymentId))
      .where(and(isTheirs, inArray(refunds.state, OPEN_REFUND_STATES)))
      .limit(1),
    nameRows(db, only(transfers.conferenceId), only(transfers.fromUid)),
  ]);
  if (!found) return null;
  const from = namesIn(names).get(found.fromUid)?.name ?? "";
  const isReady = back.length === 0 && things.every(({ state }) => state === "held");
  return { transfer: found, from, things, isReady, seen: things.map((one) => one.id).join(" ") };
}

/**
 * A transfer to the viewer, and the viewer's standing in its edition. Null if there is no such transfer. One round
 * trip.
 */
async function findWithStanding(context: Context, { viewer: { uid }, settings, now }: SignedIn, id: string) {
  const [found, current] = await Promise.all([
    findOffer(context, uid, id),
    readStanding(context, settings.conferenceId, uid, now),
  ]);
  if (!found) return null;
  const { conferenceId } = found.transfer;
  const isOther = conferenceId !== settings.conferenceId;
  return { ...found, standing: isOther ? await readStanding(context, conferenceId, uid, now) : current };
}

/** A pass that is offered to the viewer, and whether they can take it over now. One round trip. */
export async function readOfferedPass(
  context: Context,
  visit: SignedIn,
  id: string,
): Promise<OfferedPass | Refused<404>> {
  const found = await findWithStanding(context, visit, id);
  if (!found) return { refused: messages.notFound, status: 404 };
  const { transfer, from, things, isReady, seen, standing } = found;
  const { expiresAt, passType, passState, title } = transfer;
  const state = transferState(transfer, visit.now);
  const stage: TakeOverStage =
    transfer.conferenceId === visit.settings.currentEdition
      ? takeOverStage(passType, standing)
      : { stage: "refused", reason: transferMessages.ofOtherEdition };
  const isPostponed = !isReady && stage.stage !== "refused";
  return {
    ...{ from, passType, title, seen, expiresAt, isPostponed, standing },
    // While money for the pass is on its way back, nobody can take the pass over.
    state: state === "open" && passState !== "held" ? "expired" : state,
    things: things.map(lineTitle),
    stage: isPostponed ? { stage: "refused", reason: transferMessages.notYet } : stage,
  };
}

/**
 * Accepts a pass that is offered to the viewer. In one batch, the pass and everything that the present holder has with
 * it end, and the viewer gets new holdings of the same things. The statement that closes the offer checks everything
 * once more. The things must be exactly those that the page showed (`seen`), all of them must be held, and no money may
 * be on its way back for them. The viewer must have the right to the pass, and hold nothing in this edition. So a pass
 * is transferred only once. It is not transferred at all if any of the things was given back or exchanged in the
 * meantime, if another one was added, or if the viewer bought a pass. No money moves, and the number of places does not
 * change. Accepting an offer a second time changes nothing.
 *
 * @param leaving makes the statements that take the former holder out of sessions if a condition holds. These
 *   statements are in the batch of the transfer.
 */
export async function acceptTransfer(
  context: Context,
  visit: SignedIn,
  { id, seen }: { id: string; seen: string },
  leaving: LeaveStatements,
): Promise<{ accepted: true } | Refused<403 | 404 | 409>> {
  const { db, origin } = context;
  const { viewer, now, settings } = visit;
  const found = await findWithStanding(context, visit, id);
  if (!found) return { refused: messages.notFound, status: 404 };
  const { transfer, things } = found;
  const { conferenceId, fromUid, passId, passType, title } = transfer;
  if (transfer.state === "accepted") return { accepted: true };
  const closed = { refused: transferMessages.closed, status: 409 } as const;
  if (transferState(transfer, now) !== "open" || transfer.passState !== "held") return closed;
  if (conferenceId !== settings.currentEdition)
    return { refused: transferMessages.ofOtherEdition, status: 409 };
  const stage = takeOverStage(passType, found.standing);
  if (stage.stage === "refused") return { refused: stage.reason, status: 403 };
  if (stage.stage === "waiver") return { refused: passMessages.waiverFirst, status: 403 };
  if (!found.isReady) return { refused: transferMessages.notYet, status: 409 };
  const changed = { refused: transferMessages.changed, status: 409 } as const;
  if (seen !== found.seen) return changed;

  const ids = listed(things.map((one) => one.id));
  const isOfThePass = sql`${holdings.conferenceId} = ${conferenceId} AND ${holdings.uid} = ${fromUid}
    AND ${holdings.passType} = ${passType}`;
  const right = rightOf(conferenceId, viewer.uid, now);
  const mayAccept = and(
    eq(transfers.id, id),
    eq(transfers.state, "open"),
    gte(transfers.expiresAt, now),
    sql`${things.length} = (SELECT count(*) FROM ${holdings} WHERE ${isOfThePass} AND ${holdings.state} IN ${live})
      AND ${things.length} = (SELECT count(*) FROM ${holdings} WHERE ${isOfThePass}
        AND ${holdings.state} = 'held' AND ${holdings.id} IN ${ids})
      AND NOT EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.state} IN ${listed(OPEN_REFUND_STATES)}
        AND ${refunds.paymentId} IN (SELECT ${holdings.paymentId} FROM ${holdings} WHERE ${holdings.id} IN ${ids}))
      AND NOT EXISTS (SELECT 1 FROM ${holdings} WHERE ${holdings.conferenceId} = ${conferenceId}
        AND ${holdings.uid} = ${viewer.uid} AND ${holdings.state} IN ${live})
      AND EXISTS (SELECT 1 FROM (SELECT ${right} AS grounds) AS seen
        WHERE seen.grounds ->> 'submittedAt' IS NOT NULL AND seen.grounds ->> 'agreementVersion' IS NOT NULL
          AND seen.grounds ->> 'decision' IN ${listed(decisionsFor(passType))})`,
  );
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "take over pass", object: `payments/${transfer.paymentId}` },
      detail: { transfer: id, from: fromUid },
    },
    hasRow(transfers, mayAccept),
  );
  const mailTo = (uid: string, event: string, text: MailText) =>
    queueMail(
      db,
      {
        kind: "payment",
        uid: sql`${users.uid}`,
        eventKey: `${event}:${id}`,
        recipient: sql`${users.email}`,
        text,
      },
      sql`FROM ${users} WHERE ${isDone} AND ${users.uid} = ${uid}`,
    ).onConflictDoNothing();
  const [, [accepted], began] = await db.batch([
    entry,
    db
      .update(transfers)
      .set({ state: "accepted", closedAt: now, closedBy: viewer.uid, grounds: right })
      .where(mayAccept)
      .returning(),
    insertFrom(
      db,
      holdings,
      {
        ...{ id: numberedId(id), uid: viewer.uid, fromHolding: sql`${own.id}` },
        ...{ conferenceId, passType, state: "held", since: now, until: null },
        ...{ item: sql`${own.item}`, title: sql`${own.title}`, variant: sql`${own.variant}` },
        ...{ cents: sql`${own.cents}`, paymentId: sql`${own.paymentId}` },
      },
      sql`FROM ${holdings} AS ${own} WHERE ${isDone} AND ${own.id} IN ${ids}`,
    ).returning(),
    db
      .update(holdings)
      .set({ state: "ended", until: now })
      .where(sql`${holdings.id} IN ${ids} AND ${isDone}`),
    // A code counts as used for as long as somebody holds the pass that it made cheaper.
    db
      .update(grantUses)
      .set({
        holdingId: sql`(SELECT ${holdings.id} FROM ${holdings} WHERE ${holdings.fromHolding} = ${passId})`,
      })
      .where(and(eq(grantUses.holdingId, passId), isDone)),
    mailTo(
      fromUid,
      "transferred",
      transferMails.transferred(title, transfer.email, `${origin}/payment-info`),
    ),
    mailTo(viewer.uid, "taken-over", transferMails.takenOver(title, `${origin}/payment-info`)),
    ...leaving({ conferenceId, uid: fromUid }, isDone),
  ]);
  if (accepted) {
    await keepAct(context, { kind: "moved", began, transfer: accepted });
    return { accepted: true };
  }
  // Somebody else was quicker, or something has changed since the checks.
  const again = await findOffer(context, viewer.uid, id);
  if (again?.transfer.state === "accepted") return { accepted: true };
  if (again?.transfer.state !== "open") return closed;
  return again.isReady ? changed : { refused: transferMessages.notYet, status: 409 };
}

/** The ids of the new holdings that a transfer makes, numbered in the order of the holdings that it ends. */
const numberedId = (id: string): SQL =>
  sql`${id} || printf('-%02d', row_number() OVER (ORDER BY ${own.paymentId}, ${own.id}))`;

/**
 * The grounds on which somebody has the right to a pass at `now`, as JSON (`TakeOverGrounds`); null if they have no
 * application.
 */
function rightOf(conferenceId: string, uid: string, now: number): SQL {
  const ofPerson = (table: typeof acceptances | typeof applications | typeof decisions) =>
    and(eq(table.conferenceId, conferenceId), eq(table.uid, uid));
  return sql`(SELECT json_object('submittedAt', ${applications.submittedAt},
    'decision', ${seenDecision(now)},
    'agreementVersion', (SELECT max(${acceptances.version}) FROM ${acceptances} WHERE ${ofPerson(acceptances)}
      AND ${acceptances.version} >= ${countedFrom(conferenceId)}))
    FROM ${applications} LEFT JOIN ${decisions} ON ${ofPerson(decisions)} WHERE ${ofPerson(applications)})`;
}
