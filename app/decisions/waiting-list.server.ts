import { and, eq, sql } from "drizzle-orm";
import { hasRow } from "#db/client.ts";
import { offers } from "#db/schema/offers.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { isOnNow, isTakenOffer } from "~/standing/waiting-offers.server.ts";
import type { Refused } from "~/values/types.ts";
import { decisionMessages } from "./messages.ts";

const say = decisionMessages.waiting;

/**
 * Ends the viewer's own offer, so that its place is free for somebody else. It is refused with 409 while a payment for
 * a pass is open and once the pass is held. Declining again changes nothing.
 *
 * @param id the offer that the page showed.
 */
export async function declineOffer(
  context: Context,
  { viewer, now, settings: { conferenceId } }: SignedIn,
  id: string,
): Promise<{ declined: true } | Refused<409>> {
  const { db } = context;
  const isTheirs = and(eq(offers.id, id), eq(offers.conferenceId, conferenceId), eq(offers.uid, viewer.uid));
  const mayDecline = and(isTheirs, isOnNow(now), sql`NOT ${isTakenOffer}`);
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "declineOffer", object: `${conferenceId}/${viewer.uid}` },
      detail: { offer: id },
    },
    hasRow(offers, mayDecline),
  );
  const [, , [after]] = await db.batch([
    entry,
    db
      .update(offers)
      .set({ endedAt: now, endedBecause: "declined" })
      .where(and(isTheirs, isDone)),
    db
      .select({ because: offers.endedBecause, isTaken: sql<number>`${isTakenOffer}`.as("is_taken") })
      .from(offers)
      .where(isTheirs),
  ]);
  if (after?.because === "declined") return { declined: true };
  return { refused: after?.isTaken ? say.paying : say.over, status: 409 };
}
