import { and, asc, eq, or } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { holdings } from "#db/schema/money.ts";
import { transfers } from "#db/schema/transfers.ts";
import type { PassOffer } from "./standing.ts";

/**
 * The open offers of passes that a person has made or received, including expired ones, as long as the pass is still
 * held.
 */
export const offerRows = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select({
      id: transfers.id,
      fromUid: transfers.fromUid,
      email: transfers.email,
      expiresAt: transfers.expiresAt,
      paymentId: holdings.paymentId,
      title: holdings.title,
    })
    .from(transfers)
    .innerJoin(holdings, and(eq(holdings.id, transfers.holdingId), eq(holdings.state, "held")))
    .where(
      and(
        eq(transfers.conferenceId, conferenceId),
        or(eq(transfers.fromUid, uid), eq(transfers.toUid, uid)),
        eq(transfers.state, "open"),
      ),
    )
    .orderBy(asc(transfers.createdAt), asc(transfers.id)),
);

/**
 * The offers in these rows that can still be accepted at `now` (UTC ms).
 *
 * @param holdsPass whether the person holds a pass. Then they can accept no offer.
 */
export const offersOf = (
  rows: Awaited<ReturnType<typeof offerRows>>,
  { uid, now, holdsPass }: { uid: string; now: number; holdsPass: boolean },
): PassOffer[] =>
  rows
    .filter(({ fromUid, expiresAt }) => now <= expiresAt && (fromUid === uid || !holdsPass))
    .map(({ fromUid, ...offer }) => ({ ...offer, isOwn: fromUid === uid }));
