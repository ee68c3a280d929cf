import type { JWK } from "jose";
import * as z from "zod";
import { isEmail } from "~/values/email-addresses.ts";

/** The format of a variable that is set; an empty one counts as left out. */
const shaped = (pattern: RegExp, sentence: string) =>
  z.string().regex(pattern, sentence).or(z.literal("")).default("");

const Environment = z
  .object({
    ENVIRONMENT: z.enum(["development", "production"]).default("production"),
    SESSION_SECRET: z
      .string("is missing: set a secret of at least 32 random characters with `npx wrangler secret put`")
      .min(32, "must be a secret of at least 32 characters"),
    /** The JSON Web Keys of ID tokens, made by `npm run id-token-keys`: the first signs, all verify. */
    ID_TOKEN_KEYS: z
      .string("must be a set of keys; npm run id-token-keys prints one")
      .transform(idTokenKeysIn)
      .refine((keys) => keys.length > 0, "must be a set of keys; npm run id-token-keys prints one"),
    /** The only origin of the portal; in development, that of the request. */
    ORIGIN: z
      .string()
      .refine(isOrigin, "must be an origin such as https://portal.example.org, with nothing behind it")
      .optional(),
    DEMO_NOW: z.iso.datetime().optional(),
    PAYMENT_GATEWAY: z.enum(["simulator", "authorize-net", "none"]).default("none"),
    /** `token`: card numbers never come to us; the processor's script or page takes them. */
    PAYMENT_CARD_ENTRY: z.enum(["form", "token"]).default("form"),
    AUTHORIZE_NET_ENVIRONMENT: z.enum(["sandbox", "production"]).default("production"),
    AUTHORIZE_NET_LOGIN_ID: shaped(/^\S{1,25}$/, "must be the API login id, of at most 25 characters"),
    AUTHORIZE_NET_TRANSACTION_KEY: shaped(/^\S{1,16}$/, "must be the transaction key, of 16 characters"),
    AUTHORIZE_NET_SIGNATURE_KEY: shaped(/^[0-9a-f]{128}$/i, "must be the signature key, of 128 hex digits"),
    /** Public: it is in the page, for the script that makes tokens. */
    AUTHORIZE_NET_CLIENT_KEY: shaped(/^\S+$/, "must be the public client key, without blanks"),
    /** Replaces the real address in tests; refused in production. */
    AUTHORIZE_NET_URL: z.url().optional(),
    MAILER: z.enum(["mailbox", "resend", "none"]).default("none"),
    RESEND_API_KEY: shaped(/^re_\w+$/, "must be the key that begins with re_"),
    MAIL_FROM: z
      .string()
      .default("")
      .refine(isSender, "must be an address, or a name and an address as in Conference <mail@example.org>"),
    /** Where replies to mails go, if not to the sender. */
    MAIL_REPLY_TO: z
      .string()
      .default("")
      .refine((value) => value === "" || isEmail(value), "must be an e-mail address"),
    /** How many mails the provider accepts per second. */
    MAIL_PER_SECOND: z.coerce.number().min(0.1).max(100).default(2),
    /** Cloudflare Stream: the customer's code in its addresses, and the key that signs permission to watch. */
    STREAM_CUSTOMER: z
      .string()
      .regex(/^[a-z0-9]*$/, "must be the code between customer- and .cloudflarestream.com")
      .default(""),
    STREAM_KEY_ID: shaped(/^\S+$/, "must be the id of the signing key, without blanks"),
    /** A JWK in base64, as Stream hands it out. */
    STREAM_KEY_JWK: z
      .string()
      .default("")
      .refine(isSigningKey, "must be the signing key's JWK, in base64 as the service hands it out"),
    /** The origins whose pages may call the functions, separated by spaces. */
    ALLOWED_ORIGINS: z
      .string()
      .default("")
      .transform((list) => list.split(/\s+/).filter(Boolean))
      .refine((list) => list.every(isOrigin), "must be origins such as https://app.example.org"),
  })
  .superRefine((env, issues) => {
    const refuse = (path: string, message: string) =>
      issues.addIssue({ code: "custom", path: [path], message });
    if (env.MAILER === "resend" && !env.RESEND_API_KEY) refuse("RESEND_API_KEY", "is needed to send mail");
    if (env.MAILER === "resend" && !env.MAIL_FROM) refuse("MAIL_FROM", "is needed to send mail");
    if (env.PAYMENT_GATEWAY === "authorize-net") {
      for (const name of AUTHORIZE_NET_SECRETS) if (!env[name]) refuse(name, "is needed to take cards");
    }
    if (env.PAYMENT_CARD_ENTRY === "token") {
      if (env.PAYMENT_GATEWAY !== "authorize-net") refuse("PAYMENT_CARD_ENTRY", "needs authorize-net");
      if (!env.AUTHORIZE_NET_CLIENT_KEY) refuse("AUTHORIZE_NET_CLIENT_KEY", "is needed to make tokens");
    }
    if (STREAM_VARIABLES.some((name) => env[name])) {
      for (const name of STREAM_VARIABLES)
        if (!env[name]) refuse(name, "is needed to show videos held by Stream");
    }
    if (env.ENVIRONMENT !== "production") return;
    if (env.AUTHORIZE_NET_URL) refuse("AUTHORIZE_NET_URL", "must not be set in production");
    if (env.DEMO_NOW) refuse("DEMO_NOW", "must not be set in production");
    if (env.PAYMENT_GATEWAY === "simulator")
      refuse("PAYMENT_GATEWAY", "must not be the simulator in production");
    if (env.MAILER === "mailbox") refuse("MAILER", "must not be the mailbox in production");
    if (!env.ORIGIN) refuse("ORIGIN", "is needed in production: the address of the portal");
    else if (!env.ORIGIN.startsWith("https:")) refuse("ORIGIN", "must begin with https: in production");
  });

const AUTHORIZE_NET_SECRETS = [
  "AUTHORIZE_NET_LOGIN_ID",
  "AUTHORIZE_NET_TRANSACTION_KEY",
  "AUTHORIZE_NET_SIGNATURE_KEY",
] as const;

const STREAM_VARIABLES = ["STREAM_CUSTOMER", "STREAM_KEY_ID", "STREAM_KEY_JWK"] as const;

/** The addresses of Authorize.Net's API, its payment page and its script. */
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

/** Whether it is an origin as browsers write it: scheme, host and port, and nothing else. */
function isOrigin(value: string): boolean {
  return URL.canParse(value) && /^https?:/.test(value) && new URL(value).origin === value;
}

/** The RSA keys in a JSON Web Key Set, the first of them private; none if anything in it is different. */
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

/** Whether it is "mail@example.org" or "Conference <mail@example.org>"; a name with other characters must be quoted. */
function isSender(value: string): boolean {
  if (value === "") return true;
  const [, name, address] = /^(?:([^<>]*\S)\s+)?<([^<>]+)>$/.exec(value) ?? [null, undefined, value];
  const isName = name === undefined || /^(?:[^\p{Cc}"(),:;<>@[\\\]]+|"[^\p{Cc}"\\]+")$/u.test(name);
  return isName && isEmail(address);
}

/** Whether it is a private RSA key as a JWK, in base64; an empty value counts as left out. */
function isSigningKey(value: string): boolean {
  if (value === "") return true;
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
  /** The first key signs ID tokens; all of them verify. */
  idTokenKeys: JWK[];
  origin: string | null;
  demo: boolean;
  payment: {
    /** Takes new payments. */
    gateway: "simulator" | "authorize-net" | "none";
    /**
     * The credentials of Authorize.Net, if they are set: it is asked about payments made there, whichever
     * processor takes new ones.
     */
    authorizeNet: AuthorizeNetConfig | null;
  };
  /** Where delegates type their card: into our form, or into what the processor provides. */
  cardEntry: CardEntry;
  mail: { provider: "mailbox" | "none" } | ({ provider: "resend" } & ResendConfig);
  /** If null, videos held by Cloudflare Stream cannot be shown. */
  stream: StreamConfig | null;
  /** The origins whose pages may call the functions and sign in for programs. */
  allowedOrigins: string[];
};

export type ResendConfig = {
  apiKey: string;
  /** The sender, such as "Conference <registration@example.org>"; its domain must be verified at the provider. */
  from: string;
  /** Where replies go; null for the sender. */
  replyTo: string | null;
  perSecond: number;
};

export type StreamConfig = { origin: string; keyId: string; keyJwk: string };

type AuthorizeNetConfig = {
  /** The name that rows store: the sandbox has another ledger. */
  name: string;
  endpoint: string;
  hostedPageUrl: string;
  loginId: string;
  transactionKey: string;
  signatureKey: string;
};

/** `script`, `loginId` and `clientKey` are public: they are in the page. */
export type CardEntry =
  | { mode: "form" }
  | {
      mode: "token";
      script: string;
      /** Where the script sends the card. */
      tokens: string;
      hostedPageUrl: string;
      loginId: string;
      clientKey: string;
    };

/**
 * The Worker's variables and secrets, checked.
 *
 * @throws Error naming every variable that is wrong, but no value: a Worker with such a configuration must not
 *   answer.
 */
export function readConfig(env: unknown): Config {
  const parsed = Environment.safeParse(env);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    throw new Error(`The Worker is not configured: ${faults.join("; ")}`);
  }
  const variables = parsed.data;
  const { script, ...addresses } = AUTHORIZE_NET[variables.AUTHORIZE_NET_ENVIRONMENT];
  const loginId = variables.AUTHORIZE_NET_LOGIN_ID;
  return {
    production: variables.ENVIRONMENT === "production",
    sessionSecret: variables.SESSION_SECRET,
    idTokenKeys: variables.ID_TOKEN_KEYS,
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
        : { provider: variables.MAILER },
    stream: variables.STREAM_KEY_ID
      ? {
          origin: `https://customer-${variables.STREAM_CUSTOMER}.cloudflarestream.com`,
          keyId: variables.STREAM_KEY_ID,
          keyJwk: variables.STREAM_KEY_JWK,
        }
      : null,
    allowedOrigins: variables.ALLOWED_ORIGINS,
  };
}
