import { and, asc, eq, gt, isNotNull, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { type Database, inChunks, inOneBatch, listed } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { answers, applications } from "#db/schema/applications.ts";
import { conferences, rounds } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { outbox } from "#db/schema/mail.ts";
import { mailTemplates } from "#db/schema/staff.ts";
import { answersOf } from "~/applications/applications.server.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { render } from "~/mail/mail-template.ts";
import type { MailText } from "~/mail/mail-text.ts";
import { hasNewerMail, insertMail } from "~/mail/outbox.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { forEachRow, logFault } from "~/platform/log.server.ts";
import { decisionVersion, isReleased, roundOfApplication } from "~/standing/visible-decision.server.ts";
import type { Answers } from "~/values/catalogue.ts";
import { addressNone } from "~/values/email-addresses.ts";
import { fullName } from "~/values/words.ts";
import { sameApplication, visibleVersions } from "./decisions.server.ts";
import { decisionAddress, decisionMails } from "./mails.ts";

/**
 * The first part of the key of a mail about a decision, about an offer from the waiting list, or about an offer that was
 * taken back.
 */
const MAILS_ABOUT = ["decision", "offer", "offer-back"] as const;
const MOST_AT_ONCE = 500;
const PUT_ASIDE_AT_ONCE = 1000;

type Round = typeof rounds.$inferSelect;

/**
 * For a row of `rounds`: whether a decision in the round's edition was released without the rest of its round, and its
 * delegate must still be told. It is written like the condition of the partial index, so that SQLite uses that index.
 */
const isUntoldAlone = sql`EXISTS (SELECT 1 FROM ${decisions} WHERE ${decisions.conferenceId} = ${rounds.conferenceId}
  AND ${decisions.releasedAt} >= ${decisions.setAt} AND ${decisions.toldAt} IS NULL)`;

/**
 * Tells delegates of released decisions by mail. It looks at every round whose `decisionRelease` has come, even if only
 * single decisions of the round were released. If a delegate has not been told of their decision yet, it queues a mail,
 * written from the decision as it is at that moment. The cron calls this every minute. First the mail is queued, and
 * then the time is stored in the row of the decision (`toldAt`). If a run stops between these two steps, the next run
 * stores the time. It does not queue the mail a second time, because the mail is already in the outbox.
 */
export async function tellDecisions(context: Context): Promise<void> {
  const { db, requestId } = context;
  const { now, settings } = await context.visit();
  const open = await db
    .select()
    .from(rounds)
    .where(
      and(
        lte(rounds.decisionRelease, now),
        or(
          and(isNotNull(rounds.releasedAt), sql`${rounds.toldAt} IS NOT ${rounds.releasedAt}`),
          isUntoldAlone,
        ),
      ),
    );
  await forEachRow(
    open,
    { requestId, method: "tellDecisions" },
    ({ conferenceId, id }) => `editions/${conferenceId}/rounds/${id}`,
    (round) => tellRound(context, round, settings.currentEdition, now),
  );
}

async function tellRound(context: Context, round: Round, currentEdition: string, now: number): Promise<void> {
  const { db } = context;
  const { conferenceId } = round;
  const [[conference], templates, untold] = await db.batch([
    db.select().from(conferences).where(eq(conferences.id, conferenceId)),
    db.select().from(mailTemplates).where(eq(mailTemplates.conferenceId, conferenceId)),
    db
      .select({
        uid: decisions.uid,
        decision: decisions.decision,
        version: sql<string>`${decisionVersion}`,
        answers: answers.answers,
      })
      .from(decisions)
      .innerJoin(applications, sameApplication)
      .leftJoin(answers, answersOf(conferenceId, "about"))
      .where(untoldIn(round, now))
      .orderBy(asc(decisions.uid))
      .limit(MOST_AT_ONCE),
  ]);
  if (untold.length === 0) {
    await bringBackPutAside(db, conferenceId, now);
    if (round.releasedAt === null) return;
    await db
      .update(rounds)
      .set({ toldAt: round.releasedAt })
      .where(
        and(
          eq(rounds.conferenceId, conferenceId),
          eq(rounds.id, round.id),
          eq(rounds.releasedAt, round.releasedAt),
          sql`NOT EXISTS (SELECT 1 FROM ${decisions} JOIN ${applications} ON ${sameApplication}
            WHERE ${untoldIn(round, now)})`,
        ),
      );
    return;
  }
  const link = decisionAddress(context.origin, conferenceId, currentEdition);
  const values = { conference: conferenceName(conference!), link };
  const written = untold.map(({ uid, version, decision, answers }) => {
    const mail = writeDecisionMail(
      templates.find((template) => template.decision === decision),
      answers ?? {},
      values,
    );
    return { uid, version, mail };
  });
  const failed = written.filter(({ mail }) => mail === null).length;
  if (failed > 0) {
    logFault(new Error(`${failed} mails about decisions could not be written and go out in plain words.`), {
      requestId: context.requestId,
      method: "cron",
      path: `rounds/${round.id}`,
    });
  }
  await queueOnce(
    db,
    conferenceId,
    written.map(({ uid, version, mail }) => ({
      uid,
      version,
      ...(mail ?? decisionMails.decided(link)),
    })),
  );
  await noteTold(db, conferenceId, written, now);
  // Mails that were put aside are brought back in this run. If only single decisions of the round were released,
  // perhaps no later run looks at the round.
  if (untold.length < MOST_AT_ONCE) await bringBackPutAside(db, conferenceId, now);
}

/**
 * The mail about a decision. It is null if the template cannot be filled in for this person; then
 * `decisionMails.decided` is sent instead.
 */
export function writeDecisionMail(
  template: MailText | undefined,
  { firstName = "", middleName, lastName }: Answers,
  values: { conference: string; link: string },
): MailText | null {
  if (!template) return null;
  const written = render(template, {
    ...values,
    firstName,
    fullName: fullName(firstName, middleName, lastName),
  });
  return "mail" in written ? written.mail : null;
}

/** The condition for a round's released decisions whose delegates have not been told yet. */
const untoldIn = ({ conferenceId, id }: Round, now: number): SQL | undefined =>
  and(
    eq(decisions.conferenceId, conferenceId),
    isNull(decisions.toldAt),
    sql`${roundOfApplication} = ${id}`,
    isReleased(now),
  );

/**
 * Queues each mail, unless the last mail to the same person about this conference was about the same decision. A
 * delegate may be told of a second decision, and then the first decision may come back. This return is a new event, and
 * the key of its mail ends with a number. Disabled accounts get no mail.
 */
async function queueOnce(
  db: Database,
  conferenceId: string,
  mailsToQueue: ({ uid: string; version: string } & MailText)[],
): Promise<void> {
  const createdAt = Date.now();
  // `||` and `->>` have the same precedence. Without the parentheses, SQLite would join the texts first, and parse the
  // result as JSON.
  const item = (name: string) => sql.raw(`(item.value ->> '${name}')`);
  const ownKeys = sql`${`decision/${conferenceId}/`} || ${item("uid")}`;
  const earlier = sql`FROM ${outbox} WHERE ${outbox.eventKey} >= ${ownKeys} || '/'
    AND ${outbox.eventKey} < ${ownKeys} || '0'`;
  const key = sql`${ownKeys} || '/' || ${item("version")}`;
  const rows = mailsToQueue.map((mail) => ({ ...mail, id: newId() }));
  await inOneBatch(
    db,
    inChunks(rows).map((chunk) =>
      insertMail(
        db,
        {
          kind: "decision",
          uid: sql`${users.uid}`,
          id: item("id"),
          eventKey: sql`${key} || (SELECT CASE count(*) WHEN 0 THEN '' ELSE '/' || count(*) END ${earlier})`,
          recipient: sql`${users.email}`,
          subject: item("subject"),
          body: item("body"),
          createdAt,
          failures: 0,
          dueAt: createdAt,
        },
        sql`FROM json_each(${chunk}) AS item JOIN ${users} ON ${users.uid} = ${item("uid")}
          WHERE ${users.disabledAt} IS NULL AND NOT coalesce((
            SELECT substr(${outbox.eventKey} || '/', 1, length(${key}) + 1) = ${key} || '/' ${earlier}
            ORDER BY ${outbox.createdAt} DESC, ${outbox}.rowid DESC LIMIT 1), false)`,
      ).onConflictDoNothing(),
    ),
  );
}

/**
 * Stores in the row of each decision that its mail is queued. The row is not changed if the decision was set again in
 * the meantime.
 */
async function noteTold(
  db: Database,
  conferenceId: string,
  told: { uid: string; version: string }[],
  now: number,
): Promise<void> {
  const versions = JSON.stringify(told.map(({ uid, version }) => ({ uid, version })));
  await db
    .update(decisions)
    .set({ toldAt: now })
    .from(sql`json_each(${versions}) AS item`)
    .where(
      and(
        eq(decisions.conferenceId, conferenceId),
        sql`${decisions.uid} = item.value ->> 'uid'`,
        sql`${decisionVersion} = item.value ->> 'version'`,
        isNull(decisions.toldAt),
      ),
    );
}

/**
 * Some mails were put aside, because their decision or offer could not be seen (see the outbox). This function makes
 * such a mail due if its decision or offer can be seen again.
 */
async function bringBackPutAside(db: Database, conferenceId: string, now: number): Promise<void> {
  for (const kind of MAILS_ABOUT) await bringBackKind(db, `${kind}/${conferenceId}`, conferenceId, now);
}

async function bringBackKind(db: Database, prefix: string, conferenceId: string, now: number): Promise<void> {
  const isPutAside = and(
    ...[isNull(outbox.sentAt), isNull(outbox.dueAt), eq(outbox.failures, 0)],
    // A mail to an account without an address never becomes due.
    sql`${outbox.recipient} NOT LIKE ${addressNone("%")}`,
  );
  let after = `${prefix}/`;
  for (;;) {
    const found = await db
      .select({ key: outbox.eventKey })
      .from(outbox)
      .where(and(gt(outbox.eventKey, after), lt(outbox.eventKey, `${prefix}0`), isPutAside))
      .orderBy(asc(outbox.eventKey))
      .limit(PUT_ASIDE_AT_ONCE);
    if (found.length === 0) return;
    const about = found.map(({ key }) => ({ key, ...decisionOf(key)! }));
    const visible = await visibleVersions(db, conferenceId, about, now);
    const keys = about.filter(({ uid, version }) => visible.has(`${uid}/${version}`)).map(({ key }) => key);
    // If a newer mail about the same decision exists, the old mail stays put aside.
    await db
      .update(outbox)
      .set({ dueAt: Date.now() })
      .where(and(sql`${outbox.eventKey} IN ${listed(keys)}`, isPutAside, sql`NOT ${hasNewerMail}`));
    after = found.at(-1)!.key;
  }
}

/** The conference, delegate and version in the key of a mail about a decision or an offer; null for any other mail. */
function decisionOf(eventKey: string): { conferenceId: string; uid: string; version: string } | null {
  const [kind, conferenceId, uid, version] = eventKey.split("/");
  return MAILS_ABOUT.some((about) => about === kind) && conferenceId && uid && version
    ? { conferenceId, uid, version }
    : null;
}

/**
 * Whether a mail about a decision still agrees with what its delegate can see. After the mail was queued, the decision
 * may have been set again, or its release may have been taken back. Such a mail is put aside until its decision can be
 * seen again.
 */
export async function isStillTrue(context: Context, eventKey: string): Promise<boolean> {
  const about = decisionOf(eventKey);
  if (!about) return true;
  const { now } = await context.visit();
  const visible = await visibleVersions(context.db, about.conferenceId, [about], now);
  return visible.has(`${about.uid}/${about.version}`);
}
