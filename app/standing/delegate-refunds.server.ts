import { and, eq, ne } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { payments, refunds } from "#db/schema/money.ts";
import { refundColumns } from "./holdings.server.ts";

/** The parts of a payment's refund that the delegate may see. The reason is not one of them. */
export type DelegateRefund = Pick<
  typeof refunds.$inferSelect,
  "paymentId" | "kind" | "state" | "amountCents" | "creditCents" | "createdAt" | "resolvedAt"
> & {
  /** The titles of the add-ons that the refund ended. Empty if the pass itself ended. */
  ended: string[];
  /** Whether no money went back, because the payment had been recorded by mistake. */
  isReversal: boolean;
  /** Whether a bank took the money back or never paid it. In that case we did not give the money back. */
  isBank: boolean;
};

export const refundRows = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select(refundColumns)
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(payments.conferenceId, conferenceId),
        eq(payments.delegateUid, uid),
        ne(refunds.state, "refused"),
      ),
    ),
);

export const asDelegateRefund = ({
  paymentId,
  kind,
  state,
  amountCents,
  creditCents,
  createdAt,
  resolvedAt,
  ended,
  reversalId,
  bankState,
}: Omit<DelegateRefund, "isReversal" | "isBank"> & {
  reversalId: string | null;
  bankState: string | null;
}): DelegateRefund => ({
  ...{ paymentId, kind, state, amountCents, creditCents, createdAt, resolvedAt, ended },
  isReversal: reversalId !== null,
  isBank: bankState !== null,
});
