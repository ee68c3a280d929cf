import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { type Database, insertFrom } from "#db/client.ts";
import { outbox } from "#db/schema.ts";
import type { Config } from "~/config.server.ts";
import type { Context } from "~/context.server.ts";
import { addressNone } from "~/domain/emails.ts";
import type { MailText } from "~/domain/mails.ts";
import type { MailedLink } from "~/domain/types.ts";
import { newId } from "~/ids.server.ts";
import { logFault } from "~/log.server.ts";
import { visibleVersions } from "./decisions.server.ts";
import { type Link, SECRET_PLACEHOLDER, secretOf } from "./links.server.ts";

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;
/** The text of a mail that was sent or given up is kept this long after it was queued. */
const TEXT_KEPT = 30 * DAY;
const NEWEST = 50;
/** A run of the cron, at one provider's call after the other. */
const MOST_AT_ONCE = 100;

/** Minutes to wait after the first, second … failure; after the last the mail is given up. */
const PATIENCE = [1, 5, 30, 2 * 60, 6 * 60, 24 * 60];

type QueuedMail = { eventKey: string; recipient: string | SQL } & (
  | { text: MailText; link?: undefined }
  /** With a link that works once: its text is written around the address it is given. */
  | { text: (address: string) => MailText; link: Link }
);

/**
 * The statement that queues a mail, in the batch of the event it tells of; once per `eventKey`. The secret of
 * its link is not stored: `bodyOf` puts it in.
 *
 * @param source as for `insertFrom`: the mail is queued for each row of it.
 */
export function queueMail(db: Database, { eventKey, recipient, ...mail }: QueuedMail, source: SQL) {
  const createdAt = Date.now();
  const text = mail.link ? mail.text(mail.link.storedAddress) : mail.text;
  const link = mail.link && { purpose: mail.link.purpose, id: mail.link.id };
  // An account without an address gets none: the mail stays where it is.
  const dueAt = sql`iif(${recipient} LIKE ${addressNone("%")}, NULL, ${createdAt})`;
  const row = { id: newId(), eventKey, recipient, ...text, link, failures: 0, createdAt, dueAt };
  return insertFrom(db, outbox, row, source);
}

/** The body of a mail as its reader gets it, its link working. */
export function bodyOf(config: Config, { body, link }: { body: string; link: MailedLink | null }): string {
  return link ? body.replaceAll(SECRET_PLACEHOLDER, secretOf(config, link)) : body;
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
  const { config, db, mailer, requestId } = context;
  if (!mailer) return;
  const due = await db
    .select()
    .from(outbox)
    .where(lte(outbox.dueAt, Date.now()))
    .orderBy(asc(outbox.dueAt))
    .limit(MOST_AT_ONCE);
  for (const mail of due) {
    const { id, eventKey, recipient, subject, failures, dueAt } = mail;
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
      await mailer.send({ key: eventKey, recipient, subject, body: bodyOf(config, mail) });
      await db
        .update(outbox)
        .set({ sentAt: Date.now(), dueAt: null, failures: sql`${outbox.failures} - 1` })
        .where(eq(outbox.id, id));
    } catch (error) {
      logFault(error, { requestId, method: "mail", path: `outbox/${id}` });
    }
  }
}

/** The newest mails as their readers get them, for the development mailbox. */
export async function newestMails({ config, db }: Context) {
  const newest = await db.select().from(outbox).orderBy(desc(outbox.createdAt)).limit(NEWEST);
  return newest.map(({ id, recipient, subject, ...mail }) => {
    return { id, recipient, subject, body: bodyOf(config, mail) };
  });
}

/** The statement that empties the texts of mails that are through, once they are old. */
export const forgetOldTexts = (db: Database) =>
  db
    .update(outbox)
    .set({ body: "" })
    .where(
      and(
        sql`${outbox.body} <> ''`,
        lt(outbox.createdAt, Date.now() - TEXT_KEPT),
        isNull(outbox.dueAt),
        or(isNotNull(outbox.sentAt), gt(outbox.failures, 0)),
      ),
    );
