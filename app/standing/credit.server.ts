import { type SQL, sql } from "drizzle-orm";
import { payments, refunds } from "#db/schema/money.ts";

/**
 * The credit of a person in cents. It is the sum of what was kept as credit when payments were given back, in any
 * edition. The credit that the person's payments have spent or are spending is subtracted. A payment that fails or is
 * cancelled no longer counts, so its credit is available again without further action.
 */
export const creditOf = (uid: SQL | string): SQL<number> =>
  sql<number>`(SELECT max(0, coalesce(sum((SELECT coalesce(sum(iif(${refunds.kind} = 'credit', ${refunds.amountCents},
      ${refunds.creditCents})), 0) FROM ${refunds} WHERE ${refunds.paymentId} = ${payments.id}
        AND ${refunds.state} = 'done') - ${payments.creditCents}), 0))
    FROM ${payments} WHERE ${payments.delegateUid} = ${uid}
      AND ${payments.state} NOT IN ('declined', 'released', 'voided'))`;
