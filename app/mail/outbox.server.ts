import { and, asc, desc, eq, gt, is, isNotNull, isNull, lt, lte, ne, or, SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, excluded, insertFrom } from "#db/client.ts";
import { counters } from "#db/schema/accounts.ts";
import { events } from "#db/schema/conference.ts";
import { outbox } from "#db/schema/mail.ts";
import { isDrawingName } from "~/conference/drawings.ts";
import type { Config } from "~/platform/config.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { logFault } from "~/platform/log.server.ts";
import { type Mailer, MailFault } from "~/platform/ports/mailer.server.ts";
import { settingRows, settingsFrom } from "~/platform/settings.server.ts";
import { MINUTE } from "~/values/durations.ts";
import { addressNone } from "~/values/email-addresses.ts";
import { plainText, tidyLine } from "~/values/plain-text.ts";
import type { MailedLink, MailKind, MailReport } from "~/values/types.ts";
import { type CopiedKind, isOptional } from "./kinds.ts";
import { type Link, SECRET_PLACEHOLDER, secretOf } from "./link-secret.server.ts";
import { MAIL_LEASE, MAIL_RETRIES, MAIL_RUN, MAIL_TEXT_KEPT } from "./lives.ts";
import { isAskedFor } from "./mail-events.ts";
import { type MailFrame, mailHtml } from "./mail-html.ts";
import { MAIL_PICTURE } from "./mail-picture.ts";
import type { MailText } from "./mail-text.ts";
import { mailMessages } from "./messages.ts";
import { isUnreachable, recipientKey } from "./unreachable.server.ts";
import { isUnsubscribed, unsubscribeToken } from "./unsubscribing.server.ts";
import { unsubscribeAddress } from "./unsubscribing.ts";

const newerMail = alias(outbox, "newer_mail");

/**
 * For a row of `outbox`: whether a newer mail reports the same event, because this mail was sent again, or because its
 * decision came back after another one. The key of the newer mail is then the key of this one, a slash, and more.
 */
export const hasNewerMail: SQL = sql`EXISTS (SELECT 1 FROM ${outbox} AS ${newerMail}
  WHERE ${newerMail.eventKey} > ${outbox.eventKey} || '/' AND ${newerMail.eventKey} < ${outbox.eventKey} || '0')`;

const NEWEST = 50;
/** The most mails that one run of the cron sends. Each mail takes three or four database queries. */
const MOST_AT_ONCE = 100;
/** Mails are sent a little slower than the provider allows, because neither our clock nor the network is exact. */
const SPACING = 1.1;

type StillTrue = (
  context: Context,
  mail: Pick<typeof outbox.$inferSelect, "eventKey" | "link">,
) => Promise<boolean>;

/** The kind of a mail. If the portal shows copies of this kind, `uid` is the account that may read the copy. */
type Uncopied = { kind: Exclude<MailKind, CopiedKind>; uid?: undefined };
type MailAbout = Uncopied | { kind: CopiedKind; uid: string | SQL };

type QueuedMail = { eventKey: string | SQL; recipient: string | SQL } & (
  | (MailAbout & { text: { [Part in keyof MailText]: MailText[Part] | SQL }; link?: undefined })
  /** For a mail with a link that works once: `text` writes the text around the link's URL, which is passed in. */
  | (Uncopied & { text: (address: string) => MailText; link: Link })
);

type MailRow = typeof outbox.$inferInsert;

/**
 * The statement that puts mails into the outbox. It is `insertFrom` for this table, except that the caller must state
 * the kind of the mails.
 */
export const insertMail = (
  db: Database,
  row: MailAbout & { [Key in keyof Omit<MailRow, keyof MailAbout | "link">]: MailRow[Key] | SQL },
  source: SQL,
) => insertFrom(db, outbox, { ...row, dueAt: dueAtFor(row.recipient, row.dueAt ?? null) }, source);

/** The row of a mail to an account without an e-mail address is queued, but never becomes due: nobody could read it. */
const dueAtFor = (recipient: string | SQL, dueAt: number | null | SQL): SQL =>
  sql`iif(${recipient} LIKE ${addressNone("%")}, NULL, ${dueAt})`;

/**
 * The statement that queues a mail, only once for each `eventKey`. It runs in the same batch as the event that the mail
 * reports. The secret of the mail's link is not stored; `bodyOf` inserts it.
 *
 * @param source as for `insertFrom`: a mail is queued for each of its rows.
 */
export function queueMail(
  db: Database,
  { kind, uid, eventKey, recipient, ...mail }: QueuedMail,
  source: SQL,
) {
  const createdAt = Date.now();
  const text = mail.link ? mail.text(mail.link.storedAddress) : mail.text;
  const link = mail.link && { purpose: mail.link.purpose, id: mail.link.id };
  // If there are several rows, each is a different event, so each needs a different id.
  const id = is(eventKey, SQL) ? sql`lower(hex(randomblob(10)))` : newId();
  const row = { id, kind, uid, eventKey, recipient, ...text, link, failures: 0, createdAt };
  return insertFrom(db, outbox, { ...row, dueAt: dueAtFor(recipient, createdAt) }, source);
}

type KeptMail = Pick<typeof outbox.$inferSelect, "id" | "kind" | "subject" | "body" | "link">;

/**
 * The text of a mail as its recipient gets it, and the URL at which they can stop mails of its kind. The URL is null if
 * mails of this kind cannot be stopped.
 */
function textOf(
  { config, origin }: Pick<Context, "config" | "origin">,
  mail: KeptMail,
): MailText & { unsubscribe: string | null } {
  const subject = tidyLine(mail.subject);
  const body = bodyOf(config, mail);
  if (!isOptional(mail.kind)) return { subject, body, unsubscribe: null };
  const unsubscribe = unsubscribeAddress(origin, unsubscribeToken(config, mail.id));
  return { subject, body: `${body}\n\n${mailMessages.stop}: ${unsubscribe}`, unsubscribe };
}

/** The body of a mail as its recipient gets it: plain text with a working link. */
export function bodyOf(config: Config, { body, link }: { body: string; link: MailedLink | null }): string {
  const plain = plainText(body);
  return link ? plain.replaceAll(SECRET_PLACEHOLDER, secretOf(config, link)) : plain;
}

/**
 * Sends the mails that are due, no faster than the provider accepts them. A run takes less than a minute. Only one run
 * sends at a time. In addition, a run claims each mail by moving the mail's next attempt into the future. So no two
 * runs can send the same mail. If the provider does not answer, the mail is tried again at growing intervals and
 * finally given up. If the provider refuses the mail, it is given up at once. As long as the provider accepts no mail
 * at all, nothing is sent and no attempt is counted. A mail to an unreachable address is given up without an attempt,
 * unless its reader has asked for it.
 *
 * @param isStillTrue whether the content of the mail is still true; if not, the mail is put aside.
 */
export async function sendDueMails(context: Context, isStillTrue: StillTrue): Promise<void> {
  const { db, mailer } = context;
  if (!mailer) return;
  const due = await db
    .select()
    .from(outbox)
    .where(lte(outbox.dueAt, Date.now()))
    .orderBy(asc(outbox.dueAt))
    .limit(MOST_AT_ONCE);
  const turn = due.length > 0 ? await takeTurn(db) : null;
  if (turn === null) return;
  let next = Date.now();
  const end = next + MAIL_RUN;
  try {
    const frame = await frameOf(context);
    for (const mail of due) {
      if (next > end) break;
      await until(next);
      next = await send({ context, mailer, frame, isStillTrue }, mail);
    }
  } finally {
    await endTurn(db, turn, next);
  }
}

/** The values that all mails of a run share. */
type Run = { context: Context; mailer: Mailer; frame: MailFrame; isStillTrue: StillTrue };

/** @returns the time from which the next mail may be sent, UTC ms. */
async function send(
  { context, mailer, frame, isStillTrue }: Run,
  mail: typeof outbox.$inferSelect,
): Promise<number> {
  const { config, db, requestId } = context;
  const { id, eventKey, kind, recipient, link, failures, dueAt } = mail;
  const where = { requestId, method: "mail", path: `outbox/${id}` };
  const note = (values: { [Key in keyof typeof mail]?: (typeof mail)[Key] | SQL }) =>
    db.update(outbox).set(values).where(eq(outbox.id, id));
  const startedAt = Date.now();
  const wait = MAIL_RETRIES[failures];
  const claimed = await db
    .update(outbox)
    .set({ failures: failures + 1, dueAt: wait === undefined ? null : startedAt + wait * MINUTE })
    .where(and(eq(outbox.id, id), eq(outbox.dueAt, dueAt!)))
    .returning({
      isUnreachable: sql<number>`${isUnreachable(recipientKey)}`,
      isUnsubscribed: sql<number>`${isUnsubscribed}`,
    });
  const [claim] = claimed;
  if (!claim) return startedAt;
  const next = startedAt + (SPACING * 1000) / mailer.perSecond;
  try {
    if (!(await isStillTrue(context, mail))) {
      await note({ dueAt: null, failures: 0 });
      return startedAt;
    }
    if (claim.isUnreachable && !isAskedFor(link)) {
      await note({ dueAt: null, refusal: mailMessages.withheld, ...asHeldBack("withheld") });
      return startedAt;
    }
    if (claim.isUnsubscribed && isOptional(kind)) {
      // The reader has stopped mails of this kind. This does not count as a failure.
      await note({ dueAt: null, failures: 0, refusal: null, ...asHeldBack("unsubscribed") });
      return startedAt;
    }
    const text = textOf(context, mail);
    const html = mailHtml(text, frame);
    const delivery = await mailer.send({ id, key: eventKey, recipient, ...text, html });
    if (delivery.outcome === "taken") {
      const { providerId } = delivery;
      const known = providerId && { providerId };
      await note({ sentAt: Date.now(), dueAt: null, failures, refusal: null, ...known });
      return next;
    }
    logFault(new MailFault(`The mail provider answered ${delivery.code}.`), where);
    // The provider's reason may quote the mail with its link. A working link must not be stored anywhere.
    const refusal = link ? delivery.reason.replaceAll(secretOf(config, link), "…") : delivery.reason;
    if (delivery.outcome === "refused") {
      await note({ dueAt: null, refusal });
      return next;
    }
    const again = Date.now() + delivery.waitMs;
    await note({ failures, dueAt: again, refusal });
    return again;
  } catch (error) {
    logFault(error, where);
    if (error instanceof MailFault) await note({ refusal: error.message });
    return next;
  }
}

/**
 * The values that are stored about a mail that is held back. If a report about an earlier attempt is already stored,
 * that report is kept.
 */
const asHeldBack = (report: MailReport) => ({
  report: sql`coalesce(${outbox.report}, ${report})`,
  reportedAt: sql`coalesce(${outbox.reportedAt}, ${Date.now()})`,
});

/**
 * The frame of the mails that are sent now: the organisation, and a picture for the first event of the current edition.
 */
async function frameOf({ db, origin }: Context): Promise<MailFrame> {
  const { site, supportEmail, currentEdition } = settingsFrom(await settingRows(db));
  const [event] = await db
    .select({ drawing: events.drawing, ownDrawing: events.ownDrawing })
    .from(events)
    .where(eq(events.conferenceId, currentEdition))
    .orderBy(asc(events.position))
    .limit(1);
  const name = event && event.ownDrawing === null && isDrawingName(event.drawing) ? event.drawing : null;
  const picture = name && `${origin}${MAIL_PICTURE.path(name)}`;
  return { name: site.name, accent: site.accent, supportEmail, origin, picture };
}

const until = (instant: number) =>
  instant > Date.now() ? new Promise((resolve) => setTimeout(resolve, instant - Date.now())) : undefined;

/** The key of a row in the table of counters. With it, one run reserves the sending of mails until `expiresAt`. */
const TURN = "mail";

/** @returns the id of the reservation; null if another run has it, or if the provider accepts no mails at present. */
async function takeTurn(db: Database): Promise<number | null> {
  const now = Date.now();
  const [taken] = await db
    .insert(counters)
    .values({ key: TURN, count: 1, expiresAt: now + MAIL_LEASE })
    .onConflictDoUpdate({
      target: counters.key,
      set: { expiresAt: excluded(counters.expiresAt) },
      setWhere: lte(counters.expiresAt, now),
    })
    .returning({ expiresAt: counters.expiresAt });
  return taken?.expiresAt ?? null;
}

const endTurn = (db: Database, turn: number, expiresAt: number) =>
  db
    .update(counters)
    .set({ expiresAt })
    .where(and(eq(counters.key, TURN), eq(counters.expiresAt, turn)));

/**
 * Two statements about recent mails that could not be sent, newest first, each with the reason. The first reads mails
 * that were given up; mails that were withheld on purpose come last. The second reads mails that wait for another
 * attempt. Each row also has the number of all such mails (`count`), because only the first of them are read.
 */
export const troubledMails = (db: Database) => {
  const mails = (isTroubled: SQL | undefined, ...first: SQL[]) =>
    db
      .select({
        id: outbox.id,
        recipient: outbox.recipient,
        subject: outbox.subject,
        createdAt: outbox.createdAt,
        dueAt: outbox.dueAt,
        refusal: outbox.refusal,
        // SQLite counts before it limits.
        count: sql<number>`count(*) OVER ()`.as("count"),
      })
      .from(outbox)
      .where(and(isTroubled, gt(outbox.createdAt, Date.now() - MAIL_TEXT_KEPT)))
      .orderBy(...first, desc(outbox.createdAt))
      .limit(NEWEST);
  // The conditions are those of two partial indexes, so SQLite uses these indexes.
  const isGivenUp = and(isNull(outbox.sentAt), isNull(outbox.dueAt), sql`${outbox.failures} <> 0`);
  return [
    mails(isGivenUp, sql`${outbox.report} IS 'withheld'`),
    mails(and(sql`${outbox.refusal} IS NOT NULL`, isNotNull(outbox.dueAt))),
  ] as const;
};

/**
 * A mail of the outbox as HTML, as its recipient gets it; for the development mailbox. Null if there is no such mail.
 */
export async function mailAsHtml(context: Context, id: string): Promise<string | null> {
  const [mail] = await context.db.select().from(outbox).where(eq(outbox.id, id));
  return mail ? mailHtml(textOf(context, mail), await frameOf(context)) : null;
}

/** The newest mails as their recipients get them, for the development mailbox. */
export async function newestMails(context: Context) {
  const newest = await context.db.select().from(outbox).orderBy(desc(outbox.createdAt)).limit(NEWEST);
  return newest.map((mail) => {
    const { subject, body } = textOf(context, mail);
    return { id: mail.id, recipient: mail.recipient, subject, body };
  });
}

/**
 * The statement that deletes the texts of old mails that were sent or given up. Their copies in the portal go with
 * them.
 */
export const forgetOldTexts = (db: Database) =>
  db
    .update(outbox)
    .set({ body: "", uid: null })
    .where(
      and(
        sql`${outbox.body} <> ''`,
        lt(outbox.createdAt, Date.now() - MAIL_TEXT_KEPT),
        isNull(outbox.dueAt),
        // The text of a mail about a decision is kept if the mail was put aside, because it may still be sent
        // (`bringBackPutAside`).
        or(isNotNull(outbox.sentAt), gt(outbox.failures, 0), ne(outbox.kind, "decision")),
      ),
    );
