import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { LINK_PURPOSES } from "../../app/values/types.ts";
import { instant, oneOf } from "./columns.ts";

/** A user is somebody who has an account. Delegates and staff are users in the same way, each known by one address. */
export const users = sqliteTable(
  "users",
  {
    uid: text("uid").primaryKey(),
    email: text("email").notNull(),
    /** The address, lower-cased and trimmed. So two spellings of one address are one account. */
    emailKey: text("email_key").notNull(),
    passwordHash: text("password_hash").notNull(),
    /** When the address was confirmed; null if it is not confirmed. */
    emailVerifiedAt: instant("email_verified_at"),
    admin: integer("admin", { mode: "boolean" }).notNull().default(false),
    /** The gateway's id of the subscription that opens HPAIR+ to the user; null if HPAIR+ is closed to them. */
    hpairPlusSubscriptionId: text("hpair_plus_subscription_id"),
    /** When staff disabled the account; null if it is not disabled. */
    disabledAt: instant("disabled_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("users_email_key").on(table.emailKey),
    index("users_admin").on(table.admin).where(sql`${table.admin} = 1`),
    index("users_disabled").on(table.disabledAt).where(sql`${table.disabledAt} IS NOT NULL`),
  ],
);

/**
 * A session is a sign-in that has not ended. (Sessions of the programme, which have a time and a room, are in
 * `programme_sessions`.)
 */
export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 of the secret that a cookie or a program holds. So nobody can sign in with a copy of this table. */
    idHash: text("id_hash").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid),
    /** When the password was last typed in this session. */
    authenticatedAt: instant("authenticated_at").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** The edition that a member of the staff has chosen to look at; null for the current one. */
    edition: text("edition"),
    /**
     * The device and the network from which the session was opened; null if the session is older than these columns.
     */
    device: text("device"),
    network: text("network"),
    /**
     * The time until which the session was used without a long pause. Null until this is first recorded; it is recorded
     * only for staff.
     */
    awakeAt: instant("awake_at"),
    /** When a code of the second factor was last typed in this session; null if never. */
    factorTypedAt: instant("factor_typed_at"),
    /** When the second factor last allowed an act in this session; null if never. */
    factorUsedAt: instant("factor_used_at"),
  },
  (table) => [index("sessions_uid").on(table.uid), index("sessions_expires_at").on(table.expiresAt)],
);

/** A token is a link that works once. */
export const tokens = sqliteTable(
  "tokens",
  {
    /** SHA-256 of the secret in the link. */
    hash: text("hash").primaryKey(),
    purpose: text("purpose", { enum: LINK_PURPOSES }).notNull(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid),
    /** The address that the link confirms or restores; null for other links. */
    email: text("email"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** When the link was used or made invalid; null while it can be used. */
    usedAt: instant("used_at"),
  },
  (table) => [
    check("tokens_purpose", oneOf(table.purpose, LINK_PURPOSES)),
    index("tokens_uid").on(table.uid, table.purpose),
    index("tokens_expires_at").on(table.expiresAt),
  ],
);

/**
 * A counter says how many attempts were made within a window of time: to sign in, to reset a password or to pay, for
 * example.
 */
export const counters = sqliteTable(
  "counters",
  {
    key: text("key").primaryKey(),
    count: integer("count").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("counters_expires_at").on(table.expiresAt)],
);

/**
 * A factor is the second factor of an account, in addition to its password: a secret from which an app on its owner's
 * phone makes codes (docs/decisions/0100-a-second-factor.md).
 */
export const factors = sqliteTable("factors", {
  uid: text("uid")
    .primaryKey()
    .references(() => users.uid),
  /** Encrypted, so that nobody can make codes from a copy of this table. */
  secret: text("secret").notNull(),
  /** The last time step (30 seconds, counted from 1970) whose code was used. Only codes of later steps are accepted. */
  lastStep: integer("last_step").notNull(),
  createdAt: instant("created_at").notNull(),
});

/** A recovery code can be used once in place of a code from the app. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    /** SHA-256 of the account and the code. */
    hash: text("hash").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid),
    /** When the code was used; null if it was not. */
    usedAt: instant("used_at"),
  },
  (table) => [index("recovery_codes_uid").on(table.uid)],
);

/**
 * A passkey can be used in place of a code. It is a pair of keys: the device keeps the private one, and this row has
 * the public one. Only an account with a factor has passkeys (docs/decisions/0100-a-second-factor.md).
 */
export const passkeys = sqliteTable(
  "passkeys",
  {
    /** The id that the device gave to the pair of keys, in base64url. */
    id: text("id").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid),
    /** SPKI, in base64url. */
    publicKey: text("public_key").notNull(),
    /** How many times the passkey was used, as its device counts; 0 if the device does not count. */
    counter: integer("counter").notNull(),
    /** The browser and system in which the passkey was made, such as "Chrome on Android". */
    device: text("device").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("passkeys_uid").on(table.uid)],
);

/**
 * A factor reset is requested by one director and confirmed by another. It removes the factor of a person who has lost
 * their phone and recovery codes.
 */
export const factorResets = sqliteTable(
  "factor_resets",
  {
    uid: text("uid")
      .primaryKey()
      .references(() => users.uid),
    askedBy: text("asked_by")
      .notNull()
      .references(() => users.uid),
    askedAt: instant("asked_at").notNull(),
  },
  (table) => [index("factor_resets_asked_by").on(table.askedBy)],
);

/**
 * A profile is the specification's document about a user. The notifications that the user has seen are in
 * `seen_notifications`.
 */
export const profiles = sqliteTable("profiles", {
  uid: text("uid")
    .primaryKey()
    .references(() => users.uid),
  createdAt: instant("created_at").notNull(),
});
