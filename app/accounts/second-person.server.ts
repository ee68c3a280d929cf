import { type Column, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { moneySince } from "#db/schema/staff.ts";

/**
 * Whether somebody has had the ability "money" without a break since before an instant (real time) and can still log
 * in. The statement with which a second person acts requires this, so somebody who got the ability after that instant
 * cannot act.
 */
export const hasHadMoneySince = (uid: string | Column, before: SQL | Column | number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${moneySince} INNER JOIN ${users} ON ${users.uid} = ${moneySince.uid}
    WHERE ${moneySince.uid} = ${uid} AND ${moneySince.since} < ${before} AND ${users.disabledAt} IS NULL)`;

/** Whether anybody but this account has had the ability "money" since before an instant (real time). */
export const isOtherWithMoney = (uid: string, before: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${moneySince} INNER JOIN ${users} ON ${users.uid} = ${moneySince.uid}
    WHERE ${moneySince.uid} <> ${uid} AND ${moneySince.since} < ${before} AND ${users.disabledAt} IS NULL)`;

/** Since when (real time) somebody has had the ability "money"; no row if they do not have it. */
export const moneySinceRows = (db: Database, uid: string) =>
  db.select({ since: moneySince.since }).from(moneySince).where(eq(moneySince.uid, uid));
