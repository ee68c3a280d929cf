import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type Database, hasRow } from "#db/client.ts";
import { outbox, unreachableAddresses } from "#db/schema/mail.ts";
import { emailKey } from "~/values/email-addresses.ts";

/** The key of the address to which a mail goes; for a query over `outbox`. */
export const recipientKey = sql`lower(trim(${outbox.recipient}))`;

/** Whether no more mail is sent to an address. */
export const isUnreachable = (key: string | SQL): SQL =>
  hasRow(
    unreachableAddresses,
    and(eq(unreachableAddresses.emailKey, key), isNull(unreachableAddresses.mendedAt)),
  );

/** Why no more mail is sent to an address; no row if mail is still sent to it. */
export const unreachableRows = (db: Database, email: string) =>
  db
    .select({ because: unreachableAddresses.because })
    .from(unreachableAddresses)
    .where(and(eq(unreachableAddresses.emailKey, emailKey(email)), isNull(unreachableAddresses.mendedAt)));

/**
 * The statement after which mail is sent to an address again, because its owner has opened a link in a mail to the
 * address.
 */
export const mendAddress = (db: Database, key: string | SQL, condition: SQL) =>
  db
    .update(unreachableAddresses)
    .set({ mendedAt: Date.now() })
    .where(and(eq(unreachableAddresses.emailKey, key), isNull(unreachableAddresses.mendedAt), condition));
