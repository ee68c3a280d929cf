// Makes accounts directly in a local database, to try out or measure the portal with many people.
import { createHash, randomBytes } from "node:crypto";

const HOUR = 60 * 60 * 1000;

/** When an account is copied, its rows in these tables are copied. */
export const OWN_TABLES = ["users", "profiles", "applications", "answers", "decisions", "acceptances"];

/** @returns the statement that inserts the row, and the values of its parameters. */
export function insertion(table, row) {
  const places = Object.keys(row).map(() => "?");
  return {
    sql: `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${places.join(", ")})`,
    values: Object.values(row),
  };
}

/** A copy of a row of one account, with the uid and the address of another account. */
export const rowOfOther = (table, row, { uid, email }) => ({
  ...row,
  uid,
  ...(table === "users" && { email, email_key: email }),
});

/**
 * Makes a session without hashing a password, which would be slow. Returns the row of the session and the value of its
 * cookie.
 */
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
