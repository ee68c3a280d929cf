import { and, asc, desc, eq, gt, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { type Database, hasRow, inChunks, insertFrom } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { acceptances, answers, applications } from "#db/schema/applications.ts";
import { conferences } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { outbox } from "#db/schema/mail.ts";
import { mailings, staff } from "#db/schema/staff.ts";
import { answersOf } from "~/applications/applications.server.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { sameApplication } from "~/decisions/decisions.server.ts";
import { type PlaceholderValues, piecesOf, render } from "~/mail/mail-template.ts";
import type { MailText } from "~/mail/mail-text.ts";
import { hasNewerMail, insertMail } from "~/mail/outbox.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { fingerprint, newId } from "~/platform/ids.server.ts";
import type { ApplicationFilter } from "~/selections/application-filter.ts";
import { applicationsSelected } from "~/selections/filter-conditions.server.ts";
import { countedFrom } from "~/standing/agreements.server.ts";
import { everHadPass, hasPass } from "~/standing/holdings.server.ts";
import { isVisible, seenDecision } from "~/standing/visible-decision.server.ts";
import { addressNone } from "~/values/email-addresses.ts";
import type { Decision, PassType } from "~/values/types.ts";
import { fullName } from "~/values/words.ts";
import { AUDIENCES, type Audience } from "./audiences.ts";
import { staffMessages } from "./messages.ts";

const NEWEST = 20;

/** A selection of applications whose people get a mail: its filter, and the filter in words. */
type MailedSelection = { filter: ApplicationFilter; words: string };

/** A mail, and the people who get it: one of the groups that always exist, or a selection of applications. */
export type MailingRequest = { audience: Audience | MailedSelection; mail: MailText };

export type MailingPreview = {
  /** The id of the mailing. The preview makes it, so that a form that is posted twice sends the mailing only once. */
  id: string;
  count: number;
  /** A text that identifies the recipients. The mailing is sent only if the recipients are still the same. */
  recipients: string;
  first: { email: string } & MailText;
};

/**
 * The recipients that a mail would have, and the text for the first of them. Null if nobody would get it. Two round
 * trips.
 */
export async function previewMailing(
  context: Context,
  visit: SignedIn,
  { audience, mail }: MailingRequest,
): Promise<MailingPreview | null> {
  const { conference, recipients } = await findRecipients(context.db, visit, audience);
  const [first] = recipients;
  if (!first) return null;
  const written = render(mail, { ...constants(context, conference), ...first });
  if ("problems" in written) throw new Error("The form lets no such mail through.");
  return {
    id: newId(),
    count: recipients.length,
    recipients: digestOf(recipients),
    first: { email: first.email, ...written.mail },
  };
}

/**
 * Queues a mail for everybody who was counted in the preview, together with the mailing itself, in one batch. A second
 * call with the same id queues nothing.
 */
export async function sendMailing(
  context: Context,
  visit: SignedIn,
  { audience, mail }: MailingRequest,
  preview: { id: string; recipients: string },
): Promise<{ sent: true } | { refused: string }> {
  const { db } = context;
  const { viewer, settings, now } = visit;
  const { conferenceId } = settings;
  const { conference, recipients } = await findRecipients(db, visit, audience);
  if (digestOf(recipients) !== preview.recipients) {
    // The answer to the first press may have been lost, and the group may have changed since.
    const [sent] = await db.select({ id: mailings.id }).from(mailings).where(eq(mailings.id, preview.id));
    return sent ? { sent: true } : { refused: staffMessages.mailing.moved };
  }
  const createdAt = Date.now();
  const values = constants(context, conference);
  const rows = recipients.map(({ uid, firstName, fullName }) => ({ id: newId(), uid, firstName, fullName }));
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "sendMailing", object: `mailings/${preview.id}` },
      detail: {
        audience: typeof audience === "string" ? audience : "selection",
        recipients: recipients.length,
      },
    },
    sql`NOT ${hasRow(mailings, eq(mailings.id, preview.id))}`,
  );
  await db.batch([
    entry,
    insertFrom(
      db,
      mailings,
      {
        id: preview.id,
        conferenceId,
        audience: audienceInWords(audience),
        ...mail,
        recipients: recipients.length,
        sentBy: viewer.uid,
        sentAt: now,
      },
      sql`WHERE ${isDone}`,
    ),
    ...inChunks(rows).map((chunk) =>
      insertMail(
        db,
        {
          kind: audience === "staff" ? "staff" : "news",
          id: sql`item.value ->> 'id'`,
          eventKey: sql`${`mailing/${preview.id}/`} || (item.value ->> 'uid')`,
          recipient: sql`${users.email}`,
          subject: filledIn(mail.subject, values),
          body: filledIn(mail.body, values),
          createdAt,
          failures: 0,
          dueAt: createdAt,
        },
        sql`FROM json_each(${chunk}) AS item JOIN ${users} ON ${users.uid} = item.value ->> 'uid'
          WHERE ${users.disabledAt} IS NULL AND ${isDone}`,
      ).onConflictDoNothing(),
    ),
  ]);
  return { sent: true };
}

/**
 * The newest mailings of a conference. For each mailing, how many mails were sent, still have to be sent, were not
 * wanted, or were given up. Of a mail that was sent again, only the new one counts. Two round trips.
 */
export async function newestMailings({ db }: Context, conferenceId: string) {
  const found = await db
    .select()
    .from(mailings)
    .where(eq(mailings.conferenceId, conferenceId))
    .orderBy(desc(mailings.sentAt))
    .limit(NEWEST);
  const ids = JSON.stringify(found.map(({ id }) => id));
  const queued = await db
    .select({
      id: sql<string>`json_each.value`,
      number: sql<number>`count(${outbox.id})`,
      left: sql<number>`count(${outbox.sentAt})`,
      waiting: sql<number>`count(${outbox.dueAt})`,
      unwanted: sql<number>`total(${outbox.report} = 'unsubscribed')`,
    })
    .from(sql`json_each(${ids})`)
    .innerJoin(
      outbox,
      sql`${outbox.eventKey} >= 'mailing/' || json_each.value || '/'
        AND ${outbox.eventKey} < 'mailing/' || json_each.value || '0' AND NOT ${hasNewerMail}`,
    )
    .groupBy(sql`json_each.value`);
  return found.map((mailing) => {
    const found = queued.find(({ id }) => id === mailing.id);
    const { number = 0, left = 0, waiting = 0, unwanted = 0 } = found ?? {};
    return { ...mailing, left, waiting, unwanted, lost: number - left - waiting - unwanted };
  });
}

type Recipient = { uid: string; email: string; firstName: string; fullName: string };

/** An audience in words, for the list of mails. */
const audienceInWords = (audience: Audience | MailedSelection): string =>
  typeof audience === "string" ? AUDIENCES[audience] : audience.words;

/** The recipients by uid; disabled accounts are left out. */
async function findRecipients(
  db: Database,
  { viewer, settings: { conferenceId }, now }: SignedIn,
  audience: Audience | MailedSelection,
): Promise<{ conference: typeof conferences.$inferSelect; recipients: Recipient[] }> {
  const conferenceRow = db.select().from(conferences).where(eq(conferences.id, conferenceId));
  if (audience === "staff") {
    const [[conference], people] = await db.batch([
      conferenceRow,
      db
        .select({ uid: users.uid, email: users.email })
        .from(users)
        // The first director has no row of `staff`.
        .leftJoin(staff, eq(staff.uid, users.uid))
        // A helper whose last day at the door is over is no longer on the staff.
        .where(
          and(
            sql`${users.admin} = 1`,
            isNull(users.disabledAt),
            or(isNull(staff.doorUntil), gt(staff.doorUntil, now)),
          ),
        )
        .orderBy(asc(users.uid)),
    ]);
    const recipients = people.map((person) => ({ ...person, ...NAMES.staff }));
    return { conference: conference!, recipients };
  }
  const belongs =
    typeof audience === "string"
      ? belongsTo(audience, now)
      : await applicationsSelected(db, { conferenceId, staffUid: viewer.uid }, audience.filter, {
          visibleAt: now,
        });
  const name = (part: string) => sql<string | null>`${answers.answers} ->> ${`$.${part}`}`.as(part);
  const [[conference], found] = await db.batch([
    conferenceRow,
    db
      .select({
        uid: applications.uid,
        first: name("firstName"),
        middle: name("middleName"),
        last: name("lastName"),
      })
      .from(applications)
      .leftJoin(decisions, sameApplication)
      .leftJoin(answers, answersOf(conferenceId, "about"))
      .where(and(eq(applications.conferenceId, conferenceId), belongs))
      .orderBy(asc(applications.uid)),
  ]);
  const chunks = inChunks(found.map(({ uid }) => uid));
  const reached = await inReach(db, chunks);
  const recipients = found.flatMap(({ uid, first, middle, last }) => {
    const email = reached.get(uid);
    if (email === undefined) return [];
    const whole = oneLine(fullName(first, middle, last));
    return [
      {
        uid,
        email,
        firstName: oneLine(first ?? "") || NAMES.delegate.firstName,
        fullName: whole || NAMES.delegate.fullName,
      },
    ];
  });
  return { conference: conference!, recipients };
}

/** The words by which a mail addresses people who have not told us their name. */
const NAMES = {
  delegate: { firstName: "delegate", fullName: "delegate" },
  staff: { firstName: "colleague", fullName: "colleague" },
};

async function inReach(db: Database, chunks: string[]): Promise<Map<string, string>> {
  const [first, ...others] = chunks.map((chunk) =>
    db
      .select({ uid: users.uid, email: users.email })
      .from(users)
      .where(
        and(
          sql`${users.uid} IN (SELECT value FROM json_each(${chunk}))`,
          isNull(users.disabledAt),
          sql`${users.email} NOT LIKE ${addressNone("%")}`,
        ),
      ),
  );
  const people = first ? (await db.batch([first, ...others])).flat() : [];
  return new Map(people.map(({ uid, email }) => [uid, email]));
}

/**
 * The condition that selects an audience's rows of `applications`. A decision counts only if the delegate can see it.
 */
function belongsTo(audience: Exclude<Audience, "staff">, now: number): SQL | undefined {
  const seen = (decision: Decision) => sql`${seenDecision(now)} = ${decision}`;
  const holds = (passType?: PassType) =>
    hasPass(sql`${applications.conferenceId}`, sql`${applications.uid}`, ["held"], passType);
  const hasHad = everHadPass(sql`${applications.conferenceId}`, sql`${applications.uid}`);
  const hasAccepted = sql`EXISTS (SELECT 1 FROM ${acceptances}
    WHERE ${acceptances.conferenceId} = ${applications.conferenceId}
      AND ${acceptances.uid} = ${applications.uid}
    AND ${acceptances.version} >= ${countedFrom(sql`${acceptances.conferenceId}`)})`;
  const conditions = {
    draft: isNull(applications.submittedAt),
    undecided: and(
      isNotNull(applications.submittedAt),
      sql`NOT (${decisions.setAt} IS NOT NULL AND ${isVisible(now)})`,
    ),
    waiver: and(seen("Accepted"), sql`NOT ${hasHad}`, sql`NOT ${hasAccepted}`),
    acceptedUnpaid: and(seen("Accepted"), sql`NOT ${hasHad}`),
    deferredUnpaid: and(seen("Deferred to virtual"), sql`NOT ${hasHad}`),
    former: and(hasHad, sql`NOT ${holds()}`),
    registered: holds(),
    goldPlus: holds("goldPlus"),
    gold: and(holds("gold"), sql`NOT ${holds("goldPlus")}`),
  };
  return conditions[audience];
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

const digestOf = (recipients: Recipient[]) => fingerprint(recipients.map(({ uid }) => uid).join("\n"));

const constants = (
  { origin }: Context,
  conference: typeof conferences.$inferSelect,
): Pick<PlaceholderValues, "conference" | "link"> => ({
  conference: conferenceName(conference),
  link: `${origin}/`,
});

/** SQL for a text in which the placeholders are replaced with the values of the person in a row of `item`. */
function filledIn(text: string, values: Pick<PlaceholderValues, "conference" | "link">): SQL {
  const parts: (string | SQL)[] = [];
  for (const piece of piecesOf(text)) {
    const own = "placeholder" in piece ? OF_PERSON[piece.placeholder] : undefined;
    const last = parts.at(-1);
    if (own) {
      parts.push(own);
      continue;
    }
    const same = "text" in piece ? piece.text : values[piece.placeholder as keyof typeof values];
    // To save parameters, all text up to the next placeholder with a personal value becomes one parameter. This text is
    // the same for all recipients.
    if (typeof last === "string") parts[parts.length - 1] = last + same;
    else parts.push(same);
  }
  return sql.join(
    parts.map((part) => sql`${part}`),
    sql` || `,
  );
}

const OF_PERSON: Partial<Record<string, SQL>> = {
  firstName: sql`(item.value ->> 'firstName')`,
  fullName: sql`(item.value ->> 'fullName')`,
};
