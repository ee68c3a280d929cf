// Makes accounts directly in a local database, for trying out or measuring the portal with many people.
import { createHash, randomBytes } from "node:crypto";

const HOUR = 60 * 60 * 1000;

/** The tables that contain rows of an account. When an account is copied, its rows in these tables are copied. */
export const OWN_TABLES = ["users", "profiles", "applications", "answers", "decisions", "acceptances"];

/** @returns the statement that inserts the row, and the values of its parameters. */
export function insertion(table, row) {
  const places = Object.keys(row).map(() => "?");
  return {
    sql: `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${places.join(", ")})`,
    values: Object.values(row),
  };
}

/** A row of one account, rewritten for another account: with that account's uid and address. */
export const rowOfOther = (table, row, { uid, email }) => ({
  ...row,
  uid,
  ...(table === "users" && { email, email_key: email }),
});

/** A session that is made without the cost of hashing a password: its row, and the value of the cookie. */
export function newBrowserSession(uid) {
  const secret = randomBytes(32).toString("base64url");
  const now = Date.now();
  const row = {
    id_hash: createHash("sha256").update(`browser ${secret}`).digest("hex"),
    uid,
    authenticated_at: now,
    created_at: now,
    expires_at: now + HOUR,
  };
  // Remix writes a cookie's value as base64 of its JSON.
  return { row, cookie: encodeURIComponent(btoa(JSON.stringify(secret))) };
}
