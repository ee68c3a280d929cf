import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { outbox } from "#db/schema/mail.ts";
import type { Viewer } from "~/platform/context.server.ts";
import { emailKey } from "~/values/email-addresses.ts";
import { MOST_COPIES } from "./copies.ts";
import { recipientKey } from "./unreachable.server.ts";
import { stoppedRows } from "./unsubscribing.server.ts";

/**
 * The condition for the mails that a person may read: they are about the person's account, went to their present
 * address, and have been sent. A mail that was given up may be read too, unless it is about a decision, because that
 * decision may have been taken back in the meantime.
 */
const isOwnCopy = (uid: string, key: string): SQL | undefined =>
  and(
    eq(outbox.uid, uid),
    eq(recipientKey, key),
    sql`(${isNotNull(outbox.sentAt)} OR (${outbox.kind} <> 'decision' AND ${outbox.dueAt} IS NULL
      AND ${outbox.failures} > 0))`,
  );

const copyFields = {
  id: outbox.id,
  subject: outbox.subject,
  createdAt: outbox.createdAt,
  sentAt: outbox.sentAt,
  report: outbox.report,
};

const copyRows = prepared((db: Database, uid: string, key: string) =>
  db
    .select(copyFields)
    .from(outbox)
    .where(isOwnCopy(uid, key))
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(MOST_COPIES),
);

const copyRow = prepared((db: Database, uid: string, key: string, id: string) =>
  db
    .select({ ...copyFields, body: outbox.body })
    .from(outbox)
    .where(and(eq(outbox.id, id), isOwnCopy(uid, key))),
);

/**
 * The mails that the portal sent to a person, newest first, and whether their address gets no news or reminders. One
 * round trip.
 */
export async function readCopies(db: Database, { uid, email }: Viewer) {
  const key = emailKey(email);
  const [copies, stopped] = await db.batch([copyRows(db, uid, key), stoppedRows(db, key)]);
  return { copies, isStopped: stopped.length > 0 };
}

/**
 * One of the mails that the portal sent to a person, with its text. No row if there is no such mail, or if it belongs
 * to another person.
 */
export const readCopy = (db: Database, { uid, email }: Viewer, id: string) =>
  copyRow(db, uid, emailKey(email), id);
