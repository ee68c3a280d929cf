import { randomBytes } from "node:crypto";
import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, listed } from "#db/client.ts";
import { answers } from "#db/schema/applications.ts";
import { events, tickets } from "#db/schema/conference.ts";
import { doorEntries, ticketCodes } from "#db/schema/door.ts";
import { holdings } from "#db/schema/money.ts";
import { answerInWords } from "~/applications/answers-in-words.ts";
import { isDocumentQuestion } from "~/applications/application-form.ts";
import { questionRows } from "~/applications/application-rows.server.ts";
import { sectionsThatAsk } from "~/applications/known-answers.server.ts";
import { shownAnswers } from "~/applications/questions.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { changedIn, changesOfSeveral } from "~/details/details.server.ts";
import { BADGE_NAME, dayQuestions } from "~/details/details.ts";
import { lineTitle } from "~/money/payments/bill-lines.ts";
import { shortReference } from "~/money/payments/references.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import type { Answers } from "~/values/catalogue.ts";
import { isTransferred } from "./admitting.server.ts";
import { reasonOf, whyNotAdmitted } from "./at-door.ts";
import { withItsGrounds } from "./day-lists.ts";
import { IV_BYTES, type OnList, type Roster, refusedOnList, sealEntry, ticketKeys } from "./roster.ts";
import { publicTicketKeys } from "./ticket-keys.server.ts";

/**
 * The passes of an edition for which a ticket code was ever made, if the event of the pass has a door. Passes that no
 * longer count are included.
 */
const ticketsWithCodes = (db: Database, conferenceId: string) =>
  db
    .select({
      ...{ id: holdings.id, uid: holdings.uid, state: holdings.state, passType: holdings.passType },
      ...{ title: holdings.title, paymentId: holdings.paymentId, secret: ticketCodes.secret },
      ...{ event: events.name, venue: events.venue, zone: events.timeZone },
      isTransferred: isTransferred.as("is_transferred"),
    })
    .from(tickets)
    .innerJoin(events, and(eq(events.conferenceId, tickets.conferenceId), eq(events.id, tickets.eventId)))
    .innerJoin(holdings, and(eq(holdings.conferenceId, tickets.conferenceId), eq(holdings.item, tickets.id)))
    .innerJoin(ticketCodes, eq(ticketCodes.holdingId, holdings.id))
    .where(and(eq(tickets.conferenceId, conferenceId), isNotNull(events.venue)))
    .orderBy(asc(events.position));

const heldAddOns = (db: Database, conferenceId: string) =>
  db
    .select({
      ...{ id: holdings.id, uid: holdings.uid, passType: holdings.passType },
      ...{ title: holdings.title, variant: holdings.variant },
    })
    .from(holdings)
    .where(
      and(
        eq(holdings.conferenceId, conferenceId),
        eq(holdings.state, "held"),
        sql`${holdings.item} <> ${holdings.passType}`,
      ),
    )
    .orderBy(asc(holdings.id));

const later = alias(doorEntries, "later");

/** The newest entry of the journal about each thing. */
const newestEntries = (db: Database, conferenceId: string) =>
  db
    .select({ thing: doorEntries.thing, times: doorEntries.times, happenedAt: doorEntries.happenedAt })
    .from(doorEntries)
    .where(
      and(
        eq(doorEntries.conferenceId, conferenceId),
        sql`NOT EXISTS (SELECT 1 FROM ${doorEntries} AS ${later}
          WHERE ${later.thing} = ${doorEntries.thing} AND ${later.number} > ${doorEntries.number})`,
      ),
    );

const answersFor = (db: Database, conferenceId: string, uids: string[], questions: string[]) =>
  db
    .select({ uid: answers.uid, answers: answers.answers })
    .from(answers)
    .where(
      and(
        eq(answers.conferenceId, conferenceId),
        sql`${answers.uid} IN ${listed(uids)}`,
        inArray(answers.sectionId, sectionsThatAsk(conferenceId, questions)),
      ),
    );

/**
 * The list of tickets for a phone at the door. With this list, the phone works without a network. All names in the list
 * are sealed: see `Roster`. Two round trips, however many tickets there are.
 */
export async function readRoster(
  { db, config }: Context,
  { settings: { conferenceId } }: SignedIn,
): Promise<Roster> {
  const [passes, addOns, entries, asked] = await db.batch([
    ticketsWithCodes(db, conferenceId),
    heldAddOns(db, conferenceId),
    newestEntries(db, conferenceId),
    questionRows(db, conferenceId),
  ]);
  const uids = [...new Set(passes.flatMap(({ uid, state }) => (state === "held" ? [uid] : [])))];
  const noted = dayQuestions(asked).filter(
    (question) => question.onSite && question.id !== BADGE_NAME.id && !isDocumentQuestion(question),
  );
  // An answer is a note only if the form would show its question, which depends on the answers to other questions.
  const needed = asked.filter((one) => noted.some(({ id }) => withItsGrounds(asked, id).includes(one)));
  const [[named, changes, given], keys] = await Promise.all([
    db.batch([
      nameRows(db, conferenceId, uids),
      changesOfSeveral(db, conferenceId, uids),
      answersFor(
        db,
        conferenceId,
        uids,
        needed.map(({ id }) => id),
      ),
    ]),
    publicTicketKeys(config),
  ]);
  const [names, changed] = [namesIn(named), changedIn(changes)];
  const answered = new Map<string, Answers>();
  for (const { uid, answers } of given) answered.set(uid, { ...answered.get(uid), ...answers });
  const newest = new Map(entries.map((entry) => [entry.thing, entry]));
  const passedOf = (id: string) => {
    const { times = 0, happenedAt = null } = newest.get(id) ?? {};
    return { times, at: times > 0 ? happenedAt : null };
  };
  const withPass = new Map<string, typeof addOns>();
  for (const line of addOns) {
    const key = `${line.uid} ${line.passType}`;
    withPass.set(key, [...(withPass.get(key) ?? []), line]);
  }
  const notesOf = (uid: string) => {
    const shown = shownAnswers(needed, { ...answered.get(uid), ...changed.get(uid) });
    return noted.flatMap((question) => {
      const value = shown[question.id] ?? "";
      return value.trim() === "" ? [] : [{ term: question.text, value: answerInWords(question, value) }];
    });
  };
  const onList = (pass: (typeof passes)[number]): OnList => {
    const reason = reasonOf(
      whyNotAdmitted({
        ...{ state: pass.state, isTransferred: Boolean(pass.isTransferred), isOfEdition: true },
        event: { name: pass.event, venue: pass.venue },
      }),
    );
    if (reason) return refusedOnList(pass.id, reason);
    const own = names.get(pass.uid)?.name ?? "";
    const name = changed.get(pass.uid)?.[BADGE_NAME.id] || own;
    return {
      ...{ id: pass.id, reason, name, fullName: own === name ? "" : own },
      ...{ title: pass.title, event: pass.event, reference: shortReference(pass.paymentId) },
      ...passedOf(pass.id),
      addOns: (withPass.get(`${pass.uid} ${pass.passType}`) ?? []).map((line) => ({
        ...{ id: line.id, title: lineTitle(line), ...passedOf(line.id) },
      })),
      notes: notesOf(pass.uid),
    };
  };
  const sealed = passes.map(async (pass) => {
    const { address, key } = await ticketKeys(pass.secret);
    return [address, await sealEntry(key, onList(pass), Uint8Array.from(randomBytes(IV_BYTES)))] as const;
  });
  return {
    ...{ edition: conferenceId, zone: passes[0]?.zone ?? "UTC", keys },
    entries: Object.fromEntries(await Promise.all(sealed)),
  };
}
