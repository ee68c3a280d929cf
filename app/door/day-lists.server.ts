import { and, asc, eq, sql } from "drizzle-orm";
import { type Database, listed, subquery } from "#db/client.ts";
import { ofEdition } from "#db/prepared.ts";
import { answers } from "#db/schema/applications.ts";
import { addOns } from "#db/schema/conference.ts";
import { holdings } from "#db/schema/money.ts";
import { places, programmeSessions } from "#db/schema/programme.ts";
import { answerInWords } from "~/applications/answers-in-words.ts";
import { answersTogether } from "~/applications/application-form.ts";
import { questionRows } from "~/applications/application-rows.server.ts";
import { sectionsThatAsk } from "~/applications/known-answers.server.ts";
import { inOneLine, shownAnswers } from "~/applications/questions.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { addOnRows, programmeEventRows } from "~/conference/catalogue.server.ts";
import { changedDetails, changedIn, changesOfSeveral } from "~/details/details.server.ts";
import { BADGE_NAME } from "~/details/details.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { ordinal, shortDayInWords, spanIn } from "~/programme/agenda.ts";
import { roomRows, sessionRows } from "~/programme/programme.server.ts";
import { hasPass } from "~/standing/holdings.server.ts";
import { talliesOf, tallyRows } from "~/standing/tallies.server.ts";
import type { Answers } from "~/values/catalogue.ts";
import { fullName } from "~/values/words.ts";
import { holderRows } from "./badges.server.ts";
import { sortedForBadges } from "./badges.ts";
import {
  asksForSomething,
  byAnswer,
  countedAnswers,
  countedVariants,
  type DayList,
  type DayListAsked,
  isListed,
  withItsGrounds,
} from "./day-lists.ts";
import { doorMessages } from "./messages.ts";

const say = doorMessages.day;

/** The sessions of the programme that are not cancelled, in order. */
export const sessionsToCome = ofEdition((db: Database, conferenceId: string) =>
  db
    .select()
    .from(programmeSessions)
    .where(
      and(eq(programmeSessions.conferenceId, conferenceId), sql`${programmeSessions.cancelledAt} IS NULL`),
    )
    .orderBy(asc(programmeSessions.day), asc(programmeSessions.startsAt), asc(programmeSessions.id)),
);

/** How many of each add-on, and of each of its variants, are held. */
const addOnCounts = (db: Database, conferenceId: string) =>
  db
    .select({ id: addOns.id, variant: holdings.variant, number: sql<number>`count(*)` })
    .from(addOns)
    .innerJoin(
      holdings,
      and(
        eq(holdings.conferenceId, addOns.conferenceId),
        eq(holdings.item, addOns.id),
        eq(holdings.state, "held"),
      ),
    )
    .where(eq(addOns.conferenceId, conferenceId))
    .groupBy(addOns.id, holdings.variant);

/** The lists that can be opened, with counts and without names. One round trip. */
export async function readDayLists({ db }: Context, { settings: { conferenceId } }: SignedIn) {
  const [sessions, rooms, [event], tallies, sold, counted, questions] = await db.batch([
    sessionsToCome(db, conferenceId),
    roomRows(db, conferenceId),
    programmeEventRows(db, conferenceId),
    tallyRows(db, conferenceId, ["attending", "waiting"]),
    addOnRows(db, conferenceId),
    addOnCounts(db, conferenceId),
    questionRows(db, conferenceId),
  ]);
  const zone = event?.timeZone ?? "UTC";
  const numberOf = (name: "attending" | "waiting", id: string) =>
    talliesOf(tallies, name).find(({ key }) => key === id)?.number ?? 0;
  return {
    sessions: sessions.map((session) => ({
      ...{ id: session.id, title: session.title, day: shortDayInWords(session.day) },
      time: spanIn(session, zone, zone),
      room: rooms.find(({ id }) => id === session.roomId)?.title ?? null,
      ...{ held: numberOf("attending", session.id), waiting: numberOf("waiting", session.id) },
    })),
    addOns: sold.map(({ id, title, variants }) => {
      const held = counted
        .filter((count) => count.id === id)
        .flatMap(({ variant, number }) => Array.from({ length: number }, () => variant));
      return { id, title, counts: countedVariants(variants, held, say.chosen) };
    }),
    questions: questions.filter(isListed).map(({ id, text }) => ({ id, text })),
  };
}

/**
 * A list for the day; null if there is no such session, add-on or question. It names only people who hold a pass. At
 * most three round trips.
 */
export async function readDayList(
  { db }: Context,
  { settings: { conferenceId } }: SignedIn,
  { of, id }: DayListAsked,
): Promise<DayList | null> {
  const read = { session: roster, addOn: whoGets, question: whoAnswered }[of];
  return read(db, conferenceId, id);
}

/**
 * The people who have a place in a session, sorted by last name, and the people who wait, in the order in which they
 * move up.
 */
async function roster(db: Database, conferenceId: string, id: string): Promise<DayList | null> {
  const [[session], rooms, [event], rows] = await db.batch([
    sessionRows(db, conferenceId, id),
    roomRows(db, conferenceId),
    programmeEventRows(db, conferenceId),
    db
      .select({
        ...{ uid: places.uid, state: places.state },
        hasPass: subquery(
          sql<number>`${hasPass(sql`${places.conferenceId}`, sql`${places.uid}`, ["held"])}`,
        ).as("has_pass"),
      })
      .from(places)
      .where(and(eq(places.sessionId, id), eq(places.conferenceId, conferenceId)))
      .orderBy(asc(places.chosenAt), asc(places.uid)),
  ]);
  if (!session) return null;
  const zone = event?.timeZone ?? "UTC";
  const [held, waiting] = (["held", "waiting"] as const).map((state) =>
    rows.filter((row) => row.state === state),
  );
  const people = await peopleForDay(
    db,
    conferenceId,
    rows.flatMap(({ uid, hasPass }) => (hasPass ? [uid] : [])),
  );
  const placed = sortedForBadges(
    held!.flatMap(({ uid }) => people.get(uid) ?? []),
    "name",
  );
  const inLine = waiting!.flatMap(({ uid }, index) => {
    const person = people.get(uid);
    return person ? [{ person, position: index + 1 }] : [];
  });
  const others = rows.length - people.size;
  const room = rooms.find((one) => one.id === session.roomId)?.title;
  return {
    title: session.title,
    notes: [
      [shortDayInWords(session.day), spanIn(session, zone, zone), room].filter(Boolean).join(", "),
      ...(session.cancelledAt === null ? [] : [say.cancelled]),
      ...(others > 0 ? [say.withoutPass(others)] : []),
    ],
    counts: [
      { what: say.places(session.capacity), number: placed.length },
      { what: say.waiting, number: inLine.length },
    ],
    counted: "Place",
    columns: ["Name", "Institution", "Place"],
    rows: [
      ...placed.map((person) => ({ id: person.uid, cells: [person.name, person.institution, say.hasPlace] })),
      ...inLine.map(({ person, position }) => ({
        id: person.uid,
        cells: [person.name, person.institution, say.waits(ordinal(position))],
      })),
    ],
    isTicked: true,
  };
}

/** The people who get an add-on, and the size that each of them gets. */
async function whoGets(db: Database, conferenceId: string, id: string): Promise<DayList | null> {
  const [sold, held] = await db.batch([
    addOnRows(db, conferenceId),
    db
      .select({ uid: holdings.uid, variant: holdings.variant })
      .from(holdings)
      .where(
        and(
          eq(holdings.conferenceId, conferenceId),
          eq(holdings.item, id),
          eq(holdings.state, "held"),
          sql`${holdings.item} <> ${holdings.passType}`,
        ),
      ),
  ]);
  const addOn = sold.find((one) => one.id === id);
  if (!addOn) return null;
  const people = await peopleForDay(
    db,
    conferenceId,
    held.map(({ uid }) => uid),
  );
  const hasSizes = addOn.variants !== null || held.some(({ variant }) => variant !== null);
  const getting = held.flatMap(({ uid, variant }) => {
    const person = people.get(uid);
    return person ? [{ ...person, variant }] : [];
  });
  return {
    title: addOn.title,
    notes: [],
    counts: countedVariants(
      addOn.variants,
      held.map(({ variant }) => variant),
      say.chosen,
    ),
    counted: hasSizes ? "Size" : "Add-on",
    columns: ["Name", "Institution", ...(hasSizes ? ["Size"] : [])],
    rows: sortedForBadges(getting, "name").map(({ uid, name, institution, variant }) => ({
      id: uid,
      cells: [name, institution, ...(hasSizes ? [variant ?? say.chosen] : [])],
    })),
    isTicked: true,
  };
}

/**
 * How often each answer was given, and the people who ask for something. Answers to questions that the form would hide
 * do not count.
 */
async function whoAnswered(db: Database, conferenceId: string, id: string): Promise<DayList | null> {
  const [questions, holders] = await db.batch([questionRows(db, conferenceId), holderRows(db, conferenceId)]);
  const question = questions.find((one) => one.id === id && isListed(one));
  if (!question) return null;
  const needed = withItsGrounds(questions, id);
  const uids = [...new Set(holders.map(({ uid }) => uid))];
  const [[names, given], changes] = await Promise.all([
    db.batch([
      nameRows(db, conferenceId, uids),
      db
        .select({ uid: answers.uid, sectionId: answers.sectionId, answers: answers.answers })
        .from(answers)
        .where(
          and(
            eq(answers.conferenceId, conferenceId),
            sql`${answers.uid} IN ${listed(uids)}`,
            sql`${answers.sectionId} IN ${sectionsThatAsk(
              conferenceId,
              needed.map((one) => one.id),
            )}`,
          ),
        ),
    ]),
    changedDetails(db, conferenceId, uids),
  ]);
  const people = peopleIn(uids, names, changes);
  const saved = new Map<string, typeof given>();
  for (const row of given) saved.set(row.uid, [...(saved.get(row.uid) ?? []), row]);
  const said = sortedForBadges([...people.values()], "name").map((person) => {
    const values = { ...answersTogether(needed, saved.get(person.uid) ?? []), ...person.changed };
    const answer = shownAnswers(needed, values)[id] ?? "";
    // The answer is put into words, because the code of Norway, NO, would be taken for a “no”.
    return { ...person, answer: answer === "" ? "" : answerInWords(question, answer) };
  });
  return {
    title: question.text,
    notes: [say.answers],
    counts: countedAnswers(
      question,
      said.map(({ answer }) => answer),
      { nothing: say.nothing, silent: say.silent },
    ),
    counted: "Answer",
    columns: ["Name", "Answer"],
    rows: byAnswer(said.filter(({ answer }) => asksForSomething(answer))).map(({ uid, name, answer }) => ({
      id: uid,
      cells: [name, inOneLine(question, answer)],
    })),
    isTicked: false,
  };
}

/** The names of these people for lists, by uid. One round trip. */
export async function peopleForDay(db: Database, conferenceId: string, uids: string[]) {
  const [rows, changes] = await db.batch([
    nameRows(db, conferenceId, uids),
    changesOfSeveral(db, conferenceId, uids),
  ]);
  return peopleIn(uids, rows, changedIn(changes));
}

/**
 * The names of these people for lists, by uid. The name is the one for the badge; if there is none, it is the name in
 * the application. `changed` has the person's answers that were changed after submitting.
 *
 * @param rows the result of `nameRows`.
 * @param changes the result of `changedDetails`.
 */
function peopleIn(uids: string[], rows: Awaited<ReturnType<typeof nameRows>>, changes: Map<string, Answers>) {
  const known = namesIn(rows);
  // An edition may ask for the parts of a name in several sections.
  const parts = new Map<string, { first: string; last: string }>();
  for (const { uid, firstName, middleName, lastName } of rows) {
    const part = parts.get(uid);
    const first = fullName(firstName, middleName) || part?.first || "";
    parts.set(uid, { first, last: lastName || part?.last || "" });
  }
  return new Map(
    uids.map((uid) => {
      const changed: Answers = changes.get(uid) ?? {};
      const { name = "", institution = "" } = known.get(uid) ?? {};
      const { first = "", last = "" } = parts.get(uid) ?? {};
      return [uid, { uid, changed, name: changed[BADGE_NAME.id] || name, first, last, institution }];
    }),
  );
}
