import { type SQL, sql } from "drizzle-orm";
import { payments, refunds } from "#db/schema/money.ts";

/**
 * The credit that somebody has, in cents: what was kept as credit of their payments, in whichever edition, less what
 * their payments spend or have spent. A payment that fails or is cancelled gives back what it spends by itself.
 */
export const creditOf = (uid: SQL | string): SQL<number> =>
  sql<number>`(SELECT max(0, coalesce(sum((SELECT coalesce(sum(iif(${refunds.kind} = 'credit', ${refunds.amountCents},
      ${refunds.creditCents})), 0) FROM ${refunds} WHERE ${refunds.paymentId} = ${payments.id}
        AND ${refunds.state} = 'done') - ${payments.creditCents}), 0))
    FROM ${payments} WHERE ${payments.delegateUid} = ${uid}
      AND ${payments.state} NOT IN ('declined', 'released', 'voided'))`;
