import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { hasRow } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { applications } from "#db/schema/applications.ts";
import { editionRows, roundRows } from "~/conference/catalogue.server.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { conferenceRows } from "~/conference/conferences.server.ts";
import { conferenceMessages } from "~/conference/messages.ts";
import { lastToClose } from "~/conference/rounds.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { audited, isRepetition } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import type { Problems } from "~/values/parse.form.ts";
import { inZone } from "~/values/times.ts";
import type { Refused, RoundId } from "~/values/types.ts";
import { begun } from "./applications.server.ts";
import { applicationMails } from "./mails.ts";
import { applicationMessages } from "./messages.ts";

const say = applicationMessages.ownDeadline;

/**
 * The data for the page about one person's deadline. One round trip.
 *
 * @returns null if there is no account with this uid. `application` is undefined if the person has begun none.
 */
export async function readOwnDeadline(
  { db }: Context,
  { settings: { conferenceId } }: SignedIn,
  uid: string,
) {
  const [[person], [application], rounds, [edition]] = await db.batch([
    db.select({ email: users.email }).from(users).where(eq(users.uid, uid)),
    db
      .select({
        ...{ submittedAt: applications.submittedAt, reopenedFrom: applications.reopenedFrom },
        ...{ ownDeadline: applications.ownDeadline, lateRound: applications.lateRound },
      })
      .from(applications)
      .where(and(eq(applications.conferenceId, conferenceId), eq(applications.uid, uid))),
    roundRows(db, conferenceId),
    editionRows(db, conferenceId),
  ]);
  if (!edition) refuse(403, conferenceMessages.notOpen);
  return person ? { ...person, application, rounds, zone: edition.deadlineZone } : null;
}

export type OwnDeadlineAnswer = { done: true } | { problems: Problems; status: 400 } | Refused<409>;

/**
 * For staff who decide: lets one person submit until a time of their own after the last deadline, and tells them by
 * mail. Only the deadline is moved: the price and the round still follow the time of the submission. If the person
 * submits after the last deadline, the application counts in `round`. Somebody who has begun no application gets an
 * empty one. If the form is sent twice, the second time changes nothing. It is refused if the edition is not the
 * current one, because nobody could submit. The caller must have checked the ability.
 *
 * @param deadline UTC ms.
 */
export async function giveOwnDeadline(
  context: Context,
  visit: SignedIn,
  { uid, deadline, round, reason }: { uid: string; deadline: number; round: RoundId; reason: string },
): Promise<OwnDeadlineAnswer> {
  const { db, origin } = context;
  const { viewer, now, settings } = visit;
  const { conferenceId } = settings;
  if (conferenceId !== settings.currentEdition) return { refused: say.notCurrent, status: 409 };
  const [[conference], found] = await Promise.all([
    conferenceRows(db, conferenceId),
    readOwnDeadline(context, visit, uid),
  ]);
  if (!found || !conference) return { refused: say.nobody, status: 409 };
  const { rounds, zone } = found;
  const last = lastToClose(rounds)?.deadline ?? 0;
  if (deadline <= now) return { problems: { deadline: say.notAhead }, status: 400 };
  if (deadline <= last) return { problems: { deadline: say.notLater(inZone(last, zone)) }, status: 400 };
  if (!rounds.some(({ id }) => id === round)) return { problems: { round: say.chooseRound }, status: 400 };

  const theirs = and(eq(applications.conferenceId, conferenceId), eq(applications.uid, uid));
  const mayGive = and(theirs, isNull(applications.submittedAt), isNull(applications.reopenedFrom));
  const isOther = or(
    sql`${applications.ownDeadline} IS NOT ${deadline}`,
    sql`${applications.lateRound} IS NOT ${round}`,
  );
  const act = {
    ...({ actorUid: viewer.uid, action: "giveOwnDeadline", object: `${conferenceId}/${uid}` } as const),
    detail: { deadline, round, reason },
  };
  const { entry, isDone } = audited(context, act, hasRow(applications, and(mayGive, isOther)));
  const when = inZone(deadline, zone);
  const [, , written, , [given]] = await db.batch([
    begun(db, { conferenceId, uid, createdAt: now }),
    entry,
    db
      .update(applications)
      .set({ ownDeadline: deadline, lateRound: round })
      .where(and(theirs, isDone))
      .returning({ uid: applications.uid }),
    queueMail(
      db,
      {
        ...{ kind: "application", uid: sql`${users.uid}`, eventKey: `deadline:${newId()}` },
        recipient: sql`${users.email}`,
        text: applicationMails.ownDeadline(conferenceName(conference), when, `${origin}/application`),
      },
      sql`FROM ${users} WHERE ${isDone} AND ${users.uid} = ${uid}`,
    ),
    db
      .select({ uid: applications.uid })
      .from(applications)
      .where(and(mayGive, eq(applications.ownDeadline, deadline), eq(applications.lateRound, round))),
  ]);
  if (written.length > 0) return { done: true };
  if (!given) return { refused: say.tooLate, status: 409 };
  return (await isRepetition(context, act, ["giveOwnDeadline", "takeOwnDeadlineBack"]))
    ? { done: true }
    : { refused: say.same, status: 409 };
}

/**
 * For staff who decide: takes one person's own deadline back, so that the last deadline holds for them again, and tells
 * them by mail. If the form is sent twice, the second time changes nothing. The caller must have checked the ability.
 */
export async function takeOwnDeadlineBack(
  context: Context,
  { viewer, settings: { conferenceId } }: SignedIn,
  { uid, reason }: { uid: string; reason: string },
): Promise<OwnDeadlineAnswer> {
  const { db, origin } = context;
  const [conference] = await conferenceRows(db, conferenceId);
  const draft = and(
    eq(applications.conferenceId, conferenceId),
    eq(applications.uid, uid),
    isNull(applications.submittedAt),
  );
  const mayTake = and(draft, isNotNull(applications.ownDeadline));
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "takeOwnDeadlineBack", object: `${conferenceId}/${uid}` },
      detail: { reason },
    },
    hasRow(applications, mayTake),
  );
  const [, , , [without]] = await db.batch([
    entry,
    db.update(applications).set({ ownDeadline: null, lateRound: null }).where(mayTake),
    queueMail(
      db,
      {
        ...{ kind: "application", uid: sql`${users.uid}`, eventKey: `deadline:${newId()}` },
        recipient: sql`${users.email}`,
        text: applicationMails.ownDeadlineTakenBack(conferenceName(conference!), `${origin}/application`),
      },
      sql`FROM ${users} WHERE ${isDone} AND ${users.uid} = ${uid}`,
    ),
    db
      .select({ uid: applications.uid })
      .from(applications)
      .where(and(draft, isNull(applications.ownDeadline))),
  ]);
  return without ? { done: true } : { refused: say.tooLate, status: 409 };
}
