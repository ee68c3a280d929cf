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
import { grantMessages } from "./messages.ts";

/** At most this many awards, and as many codes, are shown. */
export const MOST_SHOWN = 500;

/**
 * The budgets of a conference, and the newest of its codes and awards that have not ended. Each comes with how much of
 * it has been used. Two round trips.
 */
export async function readGrants({ db }: Context, conferenceId: string) {
  const newest = (kind: "award" | "code") =>
    db
      .select({ grant: grants, uses: subquery(usesOf(sql`${grants.id}`)).as("uses") })
      .from(grants)
      .where(and(eq(grants.conferenceId, conferenceId), eq(grants.kind, kind), isNull(grants.endedAt)))
      .orderBy(desc(grants.createdAt), asc(grants.id))
      .limit(MOST_SHOWN + 1);
  const [budgetList, awards, codes, reductions, rounds, tickets, waiting] = await db.batch([
    budgetRows(db, conferenceId),
    newest("award"),
    newest("code"),
    reductionRows(db, conferenceId),
    roundRows(db, conferenceId),
    ticketRows(db, conferenceId),
    openGrants(db, conferenceId),
  ]);
  const proposedFor = waiting.flatMap(({ request }) =>
    request.does === "award" ? request.awards.map(({ uid }) => uid) : [],
  );
  const uids = [...new Set([...awards.flatMap(({ grant }) => grant.uid ?? []), ...proposedFor])];
  const [emails, names] = await db.batch([emailRows(db, uids), nameRows(db, conferenceId, uids)]);
  const emailOf = new Map(emails.map(({ uid, email }) => [uid, email]));
  const nameOf = namesIn(names);
  const whoIs = (uid: string) => ({ name: nameOf.get(uid)?.name ?? "", email: emailOf.get(uid) ?? "" });
  const shown = (rows: typeof awards) => ({
    rows: rows.slice(0, MOST_SHOWN).map(({ grant, uses }) => ({
      ...grant,
      uses,
      email: grant.uid && (emailOf.get(grant.uid) ?? ""),
      name: grant.uid && (nameOf.get(grant.uid)?.name ?? ""),
    })),
    // The sentence that says that older ones are left out.
    cut: rows.length > MOST_SHOWN ? grantMessages.newest(MOST_SHOWN) : null,
  });
  return {
    waiting,
    whoIs,
    budgets: budgetList,
    reductions,
    awards: shown(awards),
    codes: shown(codes),
    rounds,
    tickets,
  };
}
