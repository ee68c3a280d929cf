import type { JWK } from "jose";
import * as z from "zod";
import { isEmail } from "~/values/email-addresses.ts";

/** Each variable with the values that it accepts. The description completes the error message: "… must be …". */
const Variables = z.object({
  ENVIRONMENT: z
    .enum(["development", "production"])
    .default("production")
    .describe("must be development or production"),
  SESSION_SECRET: z.string().min(32).describe("must be a secret of at least 32 random characters"),
  /** The JSON Web Keys for ID tokens: the first key signs, and all of them verify. */
  ID_TOKEN_KEYS: z
    .string()
    .transform(idTokenKeysIn)
    .refine((keys) => keys.length > 0)
    .describe("must be a set of keys as `npm run id-token-keys` prints it"),
  /** The secrets from which the keys of tickets are made, newest first: the first one signs, and all of them verify. */
  TICKET_SECRETS: z
    .string()
    .default("")
    .transform((list) => list.split(/\s+/).filter(Boolean))
    .refine((list) => list.every((secret) => secret.length >= 32))
    .describe("must be secrets of at least 32 random characters, separated by spaces, the newest first"),
  /** The only origin of the portal; in development, the origin of the request is used instead. */
  ORIGIN: z
    .string()
    .refine(isOrigin)
    .optional()
    .describe("must be an origin such as https://portal.example.org, with nothing behind it"),
  DEMO_NOW: z.iso.datetime().optional().describe("must be an instant such as 2022-12-17T15:00:00Z"),
  PAYMENT_GATEWAY: z
    .enum(["simulator", "authorize-net", "none"])
    .default("none")
    .describe("must be authorize-net, simulator (not in production) or none"),
  /** With `token`, card numbers never reach us: the processor's script or page takes them. */
  PAYMENT_CARD_ENTRY: z.enum(["form", "token"]).default("form").describe("must be form or token"),
  AUTHORIZE_NET_ENVIRONMENT: z
    .enum(["sandbox", "production"])
    .default("production")
    .describe("must be production or sandbox"),
  AUTHORIZE_NET_LOGIN_ID: shaped(/^\S{1,25}$/).describe(
    "must be the API login id, of at most 25 characters without blanks",
  ),
  AUTHORIZE_NET_TRANSACTION_KEY: shaped(/^\S{1,16}$/).describe(
    "must be the transaction key, of at most 16 characters without blanks",
  ),
  AUTHORIZE_NET_SIGNATURE_KEY: shaped(/^[0-9a-f]{128}$/i).describe(
    "must be the signature key, of 128 hex digits",
  ),
  /** This key is public: it is in the page, for the script that makes tokens. */
  AUTHORIZE_NET_CLIENT_KEY: shaped(/^\S+$/).describe("must be the public client key, without blanks"),
  /** Replaces the real address in tests; refused in production. */
  AUTHORIZE_NET_URL: z.url().optional().describe("must be the address of a stand-in"),
  MAILER: z
    .enum(["mailbox", "resend", "none"])
    .default("none")
    .describe("must be resend, mailbox (not in production) or none"),
  RESEND_API_KEY: shaped(/^re_\w+$/).describe("must be the key that begins with re_"),
  /** The provider signs its reports about mails with this secret. Without the secret, no report is accepted. */
  RESEND_WEBHOOK_SECRET: shaped(/^whsec_[A-Za-z0-9+/]{24,}={0,2}$/).describe(
    "must be the signing secret that begins with whsec_",
  ),
  MAIL_FROM: z
    .string()
    .refine(isSender)
    .default("")
    .describe("must be an address, or a name and an address as in Conference <mail@example.org>"),
  /** The address for replies to mails, if it is not the sender's. */
  MAIL_REPLY_TO: z.string().refine(isEmail).default("").describe("must be an e-mail address"),
  /** How many mails the provider accepts per second. */
  MAIL_PER_SECOND: z.coerce
    .number()
    .min(0.1)
    .max(100)
    .default(2)
    .describe("must be a number from 0.1 to 100"),
  /** Cloudflare Stream: the customer's code in its addresses, and the key that signs the permission to watch. */
  STREAM_CUSTOMER: shaped(/^[a-z0-9]+$/).describe(
    "must be the code between customer- and .cloudflarestream.com",
  ),
  STREAM_KEY_ID: shaped(/^\S+$/).describe("must be the id of the signing key, without blanks"),
  STREAM_KEY_JWK: z
    .string()
    .refine(isSigningKey)
    .default("")
    .describe("must be the signing key's JWK, in base64 as Stream hands it out"),
  /** The origins of the pages that may call the functions, separated by spaces. */
  ALLOWED_ORIGINS: z
    .string()
    .default("")
    .transform((list) => list.split(/\s+/).filter(Boolean))
    .refine((list) => list.every(isOrigin))
    .describe("must be origins such as https://app.example.org, separated by spaces"),
  /** How long (ms) trips to the database may wait before the first requests are turned away; 0 for no limit. */
  BUSY_AFTER_MS: z.coerce
    .number()
    .min(0)
    .max(60_000)
    .optional()
    .describe("must be a number of milliseconds from 0 to 60000"),
});

/**
 * If each of a payment's three trips to the database waits this long, the payment takes two seconds in production,
 * including the call to the card processor.
 */
const BUSY_AFTER_MS = 150;

type Name = keyof typeof Variables.shape;

/** The format of a variable; the variable may be left out. */
function shaped(pattern: RegExp) {
  return z.string().regex(pattern).default("");
}

const AUTHORIZE_NET_SECRETS = [
  "AUTHORIZE_NET_LOGIN_ID",
  "AUTHORIZE_NET_TRANSACTION_KEY",
  "AUTHORIZE_NET_SIGNATURE_KEY",
] as const;

const STREAM_VARIABLES = ["STREAM_CUSTOMER", "STREAM_KEY_ID", "STREAM_KEY_JWK"] as const;

/**
 * The problems of variables that depend on each other, and of variables that are refused in production. A misspelt
 * value is treated as the value that requires the most other variables. So if somebody misspells `resend`, the same
 * error message also tells them that the key is missing.
 *
 * @param set the variables that are set, with their values as given.
 */
function misfits(set: Partial<Record<Name, unknown>>): [Name, string][] {
  const found: [Name, string][] = [];
  const lacks = (names: readonly Name[], why: string) => {
    for (const name of names) if (set[name] === undefined) found.push([name, why]);
  };
  const isOther = (name: Name, ...values: unknown[]) =>
    set[name] !== undefined && !values.includes(set[name]);

  if (isOther("MAILER", "mailbox", "none"))
    lacks(["RESEND_API_KEY", "MAIL_FROM"], "is missing: MAILER resend needs it");
  if (isOther("PAYMENT_GATEWAY", "simulator", "none"))
    lacks(AUTHORIZE_NET_SECRETS, "is missing: PAYMENT_GATEWAY authorize-net needs it");
  if (isOther("PAYMENT_CARD_ENTRY", "form")) {
    lacks(["AUTHORIZE_NET_CLIENT_KEY"], "is missing: PAYMENT_CARD_ENTRY token needs it");
    if (!isOther("PAYMENT_GATEWAY", "simulator", "none"))
      found.push(["PAYMENT_CARD_ENTRY", "can be token only if PAYMENT_GATEWAY is authorize-net"]);
  }
  if (STREAM_VARIABLES.some((name) => set[name] !== undefined))
    lacks(STREAM_VARIABLES, "is missing: the three variables of Stream are set together or not at all");

  if (set.ENVIRONMENT === "development") return found;
  for (const name of ["AUTHORIZE_NET_URL", "DEMO_NOW"] as const)
    if (set[name] !== undefined) found.push([name, "must not be set in production"]);
  if (set.PAYMENT_GATEWAY === "simulator")
    found.push(["PAYMENT_GATEWAY", "must be authorize-net or none in production"]);
  if (set.MAILER === "mailbox") found.push(["MAILER", "must be resend or none in production"]);
  lacks(
    ["ORIGIN"],
    "is missing: production needs the address of the portal, such as https://portal.example.org",
  );
  if (isOther("ORIGIN") && !String(set.ORIGIN).startsWith("https:"))
    found.push(["ORIGIN", "must begin with https: in production"]);
  return found;
}

/** The addresses of Authorize.Net's API, of its payment page and of its script. */
const AUTHORIZE_NET = {
  sandbox: {
    endpoint: "https://apitest.authorize.net/xml/v1/request.api",
    hostedPageUrl: "https://test.authorize.net/payment/payment",
    script: "https://jstest.authorize.net/v1/Accept.js",
  },
  production: {
    endpoint: "https://api2.authorize.net/xml/v1/request.api",
    hostedPageUrl: "https://accept.authorize.net/payment/payment",
    script: "https://js.authorize.net/v1/Accept.js",
  },
};

/** Whether this is an origin as browsers write it: scheme, host and port, and nothing else. */
function isOrigin(value: string): boolean {
  return URL.canParse(value) && /^https?:/.test(value) && new URL(value).origin === value;
}

/** The RSA keys in a JSON Web Key Set; the first of them is private. Empty if the text is anything else. */
function idTokenKeysIn(text: string): JWK[] {
  const parsed = IdTokenKeys.safeParse(text);
  return parsed.success ? parsed.data.keys : [];
}

const PublicKey = z.object({
  kty: z.literal("RSA"),
  kid: z.string().min(1),
  n: z.string().min(1),
  e: z.string().min(1),
});
const PrivateKey = PublicKey.extend({
  d: z.string().min(1),
  p: z.string().min(1),
  q: z.string().min(1),
  dp: z.string().min(1),
  dq: z.string().min(1),
  qi: z.string().min(1),
});
const IdTokenKeys = z.preprocess(
  (text) => {
    try {
      return JSON.parse(String(text));
    } catch {
      return undefined;
    }
  },
  z.object({ keys: z.tuple([PrivateKey], PublicKey) }),
);

/**
 * Whether this is "mail@example.org" or "Conference <mail@example.org>"; a name with other characters must be quoted.
 */
function isSender(value: string): boolean {
  const [, name, address] = /^(?:([^<>]*\S)\s+)?<([^<>]+)>$/.exec(value) ?? [null, undefined, value];
  const isName = name === undefined || /^(?:[^\p{Cc}"(),:;<>@[\\\]]+|"[^\p{Cc}"\\]+")$/u.test(name);
  return isName && isEmail(address);
}

/** Whether this is a private RSA key as a JWK, in base64. */
function isSigningKey(value: string): boolean {
  try {
    const key: unknown = JSON.parse(atob(value));
    return typeof key === "object" && key !== null && "d" in key && "n" in key;
  } catch {
    return false;
  }
}

export type Config = {
  production: boolean;
  sessionSecret: string;
  /** The first key signs ID tokens; all of them verify ID tokens. */
  idTokenKeys: JWK[];
  /**
   * Newest first: the first one signs tickets, and all of them verify. The session secret verifies too, and signs if
   * this list is empty.
   */
  ticketSecrets: string[];
  origin: string | null;
  demo: boolean;
  payment: {
    /** The processor that takes new payments. */
    gateway: "simulator" | "authorize-net" | "none";
    /**
     * The credentials of Authorize.Net, if they are set. Whichever processor takes new payments, payments that were
     * made at Authorize.Net are looked up there.
     */
    authorizeNet: AuthorizeNetConfig | null;
  };
  /** Where delegates type their card details: into our form, or into the processor's script or page. */
  cardEntry: CardEntry;
  mail: { provider: "mailbox" | "none"; replyTo: string | null } | ({ provider: "resend" } & ResendConfig);
  /** The secret that signs the mail provider's reports; null if no reports are accepted. */
  mailEventSecret: string | null;
  /** If null, videos held by Cloudflare Stream cannot be shown. */
  stream: StreamConfig | null;
  /** The origins of the pages that may call the functions and sign in for programs. */
  allowedOrigins: string[];
  /** How long (ms) trips to the database may wait before the first requests are turned away. */
  busyAfter: number;
};

export type ResendConfig = {
  apiKey: string;
  /** The sender, such as "Conference <registration@example.org>"; its domain must be verified with the provider. */
  from: string;
  /** The address for replies; null for the sender's. */
  replyTo: string | null;
  perSecond: number;
};

export type StreamConfig = { origin: string; keyId: string; keyJwk: string };

type AuthorizeNetConfig = {
  /** The name that is stored in rows; the sandbox has a different name, because its ledger is a different one. */
  name: string;
  endpoint: string;
  hostedPageUrl: string;
  loginId: string;
  transactionKey: string;
  signatureKey: string;
};

/** `script`, `loginId` and `clientKey` are public, because they are in the page. */
export type CardEntry =
  | { mode: "form" }
  | {
      mode: "token";
      script: string;
      /** The address to which the script sends the card. */
      tokens: string;
      hostedPageUrl: string;
      loginId: string;
      clientKey: string;
    };

/**
 * The Worker's variables and secrets, checked. A variable that is empty counts as left out.
 *
 * @throws Error if the configuration is wrong; a Worker with such a configuration must not answer. The message is one
 *   sentence that names every wrong variable and says what it must be. It contains no values, since each may be a
 *   secret.
 */
export function readConfig(env: unknown): Config {
  const set = Object.fromEntries(Object.entries(env as object).filter(([, value]) => value !== ""));
  const parsed = Variables.safeParse(set);
  const faults = new Map<Name, string>();
  for (const { path } of parsed.error?.issues ?? []) {
    const name = path[0] as Name;
    const words = Variables.shape[name].description!;
    faults.set(name, set[name] === undefined ? `is missing: it ${words}` : words);
  }
  for (const [name, words] of misfits(set)) if (!faults.has(name)) faults.set(name, words);
  if (!parsed.success || faults.size > 0) {
    const named = [...faults].map((fault) => fault.join(" "));
    throw new Error(`The Worker is not configured: ${named.join("; ")}`);
  }
  const variables = parsed.data;
  const { script, ...addresses } = AUTHORIZE_NET[variables.AUTHORIZE_NET_ENVIRONMENT];
  const loginId = variables.AUTHORIZE_NET_LOGIN_ID;
  return {
    production: variables.ENVIRONMENT === "production",
    sessionSecret: variables.SESSION_SECRET,
    idTokenKeys: variables.ID_TOKEN_KEYS,
    ticketSecrets: variables.TICKET_SECRETS,
    origin: variables.ORIGIN ?? null,
    demo: variables.DEMO_NOW !== undefined,
    payment: {
      gateway: variables.PAYMENT_GATEWAY,
      authorizeNet: AUTHORIZE_NET_SECRETS.every((name) => variables[name])
        ? {
            name:
              variables.AUTHORIZE_NET_ENVIRONMENT === "sandbox" ? "authorize-net-sandbox" : "authorize-net",
            ...addresses,
            ...(variables.AUTHORIZE_NET_URL && { endpoint: variables.AUTHORIZE_NET_URL }),
            loginId,
            transactionKey: variables.AUTHORIZE_NET_TRANSACTION_KEY,
            signatureKey: variables.AUTHORIZE_NET_SIGNATURE_KEY,
          }
        : null,
    },
    cardEntry:
      variables.PAYMENT_CARD_ENTRY === "token"
        ? {
            mode: "token",
            script,
            tokens: addresses.endpoint,
            hostedPageUrl: addresses.hostedPageUrl,
            loginId,
            clientKey: variables.AUTHORIZE_NET_CLIENT_KEY,
          }
        : { mode: "form" },
    mail:
      variables.MAILER === "resend"
        ? {
            provider: variables.MAILER,
            apiKey: variables.RESEND_API_KEY,
            from: variables.MAIL_FROM,
            replyTo: variables.MAIL_REPLY_TO || null,
            perSecond: variables.MAIL_PER_SECOND,
          }
        : { provider: variables.MAILER, replyTo: variables.MAIL_REPLY_TO || null },
    mailEventSecret: variables.RESEND_WEBHOOK_SECRET || null,
    stream: variables.STREAM_KEY_ID
      ? {
          origin: `https://customer-${variables.STREAM_CUSTOMER}.cloudflarestream.com`,
          keyId: variables.STREAM_KEY_ID,
          keyJwk: variables.STREAM_KEY_JWK,
        }
      : null,
    allowedOrigins: variables.ALLOWED_ORIGINS,
    // A developer's machine is slow for other reasons, so it turns nobody away.
    busyAfter:
      (variables.BUSY_AFTER_MS ?? (variables.ENVIRONMENT === "production" ? BUSY_AFTER_MS : 0)) ||
      Number.POSITIVE_INFINITY,
  };
}
