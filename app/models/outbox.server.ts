import { desc } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { outbox } from "#db/schema.ts";

const NEWEST = 50;

/** The newest mails, for the development mailbox. */
export const newestMails = (db: Database) =>
  db.select().from(outbox).orderBy(desc(outbox.createdAt)).limit(NEWEST);
