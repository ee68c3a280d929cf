import { and, asc, desc, eq, isNotNull, ne } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { acceptances, applications } from "#db/schema/applications.ts";
import { agreements, conferences, editions } from "#db/schema/conference.ts";
import { payments } from "#db/schema/money.ts";
import { applicationFrom, applicationRows } from "~/applications/application-rows.server.ts";
import { legible } from "~/applications/applications.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { readStanding } from "./standing.server.ts";

/** The other editions to which the person has applied, newest first. */
export const editionsAppliedTo = prepared((db: Database, uid: string, but: string) =>
  db
    .select({
      id: conferences.id,
      year: conferences.year,
      track: conferences.track,
      submittedAt: applications.submittedAt,
    })
    .from(editions)
    // SQLite keeps the order of tables in a cross join. In another order SQLite would read all applications.
    .crossJoin(applications)
    .innerJoin(conferences, eq(conferences.id, editions.conferenceId))
    .where(
      and(
        eq(applications.conferenceId, editions.conferenceId),
        eq(applications.uid, uid),
        isNotNull(applications.submittedAt),
        ne(editions.conferenceId, but),
      ),
    )
    .orderBy(desc(conferences.year), asc(conferences.id)),
);

/**
 * The versions of the agreement that the person accepted, the newest first. Each row says how and when they accepted
 * it.
 */
const signedRows = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select({
      acceptance: {
        version: acceptances.version,
        acceptedAt: acceptances.acceptedAt,
        fullName: acceptances.fullName,
        statedDate: acceptances.statedDate,
      },
      agreement: {
        openingLetter: agreements.openingLetter,
        codeOfConduct: agreements.codeOfConduct,
        refundPolicy: agreements.refundPolicy,
        liabilityRelease: agreements.liabilityRelease,
      },
    })
    .from(acceptances)
    .innerJoin(
      agreements,
      and(eq(agreements.conferenceId, acceptances.conferenceId), eq(agreements.version, acceptances.version)),
    )
    .where(and(eq(acceptances.conferenceId, conferenceId), eq(acceptances.uid, uid)))
    .orderBy(desc(acceptances.version)),
);

/**
 * Everything that a person still has from an edition: the application as submitted, its decision if they may see it,
 * the payments, and the terms that they accepted. One round trip. Refused with a 403 page if the edition never took
 * registrations.
 */
export async function readEarlier(
  context: Context,
  { viewer, now }: Pick<SignedIn, "viewer" | "now">,
  conferenceId: string,
) {
  const { db } = context;
  const [[signed, ...rows], standing] = await Promise.all([
    db.batch([signedRows(db, conferenceId, viewer.uid), ...applicationRows(db, conferenceId, viewer.uid)]),
    readStanding(context, conferenceId, viewer.uid, now),
  ]);
  return { application: legible(applicationFrom(rows)), standing, signed };
}

/** The edition to which a payment belongs. There is a row only if the payment is this person's own. */
export const editionOfPayment = prepared((db: Database, id: string, uid: string) =>
  db
    .select({ conferenceId: payments.conferenceId })
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.delegateUid, uid))),
);
