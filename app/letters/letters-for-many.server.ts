import { randomBytes } from "node:crypto";
import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { type Database, hasRow, inChunks, inOneBatch, insertFrom, listed } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { answers, applications } from "#db/schema/applications.ts";
import { conferences, editions } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { letters } from "#db/schema/letters.ts";
import { holdings, orders, payments, refunds } from "#db/schema/money.ts";
import { offers } from "#db/schema/offers.ts";
import { sectionsThatAsk } from "~/applications/known-answers.server.ts";
import { eventRows, roundRows, textRows, ticketRows } from "~/conference/catalogue.server.ts";
import { conferenceMessages } from "~/conference/messages.ts";
import { ownRounds, roundOn } from "~/conference/rounds.ts";
import { textsFrom } from "~/conference/texts.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { idOf } from "~/platform/ids.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { isItsOrder } from "~/standing/payments.server.ts";
import { seenVersion } from "~/standing/visible-decision.ts";
import { isOnNow } from "~/standing/waiting-offers.server.ts";
import type { Answers } from "~/values/catalogue.ts";
import type { LetterContent } from "~/values/shapes.ts";
import type { Refused } from "~/values/types.ts";
import { fullName } from "~/values/words.ts";
import { hasComeIn, stillHolds, wouldHold } from "./holding-letters.server.ts";
import { letterCode } from "./letter-codes.ts";
import { type KindForMany, type LetterFacts, lettersFor } from "./letters.ts";
import { letterMails } from "./mails.ts";
import { LETTER_TITLES, letterMessages } from "./messages.ts";

/**
 * A letter that a person in a selection can have now. `isThere` says whether they already have this letter and it is
 * valid.
 */
type Ready = { uid: string; about: string; content: LetterContent; isThere: boolean };

/**
 * The letters of one kind for a selection. `cannot` lists the people who cannot have one, with the sentence that says
 * why.
 */
type LettersForMany = {
  ready: Ready[];
  cannot: { uid: string; name: string; reason: string }[];
  /** Whether the edition has a postal address for letters. */
  hasAddress: boolean;
};

/**
 * The letters of one kind that the people in a selection can have now, by the same rule as for one person
 * (`lettersFor`). Two round trips, however many people there are.
 *
 * @param selection the condition for a query over `applications`.
 */
async function lettersForMany(
  { db }: Context,
  { settings, now }: Pick<SignedIn, "settings" | "now">,
  selection: SQL | undefined,
  kind: KindForMany,
): Promise<LettersForMany> {
  const { conferenceId } = settings;
  const applied = await appliedRows(db, conferenceId, selection, now);
  const uids = applied.map(({ uid }) => uid);
  const { shared, about, paid, back, held, entered, valid } = await readFacts(
    db,
    { conferenceId, uids, kind },
    now,
  );
  const { conference, rounds, events, tickets, texts, sender } = shared;
  const found: LettersForMany = { ready: [], cannot: [], hasAddress: Boolean(sender?.address) };
  for (const { uid, submittedAt, decided, offer, ...deadline } of applied) {
    const round = submittedAt === null ? null : roundOn(ownRounds(rounds, deadline), submittedAt);
    const seen = decided ? seenVersion(round, decided, now, offer) : null;
    const { firstName, middleName, lastName, nationality, institution } = about.get(uid) ?? {};
    const own = <Row extends { uid: string }>(rows: Map<string, Row[]>) => rows.get(uid) ?? [];
    const facts: LetterFacts = {
      ...{ now, conference, events, texts, sender, catalogue: { tickets } },
      ...{ fullName: fullName(firstName, middleName, lastName), about: { nationality, institution } },
      ...{ decision: seen?.decision ?? null, toldAt: seen?.toldAt ?? null },
      payments: own(paid).map(({ payerUid, ...payment }) => ({
        ...payment,
        payer: payerUid === uid ? null : "",
      })),
      ...{ refunds: own(back), holdings: own(held), entries: own(entered) },
      // `read` and `staffName` matter only for letters of thanks, which a selection of applications does not get.
      ...{ read: 0, staffName: null, contact: settings.supportEmail },
    };
    const { possible, reason } = lettersFor(facts).find((ofKind) => ofKind.kind === kind)!;
    if (reason !== null) found.cannot.push({ uid, name: facts.fullName, reason });
    for (const { about, content } of possible)
      found.ready.push({
        ...{ uid, about, content },
        isThere: own(valid).some((letter) => letter.about === about),
      });
  }
  return found;
}

const appliedRows = (db: Database, conferenceId: string, selection: SQL | undefined, now: number) =>
  db
    .select({
      ...{ uid: applications.uid, submittedAt: applications.submittedAt },
      ...{ ownDeadline: applications.ownDeadline, lateRound: applications.lateRound },
      decided: {
        ...{ decision: decisions.decision, setAt: decisions.setAt, toldAt: decisions.toldAt },
        ...{ releasedAt: decisions.releasedAt, former: decisions.former },
      },
      offer: { offeredAt: offers.offeredAt },
    })
    .from(applications)
    .leftJoin(
      offers,
      and(eq(offers.conferenceId, applications.conferenceId), eq(offers.uid, applications.uid), isOnNow(now)),
    )
    .leftJoin(
      decisions,
      and(eq(decisions.conferenceId, applications.conferenceId), eq(decisions.uid, applications.uid)),
    )
    .where(and(eq(applications.conferenceId, conferenceId), selection))
    .orderBy(applications.uid);

/** The ids of the questions whose answers letters contain. */
const OF_LETTERS = ["firstName", "middleName", "lastName", "nationality", "institution"];

/** The facts on which letters to these people rest. They are read in one batch. */
async function readFacts(
  db: Database,
  { conferenceId, uids, kind }: { conferenceId: string; uids: string[]; kind: KindForMany },
  now: number,
) {
  const these = listed(uids);
  const [[conference], [edition], rounds, tickets, events, written, given, paid, back, held, entered, valid] =
    await db.batch([
      db.select().from(conferences).where(eq(conferences.id, conferenceId)),
      db.select({ site: editions.site }).from(editions).where(eq(editions.conferenceId, conferenceId)),
      roundRows(db, conferenceId),
      ticketRows(db, conferenceId),
      eventRows(db, conferenceId),
      textRows(db, conferenceId),
      db
        .select({ uid: answers.uid, answers: answers.answers })
        .from(answers)
        .where(
          and(
            eq(answers.conferenceId, conferenceId),
            sql`${answers.uid} IN ${these}`,
            sql`${answers.sectionId} IN ${sectionsThatAsk(conferenceId, OF_LETTERS)}`,
          ),
        ),
      db
        .select({
          ...{ uid: payments.delegateUid, id: payments.id, passType: payments.passType },
          ...{ state: payments.state, amountCents: payments.amountCents, payerUid: orders.payerUid },
          ...{ createdAt: payments.createdAt, resolvedAt: payments.resolvedAt },
        })
        .from(payments)
        .innerJoin(orders, isItsOrder)
        .where(and(eq(payments.conferenceId, conferenceId), sql`${payments.delegateUid} IN ${these}`)),
      db
        .select({ uid: payments.delegateUid, paymentId: refunds.paymentId })
        .from(payments)
        .innerJoin(refunds, and(eq(refunds.paymentId, payments.id), ne(refunds.state, "refused")))
        .where(and(eq(payments.conferenceId, conferenceId), sql`${payments.delegateUid} IN ${these}`)),
      db
        .select({
          ...{ uid: holdings.uid, item: holdings.item, passType: holdings.passType },
          ...{ paymentId: holdings.paymentId, state: holdings.state },
        })
        .from(holdings)
        .where(
          and(
            eq(holdings.conferenceId, conferenceId),
            sql`${holdings.uid} IN ${these}`,
            eq(holdings.state, "held"),
          ),
        ),
      db
        .select({ uid: holdings.uid, holdingId: holdings.id, passType: holdings.passType })
        .from(holdings)
        .where(
          and(
            eq(holdings.conferenceId, conferenceId),
            sql`${holdings.uid} IN ${these}`,
            sql`${holdings.item} = ${holdings.passType}`,
            hasComeIn(holdings.id),
          ),
        ),
      db
        .select({ uid: letters.uid, about: letters.about })
        .from(letters)
        .where(
          and(
            eq(letters.conferenceId, conferenceId),
            sql`${letters.uid} IN ${these}`,
            eq(letters.kind, kind),
            sql`${letters.withdrawnAt} IS NULL`,
            stillHolds(now),
          ),
        ),
    ]);
  if (!conference || !edition) refuse(403, conferenceMessages.notOpen);
  const about = new Map<string, Answers>();
  for (const row of given) about.set(row.uid, { ...about.get(row.uid), ...row.answers });
  return {
    shared: {
      ...{ conference, rounds, tickets, events },
      ...{ texts: textsFrom(written), sender: edition.site?.letters ?? null },
    },
    about,
    ...{ paid: byPerson(paid), back: byPerson(back), held: byPerson(held) },
    ...{ entered: byPerson(entered), valid: byPerson(valid) },
  };
}

function byPerson<Row extends { uid: string }>(rows: Row[]): Map<string, Row[]> {
  const people = new Map<string, Row[]>();
  for (const row of rows) people.set(row.uid, [...(people.get(row.uid) ?? []), row]);
  return people;
}

/** The value at `index` in one row of a chunk. */
const item = (index: number): SQL => sql.raw(`item.value ->> ${index}`);

/** Identifies the letters that would be issued now. */
const identified = (ready: Ready[]): string =>
  idOf(JSON.stringify(ready.flatMap(({ uid, about, isThere }) => (isThere ? [] : [[uid, about]]))));

/**
 * Issues a letter of one kind to everybody in a selection who can have one and does not have it yet. It tells these
 * people by mail, in the same batch. The statement itself checks for each person that the letter would hold, and that
 * there is no such letter yet. The ids of the letters are made from the id of the form. So a form that is sent twice
 * issues each letter only once.
 *
 * @param id the id that the form contained.
 * @param seen identifies the letters that the page counted (`identified`). If they have changed since, none is issued.
 * @param needsAddress whether letters are refused as long as the edition has no postal address for them.
 * @returns how many letters this form has issued.
 */
export async function issueToMany(
  context: Context,
  visit: SignedIn,
  {
    id,
    seen,
    kind,
    selection,
    needsAddress,
  }: { id: string; seen: string; kind: KindForMany; selection: SQL | undefined; needsAddress: boolean },
): Promise<{ issued: number } | Refused<409>> {
  const { db, origin } = context;
  const { viewer, settings, now } = visit;
  const { conferenceId } = settings;
  const { ready, hasAddress } = await lettersForMany(context, visit, selection, kind);
  if (needsAddress && !hasAddress) return { refused: letterMessages.staff.refusedWithout, status: 409 };
  const rows = ready.map(({ uid, about, content }) => [
    ...[uid, about, idOf(`${id}/${uid}/${about}`), letterCode(randomBytes(12))],
    JSON.stringify(content),
  ]);
  const ids = rows.map((row) => row[2]!);
  const issuedByForm = sql`${letters.id} IN ${listed(ids)}`;
  const numberIssued = async () => {
    const [issued] = await db
      .select({ number: sql<number>`count(*)` })
      .from(letters)
      .where(and(issuedByForm, eq(letters.issuedBy, viewer.uid)));
    return issued?.number ?? 0;
  };
  if (identified(ready) !== seen) {
    // If the form was sent twice, the first one has issued the letters.
    const issued = await numberIssued();
    return issued > 0 ? { issued } : { refused: letterMessages.many.changed, status: 409 };
  }
  const [first] = ready;
  if (!first) return { issued: 0 };
  const unended = and(
    eq(letters.conferenceId, conferenceId),
    eq(letters.kind, kind),
    sql`${letters.withdrawnAt} IS NULL`,
  );
  const mayHave = (uid: SQL, about: SQL) => wouldHold({ kind, conferenceId, uid, about }, now);
  const { entry, isDone } = audited(
    context,
    {
      actorUid: viewer.uid,
      action: "issueLetters",
      object: `letters/${conferenceId}/${id}`,
      detail: { kind },
    },
    sql`NOT ${hasRow(letters, issuedByForm)}`,
  );
  await inOneBatch(db, [
    entry,
    ...inChunks(rows).flatMap((chunk) => [
      // A letter that no longer holds is withdrawn to make room for the new one. The same is done when staff issue a
      // letter to one person.
      db
        .update(letters)
        .set({ withdrawnAt: now, withdrawnBy: viewer.uid })
        .where(
          and(
            unended,
            isDone,
            sql`(${letters.uid}, ${letters.about}) IN (SELECT ${item(0)}, ${item(1)} FROM json_each(${chunk}) AS item)`,
            sql`NOT ${stillHolds(now)}`,
            mayHave(sql`${letters.uid}`, sql`${letters.about}`),
          ),
        ),
      insertFrom(
        db,
        letters,
        {
          ...{
            id: item(2),
            conferenceId,
            uid: item(0),
            kind,
            about: item(1),
            code: item(3),
            content: item(4),
          },
          ...{ issuedAt: now, issuedBy: viewer.uid },
          ...{ withdrawnAt: null, withdrawnBy: null, successor: null },
        },
        sql`FROM json_each(${chunk}) AS item WHERE ${isDone} AND ${mayHave(item(0), item(1))}
          AND NOT ${hasRow(
            letters,
            and(unended, sql`${letters.uid} = ${item(0)} AND ${letters.about} = ${item(1)}`),
          )}`,
      ),
    ]),
    queueMail(
      db,
      {
        ...{ kind: "application", uid: sql`${users.uid}`, eventKey: sql`'letter:' || ${letters.id}` },
        recipient: sql`${users.email}`,
        text: mailOf(kind, first.content.conference, `${origin}/letters/`),
      },
      sql`FROM ${letters} JOIN ${users} ON ${users.uid} = ${letters.uid}
        WHERE ${isDone} AND ${issuedByForm} AND ${users.disabledAt} IS NULL`,
    ),
  ]);
  return { issued: await numberIssued() };
}

/** The mail about a letter. Its text has a placeholder for the id of the letter, which the SQL statement fills in. */
function mailOf(kind: KindForMany, conference: string, path: string) {
  const { subject, body } = letterMails.given(LETTER_TITLES[kind], conference, `${path}{id}`);
  return { subject, body: sql`replace(${body}, '{id}', ${letters.id})` };
}

/** For each reason, the page shows at most this many names. */
const MOST_NAMES = 20;

/** The data of the page of letters to a selection, for one kind of letter. */
export async function manyLetters(
  context: Context,
  visit: SignedIn,
  selection: SQL | undefined,
  kind: KindForMany,
) {
  const { ready, cannot, hasAddress } = await lettersForMany(context, visit, selection, kind);
  const reasons = [...new Set(cannot.map(({ reason }) => reason))];
  const { notYet, many } = letterMessages;
  const forStaff = (reason: string) =>
    many.why[Object.entries(notYet).find(([, sentence]) => sentence === reason)![0] as keyof typeof notYet];
  return {
    ...{ kind, hasAddress },
    ...{ number: ready.filter(({ isThere }) => !isThere).length, seen: identified(ready) },
    has: ready.filter(({ isThere }) => isThere).length,
    cannot: reasons.map((reason) => {
      const people = cannot.filter((one) => one.reason === reason);
      return {
        reason: forStaff(reason),
        number: people.length,
        people: people.slice(0, MOST_NAMES).map(({ uid, name }) => ({ uid, name })),
      };
    }),
  };
}
