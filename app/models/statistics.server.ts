import { and, count, eq, isNotNull, sum } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { applications, decisions, payments } from "#db/schema.ts";

import { ticketRows } from "./catalogue.server.ts";

/** How many of everything a conference has, in one round trip. */
export async function readStatistics(db: Database, conferenceId: string) {
  const ofConference = eq(applications.conferenceId, conferenceId);
  const [tickets, [begun], [submitted], decided, paid] = await db.batch([
    ticketRows(db, conferenceId),
    db.select({ number: count() }).from(applications).where(ofConference),
    db
      .select({ number: count() })
      .from(applications)
      .where(and(ofConference, isNotNull(applications.submittedAt))),
    db
      .select({ decision: decisions.decision, number: count() })
      .from(decisions)
      .where(eq(decisions.conferenceId, conferenceId))
      .groupBy(decisions.decision),
    db
      .select({
        passType: payments.passType,
        number: count(),
        cents: sum(payments.amountCents).mapWith(Number),
      })
      .from(payments)
      .where(and(eq(payments.conferenceId, conferenceId), eq(payments.state, "captured")))
      .groupBy(payments.passType),
  ]);
  return { begun: begun?.number ?? 0, submitted: submitted?.number ?? 0, decided, tickets, paid };
}
