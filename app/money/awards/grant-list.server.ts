import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { subquery } from "#db/client.ts";
import { grants } from "#db/schema/grants.ts";
import { emailRows } from "~/accounts/addresses.server.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { roundRows, ticketRows } from "~/conference/catalogue.server.ts";
import { openGrants } from "~/money/outgoings/outgoings.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { reductionRows, usesOf } from "~/standing/grants.server.ts";
import { budgetRows } from "./budgets.server.ts";

const MOST_SHOWN = 500;

/**
 * The budgets of a conference, and its newest codes and awards that have not ended. Each is returned with how much of
 * it has been used. Two round trips.
 */
export async function readGrants({ db }: Context, conferenceId: string) {
  const [budgetList, grantList, reductions, rounds, tickets, waiting] = await db.batch([
    budgetRows(db, conferenceId),
    db
      .select({ grant: grants, uses: subquery(usesOf(sql`${grants.id}`)).as("uses") })
      .from(grants)
      .where(and(eq(grants.conferenceId, conferenceId), isNull(grants.endedAt)))
      .orderBy(desc(grants.createdAt), asc(grants.id))
      .limit(MOST_SHOWN),
    reductionRows(db, conferenceId),
    roundRows(db, conferenceId),
    ticketRows(db, conferenceId),
    openGrants(db, conferenceId),
  ]);
  const proposedFor = waiting.flatMap(({ request }) =>
    request.does === "award" ? request.awards.map(({ uid }) => uid) : [],
  );
  const uids = [...new Set([...grantList.flatMap(({ grant }) => grant.uid ?? []), ...proposedFor])];
  const [emails, names] = await db.batch([emailRows(db, uids), nameRows(db, conferenceId, uids)]);
  const emailOf = new Map(emails.map(({ uid, email }) => [uid, email]));
  const nameOf = namesIn(names);
  const whoIs = (uid: string) => ({ name: nameOf.get(uid)?.name ?? "", email: emailOf.get(uid) ?? "" });
  return {
    waiting,
    whoIs,
    budgets: budgetList,
    reductions,
    grants: grantList.map(({ grant, uses }) => ({
      ...grant,
      uses,
      email: grant.uid && (emailOf.get(grant.uid) ?? ""),
      name: grant.uid && (nameOf.get(grant.uid)?.name ?? ""),
    })),
    rounds,
    tickets,
  };
}
