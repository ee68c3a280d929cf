import { newIdTokenKeys } from "../../scripts/id-token-keys.mjs";

/** All variables that are needed, with valid values. */
export const RIGHT = {
  ENVIRONMENT: "production",
  SESSION_SECRET: "a secret of thirty-two characters or more",
  ID_TOKEN_KEYS: newIdTokenKeys(),
  TICKET_SECRETS: `${"new".repeat(11)} ${"old".repeat(11)}`,
  ORIGIN: "https://portal.example.org",
  PAYMENT_GATEWAY: "authorize-net",
  PAYMENT_CARD_ENTRY: "token",
  AUTHORIZE_NET_ENVIRONMENT: "sandbox",
  AUTHORIZE_NET_LOGIN_ID: "login",
  AUTHORIZE_NET_TRANSACTION_KEY: "transaction-key",
  AUTHORIZE_NET_SIGNATURE_KEY: "0123456789abcdeF".repeat(8),
  AUTHORIZE_NET_CLIENT_KEY: "5FcB6WrfHGS76gHW3v7",
  MAILER: "resend",
  RESEND_API_KEY: "re_key",
  RESEND_WEBHOOK_SECRET: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  MAIL_FROM: "Conference <registration@example.org>",
  MAIL_REPLY_TO: "help@example.org",
  MAIL_PER_SECOND: "2",
  ALLOWED_ORIGINS: "https://a.example https://b.example",
  BUSY_AFTER_MS: "150",
  STREAM_CUSTOMER: "abc123",
  STREAM_KEY_ID: "a1b2c3",
  STREAM_KEY_JWK: btoa(JSON.stringify({ kty: "RSA", n: "modulus", e: "AQAB", d: "private" })),
};

export type Wrong = [name: string, value: string | number | undefined, said: string];

/**
 * One invalid value for each variable, and what the log says about it. Each value contains a text that must never be
 * logged.
 */
export const MALFORMED: Wrong[] = [
  ["ENVIRONMENT", "hidden-production", "must be development or production"],
  ["SESSION_SECRET", "hidden and too short", "must be a secret of at least 32 random characters"],
  ["ID_TOKEN_KEYS", '{"keys":["hidden"]}', "must be a set of keys as `npm run id-token-keys` prints it"],
  [
    "TICKET_SECRETS",
    "hidden and too short",
    "must be secrets of at least 32 random characters, separated by spaces, the newest first",
  ],
  [
    "ORIGIN",
    "https://hidden.example/portal",
    "must be an origin such as https://portal.example.org, with nothing behind it",
  ],
  ["PAYMENT_GATEWAY", "hidden-net", "must be authorize-net, simulator (not in production) or none"],
  ["PAYMENT_CARD_ENTRY", "hidden", "must be form or token"],
  ["AUTHORIZE_NET_ENVIRONMENT", "hidden", "must be production or sandbox"],
  [
    "AUTHORIZE_NET_LOGIN_ID",
    "a hidden id",
    "must be the API login id, of at most 25 characters without blanks",
  ],
  [
    "AUTHORIZE_NET_TRANSACTION_KEY",
    "hidden-and-too-long",
    "must be the transaction key, of at most 16 characters without blanks",
  ],
  ["AUTHORIZE_NET_SIGNATURE_KEY", "hidden", "must be the signature key, of 128 hex digits"],
  ["AUTHORIZE_NET_CLIENT_KEY", "a hidden key", "must be the public client key, without blanks"],
  ["AUTHORIZE_NET_URL", "https://hidden.example/", "must not be set in production"],
  ["MAILER", "hidden", "must be resend, mailbox (not in production) or none"],
  ["RESEND_API_KEY", "hidden", "must be the key that begins with re_"],
  ["RESEND_WEBHOOK_SECRET", "hidden", "must be the signing secret that begins with whsec_"],
  [
    "MAIL_FROM",
    "Hidden, Inc. <mail@example.org>",
    "must be an address, or a name and an address as in Conference <mail@example.org>",
  ],
  ["MAIL_REPLY_TO", "the hidden office", "must be an e-mail address"],
  ["MAIL_PER_SECOND", "hidden", "must be a number from 0.1 to 100"],
  [
    "ALLOWED_ORIGINS",
    "https://a.example hidden.example",
    "must be origins such as https://app.example.org, separated by spaces",
  ],
  ["BUSY_AFTER_MS", "hidden", "must be a number of milliseconds from 0 to 60000"],
  ["STREAM_CUSTOMER", "customer-hidden", "must be the code between customer- and .cloudflarestream.com"],
  ["STREAM_KEY_ID", "a hidden id", "must be the id of the signing key, without blanks"],
  ["STREAM_KEY_JWK", "hidden", "must be the signing key's JWK, in base64 as Stream hands it out"],
  ["DEMO_NOW", "2022-12-17T15:00:00Z", "must not be set in production"],
];
