import { and, asc, desc, eq, lte, type SQL, sql } from "drizzle-orm";
import { type Database, insertFrom } from "#db/client.ts";
import { outbox } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import type { MailText } from "~/domain/mails.ts";
import { newId } from "~/ids.server.ts";
import { logFault } from "~/log.server.ts";
import { visibleVersions } from "./decisions.server.ts";

const MINUTE = 60 * 1000;
const NEWEST = 50;
/** A run of the cron, at one provider's call after the other. */
const MOST_AT_ONCE = 100;

/** Minutes to wait after the first, second … failure; after the last the mail is given up. */
const PATIENCE = [1, 5, 30, 2 * 60, 6 * 60, 24 * 60];

/**
 * The statement that queues a mail, in the batch of the event it tells of; once per `eventKey`.
 *
 * @param source as for `insertFrom`: the mail is queued for each row of it.
 */
export function queueMail(
  db: Database,
  { eventKey, recipient, text }: { eventKey: string; recipient: string | SQL; text: MailText },
  source: SQL,
) {
  const createdAt = Date.now();
  const mail = { id: newId(), eventKey, recipient, ...text, failures: 0, createdAt, dueAt: createdAt };
  return insertFrom(db, outbox, mail, source);
}

/** What the key of a mail about one version of a decision says; null for any other mail. */
export function decisionOf(eventKey: string): { conferenceId: string; uid: string; version: string } | null {
  const [kind, conferenceId, uid, version] = eventKey.split("/");
  return kind === "decision" && conferenceId && uid && version ? { conferenceId, uid, version } : null;
}

/**
 * Lets no mail about a decision leave that its delegate does not see at this moment: it was set anew or its
 * release taken back after the mail was queued. Such a mail is put aside, and comes back with its decision.
 */
async function isStillTrue(context: Context, eventKey: string): Promise<boolean> {
  const about = decisionOf(eventKey);
  if (!about) return true;
  const { now } = await context.visit();
  const visible = await visibleVersions(context.db, about.conferenceId, [about], now);
  return visible.has(`${about.uid}/${about.version}`);
}

/**
 * Sends what is due. A mail is claimed by putting off its next try, so that two runs at once do not send it
 * twice; one that fails is tried again ever more rarely, and given up after a day and a half.
 */
export async function sendDueMails(context: Context): Promise<void> {
  const { db, mailer, requestId } = context;
  if (!mailer) return;
  const due = await db
    .select()
    .from(outbox)
    .where(lte(outbox.dueAt, Date.now()))
    .orderBy(asc(outbox.dueAt))
    .limit(MOST_AT_ONCE);
  for (const { id, eventKey, recipient, subject, body, failures, dueAt } of due) {
    const wait = PATIENCE[failures];
    const claimed = await db
      .update(outbox)
      .set({ failures: failures + 1, dueAt: wait === undefined ? null : Date.now() + wait * MINUTE })
      .where(and(eq(outbox.id, id), eq(outbox.dueAt, dueAt!)))
      .returning({ id: outbox.id });
    if (claimed.length === 0) continue;
    try {
      if (!(await isStillTrue(context, eventKey))) {
        await db.update(outbox).set({ dueAt: null, failures: 0 }).where(eq(outbox.id, id));
        continue;
      }
      await mailer.send({ key: eventKey, recipient, subject, body });
      await db
        .update(outbox)
        .set({ sentAt: Date.now(), dueAt: null, failures: sql`${outbox.failures} - 1` })
        .where(eq(outbox.id, id));
    } catch (error) {
      logFault(error, { requestId, method: "mail", path: `outbox/${id}` });
    }
  }
}

/** The newest mails, for the development mailbox. */
export const newestMails = (db: Database) =>
  db.select().from(outbox).orderBy(desc(outbox.createdAt)).limit(NEWEST);
