import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { ofEdition } from "#db/prepared.ts";
import { users } from "#db/schema/accounts.ts";
import { programmeSessions } from "#db/schema/programme.ts";
import { staff } from "#db/schema/staff.ts";
import { holdsAbility } from "~/accounts/abilities.server.ts";
import { called } from "~/accounts/addresses.server.ts";
import { questionRows } from "~/applications/application-rows.server.ts";
import { roundRows, ticketRows } from "~/conference/catalogue.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { labelRows } from "./labels.server.ts";

/** The sessions of an edition's programme, in the order in which they begin. */
const sessionTitles = ofEdition((db: Database, conferenceId: string) =>
  db
    .select({ id: programmeSessions.id, title: programmeSessions.title })
    .from(programmeSessions)
    .where(eq(programmeSessions.conferenceId, conferenceId))
    .orderBy(asc(programmeSessions.startsAt), asc(programmeSessions.id)),
);

/** The names of everything to which a filter can refer, for its form and for its words. One round trip. */
export async function readFilterNames({ db }: Context, conferenceId: string) {
  const [rounds, passes, labels, sessions, readers, questions] = await db.batch([
    roundRows(db, conferenceId),
    ticketRows(db, conferenceId),
    labelRows(db, conferenceId),
    sessionTitles(db, conferenceId),
    db
      .select({ uid: staff.uid, called })
      .from(staff)
      .innerJoin(users, eq(users.uid, staff.uid))
      .where(and(sql`${users.admin} = 1`, isNull(users.disabledAt), holdsAbility("read")))
      .orderBy(called),
    questionRows(db, conferenceId),
  ]);
  return {
    rounds: rounds.map(({ id, title }) => ({ id, title })),
    passes: passes.map(({ id, title }) => ({ id, title })),
    labels,
    sessions,
    readers,
    questions: questions.map(({ id, text, kind, options }) => ({ id, text, kind, options })),
  };
}
