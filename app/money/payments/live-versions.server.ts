import { and, eq, ne, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { orders, payments, refunds } from "#db/schema/money.ts";
import { type Asker, isSessionOf, visitorRows } from "~/accounts/sessions.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { settingRows, settingsFrom } from "~/platform/settings.server.ts";
import { attemptColumns } from "~/standing/attempts.server.ts";
import { liveHoldings } from "~/standing/holdings.server.ts";
import { isItsOrder } from "~/standing/payments.server.ts";
import type { DelegateStanding } from "~/standing/standing.server.ts";
import { OUTDATED } from "~/ui/live-version.ts";

type ShownPayments = {
  payments: Pick<DelegateStanding["payments"][number], "id" | "state" | "recordedCents" | "isConfirming">[];
  refunds: Pick<DelegateStanding["refunds"][number], "paymentId" | "kind" | "state">[];
  holdings: Pick<DelegateStanding["holdings"][number], "item" | "paymentId" | "state" | "variant">[];
};

/** A short text that changes whenever the delegate's payments would look different to them. */
export function paymentsVersion(seen: ShownPayments): string {
  const states = [
    ...seen.payments.map(
      ({ id, state, recordedCents, isConfirming }) => `${id} ${state} ${recordedCents} ${isConfirming}`,
    ),
    ...seen.refunds.map(({ paymentId, kind, state }) => `${paymentId} ${kind} ${state}`),
    ...seen.holdings.map(({ paymentId, item, variant, state }) => `${paymentId} ${item} ${variant} ${state}`),
  ];
  return fingerprint(states.sort().join("\n")).slice(0, 16);
}

/**
 * The current `paymentsVersion` of the person in `asker`, or `OUTDATED` for a page of another edition. Null if the
 * session in `asker` has ended or belongs to somebody else. One round trip.
 */
export async function readPaymentsVersion(
  db: Database,
  conferenceId: string,
  asker: Asker,
): Promise<string | null> {
  const { uid, session } = asker;
  const isOwn = and(eq(payments.conferenceId, conferenceId), eq(payments.delegateUid, uid));
  const [visitors, settingList, paid, back, live] = await db.batch([
    visitorRows(db, session),
    settingRows(db),
    db
      .select({
        ...{ id: payments.id, state: payments.state },
        ...{ recordedCents: attemptColumns.recordedCents, isConfirming: attemptColumns.isConfirming },
      })
      .from(payments)
      .innerJoin(orders, isItsOrder)
      .where(isOwn),
    db
      .select({ paymentId: refunds.paymentId, kind: refunds.kind, state: refunds.state })
      .from(refunds)
      .where(
        and(
          ne(refunds.state, "refused"),
          sql`${refunds.paymentId} IN (SELECT ${payments.id} FROM ${payments} WHERE ${isOwn})`,
        ),
      ),
    liveHoldings(db, conferenceId, uid),
  ]);
  if (!isSessionOf(asker, visitors)) return null;
  if (settingsFrom(settingList).currentEdition !== conferenceId) return OUTDATED;
  return paymentsVersion({ payments: paid, refunds: back, holdings: live });
}
