import { and, asc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, insertFrom, subquery } from "#db/client.ts";
import { answers } from "#db/schema/applications.ts";
import { events, tickets } from "#db/schema/conference.ts";
import { detailChanges } from "#db/schema/details.ts";
import { doorEntries, ticketCodes } from "#db/schema/door.ts";
import { holdings } from "#db/schema/money.ts";
import { transfers } from "#db/schema/transfers.ts";
import { calledOf } from "~/accounts/addresses.server.ts";
import { answerInWords } from "~/applications/answers-in-words.ts";
import { isDocumentQuestion } from "~/applications/application-form.ts";
import { questionRows } from "~/applications/application-rows.server.ts";
import { shownAnswers } from "~/applications/questions.ts";
import { eventRows, ticketRows } from "~/conference/catalogue.server.ts";
import { eventFor } from "~/conference/events.ts";
import { BADGE_NAME, dayQuestions, lastChanged } from "~/details/details.ts";
import { lineTitle } from "~/money/payments/bill-lines.ts";
import { shortReference } from "~/money/payments/references.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { take } from "~/platform/counters.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import type { Answers } from "~/values/catalogue.ts";
import { isoDay } from "~/values/times.ts";
import type { DoorWay } from "~/values/types.ts";
import { fullName } from "~/values/words.ts";
import { type DoorRefusal, doorStateOf, whyNotAdmitted } from "./at-door.ts";
import { readBadgeCode } from "./badge-codes.ts";
import { verifyBadge } from "./badge-keys.server.ts";
import { actOfIntent, type DoorIntent } from "./door.form.ts";
import { doorMessages } from "./messages.ts";
import { readTicketCode } from "./ticket-codes.ts";
import { verifyTicket } from "./ticket-keys.server.ts";

/** The limit for one helper. A helper scans at most 20 people a minute, and each person takes up to three requests. */
const SCANS = { what: "door", limit: 400, minutes: 5 };

/** The thing that a button is about: a pass or an add-on, and what the journal says about it. */
type ThingAtDoor = {
  id: string;
  title: string;
  seen: number;
  times: number;
  lastId: string | null;
  /**
   * When the holder last came in or the add-on was last handed over, and who was at the door; null if this has not
   * happened or was taken back.
   */
  passed: { at: number; by: string } | null;
};

/**
 * The data that a helper sees of a person at the door. It has nothing about money. Of the application, it has only the
 * notes for the door.
 */
export type PersonAtDoor = {
  refusal: DoorRefusal | null;
  /**
   * The pass with its holder. Null if there is no such pass, if it belongs to another edition, or if it was given to
   * somebody else.
   */
  pass:
    | (ThingAtDoor & {
        uid: string;
        name: string;
        /** The name in the application, if the badge has another one. */
        fullName: string;
        event: string | null;
        /** The first day of the event, YYYY-MM-DD, if it has not begun; otherwise null. */
        beginsOn: string | null;
        zone: string;
        reference: string;
        isPaid: boolean;
      })
    | null;
  addOns: ThingAtDoor[];
  notes: { term: string; value: string }[];
};

/** The answer to a code that this portal did not sign, or to a pass that does not exist. */
export const NOBODY_AT_DOOR: PersonAtDoor = {
  refusal: whyNotAdmitted(null),
  pass: null,
  addOns: [],
  notes: [],
};

const thing = alias(holdings, "thing");

/** A column for a query over `holdings`: whether the pass was given to somebody else. */
export const isTransferred = subquery(
  sql<number>`EXISTS (SELECT 1 FROM ${transfers} WHERE ${transfers.conferenceId} = ${holdings.conferenceId}
    AND ${transfers.fromUid} = ${holdings.uid} AND ${transfers.holdingId} = ${holdings.id}
    AND ${transfers.state} = 'accepted')`,
);

/** A condition for a query over `holdings`: whether the row is held, and its pass opens a door. */
export const opensDoor = (conferenceId: string): SQL =>
  sql`${holdings.state} = 'held' AND EXISTS (SELECT 1 FROM ${tickets} JOIN ${events}
    ON ${events.conferenceId} = ${tickets.conferenceId} AND ${events.id} = ${tickets.eventId}
    WHERE ${tickets.conferenceId} = ${conferenceId} AND ${tickets.id} = ${holdings.passType}
      AND ${events.venue} IS NOT NULL)`;

/** Whether the add-on `about` is held with a pass. The pass is the row of `holdings` in the query. */
export const isHeldWithPass = (about: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${holdings} AS ${thing} WHERE ${thing.id} = ${about}
    AND ${thing.conferenceId} = ${holdings.conferenceId} AND ${thing.uid} = ${holdings.uid}
    AND ${thing.passType} = ${holdings.passType} AND ${thing.item} <> ${thing.passType}
    AND ${thing.state} = 'held')`;

/** The holder of a pass of an edition, as an expression. */
const holderOf = (conferenceId: string, passId: string): SQL =>
  sql`(SELECT ${holdings.uid} FROM ${holdings} WHERE ${holdings.id} = ${passId}
    AND ${holdings.conferenceId} = ${conferenceId})`;

/** A pass in the form that `whyNotAdmitted` needs, even if it is no longer held. */
export const passAtDoorRows = (db: Database, passId: string) =>
  db
    .select({
      ...{ id: holdings.id, conferenceId: holdings.conferenceId, uid: holdings.uid, state: holdings.state },
      ...{ passType: holdings.passType, title: holdings.title, paymentId: holdings.paymentId },
      secret: ticketCodes.secret,
      isTransferred: isTransferred.as("is_transferred"),
    })
    .from(holdings)
    .leftJoin(ticketCodes, eq(ticketCodes.holdingId, holdings.id))
    .where(and(eq(holdings.id, passId), sql`${holdings.item} = ${holdings.passType}`));

/** The add-ons that are held with a pass. */
export const addOnsWith = (db: Database, passId: string) =>
  db
    .select({ id: thing.id, title: thing.title, variant: thing.variant })
    .from(holdings)
    .innerJoin(
      thing,
      and(
        eq(thing.conferenceId, holdings.conferenceId),
        eq(thing.uid, holdings.uid),
        eq(thing.state, "held"),
        eq(thing.passType, holdings.passType),
        sql`${thing.item} <> ${thing.passType}`,
      ),
    )
    .where(eq(holdings.id, passId))
    .orderBy(asc(thing.id));

/**
 * Everything that the door team sees of the holder of a pass. Two round trips.
 *
 * @param secret the secret in the ticket; null if the pass was found in the list of names, or by a badge.
 */
export async function readAtDoor(
  { db }: Context,
  { settings, now }: SignedIn,
  passId: string,
  secret: string | null,
): Promise<PersonAtDoor> {
  const { conferenceId } = settings;
  const holder = holderOf(conferenceId, passId);
  const [[pass], things, given, saves, asked, entries, sold, events] = await db.batch([
    passAtDoorRows(db, passId),
    addOnsWith(db, passId),
    db
      .select({ answers: answers.answers })
      .from(answers)
      .where(and(eq(answers.conferenceId, conferenceId), sql`${answers.uid} = ${holder}`)),
    db
      .select({ changes: detailChanges.changes })
      .from(detailChanges)
      .where(and(eq(detailChanges.conferenceId, conferenceId), sql`${detailChanges.uid} = ${holder}`))
      .orderBy(asc(detailChanges.version)),
    questionRows(db, conferenceId),
    db.select().from(doorEntries).where(eq(doorEntries.passHolding, passId)).orderBy(asc(doorEntries.number)),
    ticketRows(db, conferenceId),
    eventRows(db, conferenceId),
  ]);
  if (!pass || (secret !== null && pass.secret !== secret)) return NOBODY_AT_DOOR;
  const isOfEdition = pass.conferenceId === conferenceId;
  const event = isOfEdition ? eventFor({ tickets: sold, events }, pass.passType) : null;
  const refusal = whyNotAdmitted({ ...pass, isTransferred: Boolean(pass.isTransferred), isOfEdition, event });
  // For a ticket of another edition, or one that belongs to somebody else now, only the refusal is shown.
  if (!isOfEdition || pass.isTransferred) return { ...NOBODY_AT_DOOR, refusal };
  const values: Answers = Object.assign(
    {},
    ...given.map((section) => section.answers),
    lastChanged(saves.map(({ changes }) => changes)),
  );
  // The person may have answered a question before another answer hid it.
  const shown = shownAnswers(asked, values);
  const own = fullName(values["firstName"], values["middleName"], values["lastName"]);
  const names =
    entries.length === 0
      ? null
      : await calledOf(
          db,
          entries.map(({ byUid }) => byUid),
        );
  const stateOf = (id: string) => {
    const { passed, ...state } = doorStateOf(entries, id);
    return {
      ...state,
      passed: passed && { at: passed.happenedAt, by: names?.get(passed.byUid) ?? doorMessages.formerHelper },
    };
  };
  return {
    refusal,
    pass: {
      ...{ id: pass.id, uid: pass.uid, title: pass.title, ...stateOf(pass.id) },
      ...{ name: values[BADGE_NAME.id] || own, fullName: own },
      ...{ event: event?.name ?? null, zone: event?.timeZone ?? "UTC" },
      beginsOn: event?.firstDay && isoDay(now, event.timeZone) < event.firstDay ? event.firstDay : null,
      ...{ reference: shortReference(pass.paymentId), isPaid: pass.state !== "pending" },
    },
    addOns:
      refusal === null
        ? things.map(({ id, ...line }) => ({ id, title: lineTitle(line), ...stateOf(id) }))
        : [],
    notes: (refusal === null ? dayQuestions(asked) : [])
      .filter((question) => question.onSite && question.id !== BADGE_NAME.id && !isDocumentQuestion(question))
      .flatMap((question) => {
        const value = shown[question.id] ?? "";
        return value.trim() === "" ? [] : [{ term: question.text, value: answerInWords(question, value) }];
      }),
  };
}

/** A code that was scanned: the ticket for a pass, or the badge of its holder. A badge has no secret. */
export type ScannedCode = { holdingId: string } & (
  | { isBadge: false; secret: string }
  | { isBadge: true; secret: null }
);

/**
 * The pass to which a scanned code belongs. Every text that has the form of a code is counted before it is looked up.
 * Somebody who has scanned too many codes gets a 429 page.
 *
 * @returns null if this portal did not sign the code.
 */
export async function passOfCode(
  context: Context,
  { viewer }: SignedIn,
  text: string,
): Promise<ScannedCode | null> {
  if (!readTicketCode(text) && !readBadgeCode(text)) return null;
  const wait = await take(context, [{ ...SCANS, who: viewer.uid }]);
  if (wait > 0) refuse(429, doorMessages.tooMany(wait));
  const ticket = await verifyTicket(context.config, text);
  if (ticket) return { ...ticket, isBadge: false };
  const holdingId = verifyBadge(context.config, text);
  return holdingId === null ? null : { holdingId, secret: null, isBadge: true };
}

/** The act that a button at the door requests. */
export type DoorRequest = {
  /** The id that the form contained. */
  id: string;
  intent: DoorIntent;
  /** The holding of the pass, and the holding of the thing that the button is about. */
  pass: string;
  thing: string;
  /** The number of the last entry about the thing when the page was shown. */
  seen: number;
  way: DoorWay;
};

/**
 * Records that somebody was let in, that an add-on was handed over, or that the last of these entries was a mistake.
 * The statement itself checks that nothing has happened with the thing since the page was shown. If somebody is let in
 * or an add-on is handed over, the statement also checks that the pass is held and opens a door. A form that is posted
 * twice is recorded once.
 *
 * @returns whether the entry is recorded; if not, the page says what has changed.
 */
export async function writeDoorEntry(
  { db }: Context,
  { viewer, settings, now }: SignedIn,
  { id, intent, pass, thing: about, seen, way }: DoorRequest,
): Promise<boolean> {
  const { conferenceId } = settings;
  const times = sql<number>`coalesce((SELECT ${doorEntries.times} FROM ${doorEntries}
    WHERE ${doorEntries.thing} = ${about} AND ${doorEntries.number} = ${seen}), 0)`;
  const isNewest = sql`coalesce((SELECT max(${doorEntries.number}) FROM ${doorEntries}
    WHERE ${doorEntries.thing} = ${about}), 0) = ${seen}`;
  const isWithPass = intent === "hand" ? isHeldWithPass(about) : sql`${about} = ${holdings.id}`;
  const isUndoable = sql`${times} > 0 AND EXISTS (SELECT 1 FROM ${doorEntries}
    WHERE ${doorEntries.thing} = ${about} AND ${doorEntries.passHolding} = ${holdings.id})`;
  await insertFrom(
    db,
    doorEntries,
    {
      ...{ id, conferenceId, passHolding: pass, thing: about, number: seen + 1 },
      act: actOfIntent(intent),
      times: intent === "undo" ? sql`${times} - 1` : sql`${times} + 1`,
      ...{ way, byUid: viewer.uid, happenedAt: now },
    },
    sql`FROM ${holdings} WHERE ${and(
      eq(holdings.id, pass),
      eq(holdings.conferenceId, conferenceId),
      sql`${holdings.item} = ${holdings.passType}`,
      isNewest,
      intent === "undo" ? isUndoable : and(opensDoor(conferenceId), isWithPass),
    )}`,
  ).onConflictDoNothing();
  const [written] = await db
    .select({ id: doorEntries.id })
    .from(doorEntries)
    .where(and(eq(doorEntries.id, id), eq(doorEntries.byUid, viewer.uid), eq(doorEntries.thing, about)));
  return written !== undefined;
}

/** How many people hold a pass for an event with a door, and how many of them have come in. */
export function doorCountRows(db: Database, conferenceId: string) {
  const held = subquery(
    sql<number>`(SELECT count(*) FROM ${tickets} JOIN ${events}
      ON ${events.conferenceId} = ${tickets.conferenceId} AND ${events.id} = ${tickets.eventId}
      JOIN ${holdings} ON ${holdings.conferenceId} = ${tickets.conferenceId} AND ${holdings.item} = ${tickets.id}
        AND ${holdings.state} = 'held'
      WHERE ${tickets.conferenceId} = ${conferenceId} AND ${isNotNull(events.venue)})`,
  );
  const counted = (act: "in" | "undone", times: number) =>
    subquery(
      sql<number>`(SELECT count(*) FROM ${doorEntries} WHERE ${doorEntries.conferenceId} = ${conferenceId}
        AND ${doorEntries.act} = ${act} AND ${doorEntries.times} = ${times}
        AND ${doorEntries.thing} = ${doorEntries.passHolding}
        AND EXISTS (SELECT 1 FROM ${holdings} WHERE ${holdings.id} = ${doorEntries.passHolding}
          AND ${holdings.state} = 'held'))`,
    );
  return db
    .select({
      held: held.as("held"),
      first: counted("in", 1).as("first"),
      undone: counted("undone", 0).as("undone"),
    })
    .from(sql`(SELECT 1)`);
}
