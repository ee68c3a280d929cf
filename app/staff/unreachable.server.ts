import { and, desc, eq, sql } from "drizzle-orm";
import { insertFrom, listed, subquery } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { answers, applications } from "#db/schema/applications.ts";
import { oneOf } from "#db/schema/columns.ts";
import { decisions } from "#db/schema/decisions.ts";
import { outbox, unreachableAddresses } from "#db/schema/mail.ts";
import { answersOf } from "~/applications/applications.server.ts";
import { sameApplication } from "~/decisions/decisions.server.ts";
import { MAIL_TEXT_KEPT } from "~/mail/lives.ts";
import { hasNewerMail } from "~/mail/outbox.server.ts";
import { isUnreachable, recipientKey } from "~/mail/unreachable.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { addressNone } from "~/values/email-addresses.ts";
import { fullName } from "~/values/words.ts";
import { staffMessages } from "./messages.ts";
import type { AddressTrouble } from "./unreachable.ts";

const NEWEST = 500;

/** The end of the key of a mail that is sent again. The key begins with the key of the mail that did not arrive. */
const AGAIN = "/again";

/**
 * The condition for mails that did not arrive, have not been sent again, and can be sent again. A mail can be sent
 * again if its text is still kept and has no link that works once. No text from before `since` is kept; the condition
 * contains this time only so that an index finds the mails.
 */
const isLost = (since = Date.now() - MAIL_TEXT_KEPT) => sql`${oneOf(outbox.report, ["bounced", "withheld"])}
  AND ${outbox.createdAt} > ${since} AND ${outbox.link} IS NULL AND ${outbox.body} <> ''
  AND NOT ${hasNewerMail}`;

const isMended = sql<number>`(${unreachableAddresses.mendedAt} IS NOT NULL
  OR ${users.emailKey} <> ${unreachableAddresses.emailKey})`;

/** The condition that the person whose address became unreachable can get mail now. */
const getsMail = sql<number>`(${isMended} AND ${users.disabledAt} IS NULL
  AND ${users.email} NOT LIKE ${addressNone("%")} AND NOT ${isUnreachable(sql`${users.emailKey}`)})`;

/** The addresses that became unreachable, with their owners, newest first. Two round trips. */
export async function readTroubles(
  { db }: Context,
  { settings: { conferenceId } }: SignedIn,
): Promise<AddressTrouble[]> {
  const [addresses, counted] = await db.batch([
    db
      .select({
        emailKey: unreachableAddresses.emailKey,
        uid: unreachableAddresses.uid,
        email: users.email,
        because: unreachableAddresses.because,
        said: unreachableAddresses.said,
        at: unreachableAddresses.at,
        isMended: subquery(isMended).as("is_mended"),
        getsMail: subquery(getsMail).as("gets_mail"),
      })
      .from(unreachableAddresses)
      .leftJoin(users, eq(users.uid, unreachableAddresses.uid))
      .orderBy(desc(unreachableAddresses.at))
      .limit(NEWEST),
    db
      .select({ key: sql<string>`${recipientKey}`.as("key"), lost: sql<number>`count(*)`.as("lost") })
      .from(outbox)
      .where(isLost())
      .groupBy(recipientKey),
  ]);
  const uids = addresses.map(({ uid }) => uid);
  const name = (part: string) => sql<string | null>`${answers.answers} ->> ${`$.${part}`}`.as(part);
  const people = await db
    .select({
      uid: applications.uid,
      decision: decisions.decision,
      first: name("firstName"),
      middle: name("middleName"),
      last: name("lastName"),
    })
    .from(applications)
    .leftJoin(decisions, sameApplication)
    .leftJoin(answers, answersOf(conferenceId, "about"))
    .where(and(eq(applications.conferenceId, conferenceId), sql`${applications.uid} IN ${listed(uids)}`));
  const person = new Map(people.map(({ uid, ...known }) => [uid, known]));
  const lost = new Map(counted.map(({ key, lost }) => [key, lost]));
  return addresses.map((address) => {
    const { first, middle, last, decision } = person.get(address.uid ?? "") ?? {};
    return {
      ...address,
      isMended: Boolean(address.isMended),
      getsMail: Boolean(address.getsMail),
      name: fullName(first, middle, last),
      decision: decision ?? null,
      lost: lost.get(address.emailKey) ?? 0,
    };
  });
}

/**
 * Sends the mails that did not reach a person once more, to the person's present address. Each mail is sent again only
 * once. But if the new mail does not arrive either, the new mail can be sent again.
 */
export async function sendAgain(
  context: Context,
  { viewer }: SignedIn,
  uid: string,
): Promise<{ sent: true } | { refused: string }> {
  const { db } = context;
  const source = sql`FROM ${outbox}
    JOIN ${unreachableAddresses} ON ${unreachableAddresses.emailKey} = ${recipientKey}
    JOIN ${users} ON ${users.uid} = ${unreachableAddresses.uid}
    WHERE ${unreachableAddresses.uid} = ${uid} AND ${getsMail} AND ${isLost()}`;
  const { entry, isDone } = audited(
    context,
    { actorUid: viewer.uid, action: "sendMailsAgain", object: `users/${uid}` },
    sql`EXISTS (SELECT 1 ${source})`,
  );
  const now = Date.now();
  const [, sent] = await db.batch([
    entry,
    insertFrom(
      db,
      outbox,
      {
        id: sql`lower(hex(randomblob(10)))`,
        kind: sql`${outbox.kind}`,
        uid: sql`${outbox.uid}`,
        eventKey: sql`${outbox.eventKey} || ${AGAIN}`,
        recipient: sql`${users.email}`,
        subject: sql`${outbox.subject}`,
        body: sql`${outbox.body}`,
        ...{ createdAt: now, failures: 0, dueAt: now },
      },
      sql`${source} AND ${isDone}`,
    )
      .onConflictDoNothing()
      .returning({ id: outbox.id }),
  ]);
  return sent.length > 0 ? { sent: true } : { refused: staffMessages.nothingToSendAgain };
}
