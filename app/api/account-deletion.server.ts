import { and, eq, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import {
  factorResets,
  factors,
  passkeys,
  profiles,
  recoveryCodes,
  sessions,
  tokens,
  users,
} from "#db/schema/accounts.ts";
import { acceptances, answers, applications, documents, searchWords } from "#db/schema/applications.ts";
import { decisionLines, decisions, distributionLines, plans } from "#db/schema/decisions.ts";
import { detailChanges } from "#db/schema/details.ts";
import { doorEntries, doorScans } from "#db/schema/door.ts";
import { editionPublications, editionRevisions } from "#db/schema/editions.ts";
import { budgets, grants } from "#db/schema/grants.ts";
import { invoicing, reversals, takings } from "#db/schema/invoices.ts";
import { letters } from "#db/schema/letters.ts";
import { watching } from "#db/schema/library.ts";
import { outbox, unreachableAddresses } from "#db/schema/mail.ts";
import { holdings, orders, payments, refunds, subscriptions } from "#db/schema/money.ts";
import { offers } from "#db/schema/offers.ts";
import { outgoings } from "#db/schema/outgoings.ts";
import { payerRequests } from "#db/schema/payer-requests.ts";
import { calendarFeeds, places, programmeSessions, sessionEntries } from "#db/schema/programme.ts";
import { assignments, comments, conflicts, reviews } from "#db/schema/reviews.ts";
import { applicationLabels, savedSelections } from "#db/schema/selections.ts";
import { notificationReaders, seenNotifications } from "#db/schema/site.ts";
import { audit, invitations, mailings, staff } from "#db/schema/staff.ts";
import { transfers } from "#db/schema/transfers.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { noPassword } from "~/accounts/passwords.server.ts";
import { isStillFresh } from "~/accounts/sessions.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, Viewer } from "~/platform/context.server.ts";
import { tellPromoted } from "~/programme/agenda.server.ts";
import { promoteWaiting } from "~/programme/programme.server.ts";
import { emailKey } from "~/values/email-addresses.ts";
import type { Refused } from "~/values/types.ts";
import { apiMessages } from "./messages.ts";

/**
 * The columns that prevent the deletion of an account. If the account's uid is in one of them, the account is part of
 * something that other people decided, paid or received.
 */
export const NEEDED_BY: readonly AnySQLiteColumn[] = [
  staff.uid,
  payments.delegateUid,
  orders.payerUid,
  holdings.uid,
  transfers.fromUid,
  transfers.toUid,
  transfers.closedBy,
  grants.uid,
  grants.createdBy,
  budgets.createdBy,
  refunds.requestedBy,
  outgoings.proposedBy,
  outgoings.settledBy,
  takings.recordedBy,
  takings.confirmedBy,
  takings.settledBy,
  reversals.askedBy,
  reversals.settledBy,
  subscriptions.uid,
  acceptances.uid,
  decisions.uid,
  decisions.setBy,
  offers.uid,
  offers.offeredBy,
  doorEntries.byUid,
  doorScans.byUid,
  sessionEntries.byUid,
  letters.uid,
  letters.issuedBy,
  letters.withdrawnBy,
  assignments.uid,
  assignments.staffUid,
  conflicts.uid,
  conflicts.staffUid,
  reviews.uid,
  reviews.staffUid,
  comments.uid,
  comments.staffUid,
  plans.createdBy,
  plans.askedBy,
  plans.appliedBy,
  decisionLines.uid,
  decisionLines.oldSetBy,
  distributionLines.uid,
  distributionLines.staffUid,
  invitations.invitedBy,
  mailings.sentBy,
  applicationLabels.labelledBy,
  savedSelections.savedBy,
  editionRevisions.authorUid,
  editionPublications.createdBy,
  invoicing.proposedBy,
  invoicing.settledBy,
  factorResets.askedBy,
];

/**
 * The tables whose rows are deleted with the account. They are deleted in this order, so that no row ever refers to a
 * row that has already been deleted.
 */
export const GOES_ALONG = [
  documents,
  searchWords,
  answers,
  detailChanges,
  payerRequests,
  applicationLabels,
  applications,
  places,
  sessionEntries,
  calendarFeeds,
  watching,
  seenNotifications,
  notificationReaders,
  profiles,
  sessions,
  tokens,
  factors,
  recoveryCodes,
  passkeys,
  factorResets,
  unreachableAddresses,
] as const;

/** A condition for the statement that deletes an account: whether the account has to be kept. */
const isNeeded = (uid: string): SQL =>
  sql.join(
    [
      sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.uid} = ${uid}
        AND (${users.admin} = 1 OR ${users.hpairPlusSubscriptionId} IS NOT NULL))`,
      sql`EXISTS (SELECT 1 FROM ${applications} WHERE ${applications.uid} = ${uid}
        AND (${applications.submittedAt} IS NOT NULL OR ${applications.reopenedFrom} IS NOT NULL))`,
      // Acts of a person on their own account do not prevent the deletion. They are recorded only in the audit log.
      sql`EXISTS (SELECT 1 FROM ${audit} WHERE ${audit.actorUid} = ${uid}
        AND ${audit.object} NOT LIKE ${`%/${uid}`})`,
      ...NEEDED_BY.map(
        (column) => sql`EXISTS (SELECT 1 FROM ${column.table} WHERE ${sql.identifier(column.name)} = ${uid})`,
      ),
    ],
    sql` OR `,
  );

/**
 * Deletes the viewer's account with everything that belongs to it: drafts, documents and their files, sessions, links,
 * calendar, mails, and the agenda. The viewer's places in sessions of the programme go to the people on the waiting
 * lists. The audit log keeps the act and the id. An address that is unsubscribed from news stays unsubscribed. Its
 * mailbox may belong to somebody other than the owner of the account, and the owner of the mailbox wants no news. An
 * account that other people's records need is kept as it is. The password must have been typed a short while ago.
 *
 * @returns 401 if the session has ended in the meantime; 403 with the reason if the account has to be kept.
 */
export async function deleteAccount(
  context: Context,
  viewer: Viewer,
): Promise<{ deleted: true } | Refused<401 | 403>> {
  const { db, files } = context;
  const { uid } = viewer;
  const { now } = await context.visit();
  // Only this request writes this password. So if the row has it, this statement has succeeded, and the later
  // statements take effect.
  const leaving = noPassword();
  const isLeaving = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.uid} = ${uid}
    AND ${users.passwordHash} = ${leaving})`;
  const { entry } = audited(
    context,
    { actorUid: uid, action: "deleteAccount", object: `users/${uid}` },
    isLeaving,
  );
  const ahead = sql`(SELECT json_group_array(${programmeSessions.id}) FROM ${programmeSessions}
    WHERE ${programmeSessions.endsAt} > ${now} AND ${isLeaving})`;
  const [[kept], , , keys, ...others] = await db.batch([
    db
      .select({ isNeeded: sql<number>`${isNeeded(uid)}` })
      .from(users)
      .where(eq(users.uid, uid)),
    db
      .update(users)
      .set({ passwordHash: leaving })
      .where(and(eq(users.uid, uid), isStillFresh(viewer), sql`NOT (${isNeeded(uid)})`)),
    entry,
    db
      .select({ objectKey: documents.objectKey })
      .from(documents)
      .where(and(eq(documents.uid, uid), isLeaving)),
    db.delete(outbox).where(and(isMailOf(viewer), isLeaving)),
    ...GOES_ALONG.map((table) => db.delete(table).where(and(eq(table.uid, uid), isLeaving))),
    tellPromoted(context, ahead, now),
    promoteWaiting(db, ahead, now),
    db
      .delete(users)
      .where(and(eq(users.uid, uid), eq(users.passwordHash, leaving)))
      .returning({ uid: users.uid }),
  ]);
  for (const { objectKey } of keys) context.waitUntil(files.remove(objectKey));
  if ((others.at(-1) as unknown[]).length === 1) return { deleted: true };
  return kept?.isNeeded
    ? { refused: apiMessages.accountKept, status: 403 }
    : { refused: accountMessages.notLoggedIn, status: 401 };
}

/**
 * The condition for the mails that belong to this account: mails about it, mails with its links, and mails to its
 * address or to an address that it had before. Mails to these addresses that other people caused are left out, so they
 * are kept: an invitation, or a link of another account that is changing to the address. A mail to a former address is
 * also kept if it is about another account, or if another account now has the address. The links of the account must
 * still be stored, because they say which addresses it had.
 */
function isMailOf({ uid, email }: Viewer): SQL {
  const linkHash = sql`substr(${outbox.eventKey}, instr(${outbox.eventKey}, ':') + 1)`;
  const isFormer = sql`(${outbox.uid} IS NULL AND lower(${outbox.recipient}) IN (SELECT lower(${tokens.email})
      FROM ${tokens} WHERE ${tokens.uid} = ${uid} AND ${tokens.purpose} = 'revert-email')
    AND NOT EXISTS (SELECT 1 FROM ${users} WHERE ${users.emailKey} = lower(${outbox.recipient})
      AND ${users.uid} <> ${uid}))`;
  return sql`(${outbox.uid} = ${uid} OR ${linkHash} IN (SELECT ${tokens.hash} FROM ${tokens} WHERE ${tokens.uid} = ${uid})
    OR (lower(${outbox.recipient}) = ${emailKey(email)} OR ${isFormer})
      AND coalesce(${outbox.link} ->> 'purpose', '') <> 'invitation'
      AND NOT EXISTS (SELECT 1 FROM ${tokens} WHERE ${tokens.hash} = ${linkHash} AND ${tokens.uid} <> ${uid}))`;
}
