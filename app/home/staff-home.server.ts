import { and, eq } from "drizzle-orm";
import { applications } from "#db/schema/applications.ts";
import { unreachableRows } from "~/mail/unreachable.server.ts";
import { openProposalRows, proposalsAtHome } from "~/money/invoices/invoicing-proposals.server.ts";
import { openOutgoingRows, outgoingsAtHome } from "~/money/outgoings/outgoings.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { readingRows } from "~/standing/tallies.server.ts";

/**
 * The data that the home page shows to a member of the staff. One round trip; one more if it shows proposals for
 * invoices, and one more if it shows outgoings.
 */
export async function readStaffHome({ db }: Context, visit: SignedIn) {
  const { conferenceId } = visit.settings;
  const { uid, email } = visit.viewer;
  const [[reading], [application], proposed, [unreachable], outgoings] = await db.batch([
    readingRows(db, conferenceId, uid),
    db
      .select({ uid: applications.uid })
      .from(applications)
      .where(and(eq(applications.conferenceId, conferenceId), eq(applications.uid, uid))),
    openProposalRows(db),
    unreachableRows(db, email),
    openOutgoingRows(db),
  ]);
  return {
    reading: reading ?? { assigned: 0, reviewed: 0 },
    unreachable: unreachable?.because ?? null,
    applies: application !== undefined,
    proposals: await proposalsAtHome(db, visit, proposed),
    outgoings: await outgoingsAtHome(db, visit, outgoings),
  };
}
