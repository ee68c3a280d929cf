import { type SQL, sql } from "drizzle-orm";
import { payments, refunds } from "#db/schema/money.ts";

/**
 * The credit of a person, in cents: the amounts that were kept as credit when payments were given back, in any edition,
 * less the credit that the person's payments have spent or are spending. A payment that fails or is cancelled no longer
 * counts, so its credit is available again without further action.
 */
export const creditOf = (uid: SQL | string): SQL<number> =>
  sql<number>`(SELECT max(0, coalesce(sum((SELECT coalesce(sum(iif(${refunds.kind} = 'credit', ${refunds.amountCents},
      ${refunds.creditCents})), 0) FROM ${refunds} WHERE ${refunds.paymentId} = ${payments.id}
        AND ${refunds.state} = 'done') - ${payments.creditCents}), 0))
    FROM ${payments} WHERE ${payments.delegateUid} = ${uid}
      AND ${payments.state} NOT IN ('declined', 'released', 'voided'))`;
