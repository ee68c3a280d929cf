import { randomBytes } from "node:crypto";
import { and, desc, eq, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { type Database, hasRow, insertFrom, subquery } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { editions } from "#db/schema/conference.ts";
import { letterIdentities, letters } from "#db/schema/letters.ts";
import { holdings } from "#db/schema/money.ts";
import { reviews } from "#db/schema/reviews.ts";
import { staff } from "#db/schema/staff.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { readStanding } from "~/standing/standing.server.ts";
import { inZone } from "~/values/times.ts";
import type { LetterKind, Refused } from "~/values/types.ts";
import { hasComeIn, standingOnes, stillHolds, wouldHold } from "./holding-letters.server.ts";
import { letterCode } from "./letter-codes.ts";
import { eventOfPlace, lettersFor, stateOfLetter } from "./letters.ts";
import { letterMails } from "./mails.ts";
import { LETTER_TITLES, letterMessages } from "./messages.ts";

/** The columns of a letter in a list. */
const listed = (now: number) => ({
  ...{ id: letters.id, kind: letters.kind, about: letters.about, code: letters.code },
  ...{ content: letters.content, issuedAt: letters.issuedAt, conferenceId: letters.conferenceId },
  ...{ withdrawnAt: letters.withdrawnAt, successor: letters.successor },
  holds: subquery(stillHolds(now)).as("holds"),
});

type Row = Pick<typeof letters.$inferSelect, "withdrawnAt" | "successor"> & { holds: number };

const withState = <Letter extends Row>({ holds, withdrawnAt, successor, ...letter }: Letter) => ({
  ...letter,
  withdrawnAt,
  state: stateOfLetter({ withdrawnAt, successor, holds: Boolean(holds) }),
});

/**
 * The letters of a person in all editions, newest first, and the letters that they can have now in the edition of the
 * visit. One round trip. Refused with a 403 page if the edition takes no registrations.
 */
export async function readLetters(
  context: Pick<Context, "db" | "cards">,
  { settings, now }: Pick<SignedIn, "settings" | "now">,
  uid: string,
) {
  const { db } = context;
  const { conferenceId, supportEmail: contact } = settings;
  const [standing, [issued, entries, [read], [member], [edition]]] = await Promise.all([
    readStanding(context, conferenceId, uid, now),
    db.batch([
      db.select(listed(now)).from(letters).where(eq(letters.uid, uid)).orderBy(desc(letters.issuedAt)),
      entryRows(db, conferenceId, uid),
      db
        .select({ number: sql<number>`count(*)` })
        .from(reviews)
        .where(and(eq(reviews.conferenceId, conferenceId), eq(reviews.staffUid, uid))),
      db.select({ name: staff.name }).from(staff).where(eq(staff.uid, uid)),
      db.select({ site: editions.site }).from(editions).where(eq(editions.conferenceId, conferenceId)),
    ]),
  ]);
  const sender = edition?.site?.letters ?? null;
  return {
    issued: issued.map(withState),
    kinds: lettersFor({
      ...standing,
      ...{ now, entries, read: read?.number ?? 0, staffName: member?.name ?? null, contact, sender },
    }),
    event: eventOfPlace(standing),
    about: standing.about,
    sender,
  };
}

/** The passes with which the person came in, if the entry was not taken back. */
const entryRows = (db: Database, conferenceId: string, uid: string) =>
  db
    .select({ holdingId: holdings.id, passType: holdings.passType })
    .from(holdings)
    .where(
      and(
        eq(holdings.conferenceId, conferenceId),
        eq(holdings.uid, uid),
        sql`${holdings.item} = ${holdings.passType}`,
        hasComeIn(holdings.id),
      ),
    );

type Passport = { number: string; nationality: string; birth: string; eraseAt: number };

export type WantedLetter = {
  /** The id that the form contained. It becomes the id of the new letter. */
  id: string;
  uid: string;
  kind: LetterKind;
  about: string;
  /** Set if this is a letter for a visa. */
  passport?: Passport;
  /** The letter that the new one replaces, and the reason. */
  replaces?: { letter: string; reason: string };
  /** Whether the letter is refused as long as the edition has no postal address for letters. */
  needsAddress?: boolean;
};

/**
 * Issues a letter that says what is true now. The statement itself checks that the letter would hold, and that there is
 * no such letter yet. A form that is sent twice makes one letter. A new letter for a visa replaces the letter before
 * it, because the new one may have another passport. If staff issue the letter for a delegate, the delegate is told by
 * mail.
 *
 * @returns the id of the letter that holds now, which may have existed before.
 */
export async function issueLetter(
  context: Context,
  visit: SignedIn,
  { id, uid, kind, about, passport, replaces, needsAddress = false }: WantedLetter,
): Promise<{ letter: string } | Refused<409>> {
  const { db, origin } = context;
  const { viewer, settings, now } = visit;
  const { conferenceId } = settings;
  const { kinds, sender } = await readLetters(context, visit, uid);
  if (needsAddress && !sender?.address) return { refused: letterMessages.staff.refusedWithout, status: 409 };
  const one = { kind, conferenceId, uid, about };
  const found = kinds.find((ofKind) => ofKind.kind === kind)?.possible.find((each) => each.about === about);
  if (!found || (kind === "visa") !== (passport !== undefined))
    return { refused: letterMessages.changed, status: 409 };
  const { content } = found;
  const standing = standingOnes(one);
  const isFree = replaces
    ? hasRow(letters, and(standing, eq(letters.id, replaces.letter)))
    : kind === "visa"
      ? sql`true`
      : sql`NOT ${hasRow(letters, and(standing, stillHolds(now)))}`;
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: replaces ? "replaceLetter" : "issueLetter" },
      object: `${conferenceId}/${uid}`,
      detail: { kind, ...(replaces && { reason: replaces.reason }) },
    },
    sql`${isFree} AND ${wouldHold(one, now)} AND NOT ${hasRow(letters, eq(letters.id, id))}`,
  );
  const isReplaced = replaces || kind === "visa";
  const isNew = and(eq(letters.id, id), isDone);
  const results = await db.batch([
    entry,
    db
      .update(letters)
      .set({ withdrawnAt: now, withdrawnBy: viewer.uid, ...(isReplaced && { successor: id }) })
      .where(and(standing, isDone)),
    forgetPassports(db),
    insertFrom(
      db,
      letters,
      {
        ...{ id, conferenceId, uid, kind, about, content },
        code: letterCode(randomBytes(12)),
        ...{ issuedAt: now, issuedBy: viewer.uid },
        ...{ withdrawnAt: null, withdrawnBy: null, successor: null },
      },
      sql`WHERE ${isDone}`,
    ),
    ...(passport
      ? [
          insertFrom(
            db,
            letterIdentities,
            {
              letterId: id,
              ...{ passportNumber: passport.number, passportNationality: passport.nationality },
              ...{ passportBirth: passport.birth, eraseAt: passport.eraseAt },
            },
            sql`FROM ${letters} WHERE ${isNew}`,
          ),
        ]
      : []),
    ...(uid === viewer.uid
      ? []
      : [
          queueMail(
            db,
            {
              ...{ kind: "application", uid: sql`${users.uid}`, eventKey: `letter:${newId()}` },
              recipient: sql`${users.email}`,
              text: letterMails.given(LETTER_TITLES[kind], content.conference, `${origin}/letters/${id}`),
            },
            sql`FROM ${users} WHERE ${isDone} AND ${users.uid} = ${uid}`,
          ),
        ]),
    db
      .select({ id: letters.id })
      .from(letters)
      .where(and(standing, stillHolds(now))),
  ]);
  const [there] = results.at(-1) as { id: string }[];
  return there && (!replaces || there.id === id)
    ? { letter: there.id }
    : { refused: replaces ? letterMessages.staff.tooLate : letterMessages.changed, status: 409 };
}

/** The statement that deletes the passports of letters that were withdrawn or replaced, because nobody needs them. */
const forgetPassports = (db: Database) =>
  db
    .delete(letterIdentities)
    .where(
      inArray(
        letterIdentities.letterId,
        db.select({ id: letters.id }).from(letters).where(isNotNull(letters.withdrawnAt)),
      ),
    );

/** Erases the passports that have been kept long enough. Their letters stay, without the passports. */
export async function erasePassports(context: Context): Promise<void> {
  const { now } = await context.visit();
  await context.db.delete(letterIdentities).where(lte(letterIdentities.eraseAt, now));
}

/**
 * For staff who decide: withdraws a letter for good, and tells its person by mail. A form that is sent twice withdraws
 * it once. The caller must have checked the ability.
 */
export async function withdrawLetter(
  context: Context,
  { viewer, settings: { conferenceId }, now }: SignedIn,
  { uid, letter, reason }: { uid: string; letter: string; reason: string },
): Promise<{ withdrawn: true } | Refused<409>> {
  const { db, origin } = context;
  const theirs = and(eq(letters.id, letter), eq(letters.uid, uid), eq(letters.conferenceId, conferenceId));
  const [found] = await db
    .select({ kind: letters.kind, content: letters.content })
    .from(letters)
    .where(theirs);
  if (!found) return { refused: letterMessages.staff.tooLate, status: 409 };
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "withdrawLetter", object: `${conferenceId}/${uid}` },
      detail: { kind: found.kind, reason },
    },
    hasRow(letters, and(theirs, isNull(letters.withdrawnAt))),
  );
  const [, , , , [gone]] = await db.batch([
    entry,
    db.update(letters).set({ withdrawnAt: now, withdrawnBy: viewer.uid }).where(and(theirs, isDone)),
    forgetPassports(db),
    queueMail(
      db,
      {
        ...{ kind: "application", uid: sql`${users.uid}`, eventKey: `letter:${newId()}` },
        recipient: sql`${users.email}`,
        text: letterMails.withdrawn(LETTER_TITLES[found.kind], found.content.conference, `${origin}/letters`),
      },
      sql`FROM ${users} WHERE ${isDone} AND ${users.uid} = ${uid}`,
    ),
    db
      .select({ id: letters.id })
      .from(letters)
      .where(and(theirs, isNull(letters.successor), or(isDone, eq(letters.withdrawnBy, viewer.uid)))),
  ]);
  return gone ? { withdrawn: true } : { refused: letterMessages.staff.tooLate, status: 409 };
}

/**
 * One of the viewer's own letters. It includes the passport's data until these are erased. Null if there is no such
 * letter. One round trip.
 */
export async function readOwnLetter({ db }: Context, { viewer, now }: SignedIn, id: string) {
  const [letter] = await db
    .select({
      ...listed(now),
      passport: {
        ...{ passportNumber: letterIdentities.passportNumber, eraseAt: letterIdentities.eraseAt },
        passportNationality: letterIdentities.passportNationality,
        passportBirth: letterIdentities.passportBirth,
      },
    })
    .from(letters)
    .leftJoin(letterIdentities, eq(letterIdentities.letterId, letters.id))
    .where(and(eq(letters.id, id), eq(letters.uid, viewer.uid)));
  return letter ? withState(letter) : null;
}

/**
 * The facts that anybody with the code of a letter may learn about the letter; null if no letter has the code.
 *
 * @param code in the form in which it is stored.
 */
export async function readLetterOfCode({ db }: Pick<Context, "db">, code: string, now: number) {
  const [found] = await db.select(listed(now)).from(letters).where(eq(letters.code, code));
  if (!found) return null;
  const { kind, state, withdrawnAt, content } = withState(found);
  const { conference, initials, date, zone, facts } = content;
  const isPart = facts.some(({ term }) => term === letterMessages.partOf);
  const since = withdrawnAt === null ? null : inZone(withdrawnAt, zone, "date");
  return { kind, state, since, conference, isPart, initials, date };
}
