import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MALFORMED, RIGHT, type Wrong } from "../../test/support/wrong-variables.ts";
import { readConfig } from "./config.server.ts";

const TOKENS = "is missing: PAYMENT_CARD_ENTRY token needs it";
const CARDS = "is missing: PAYMENT_GATEWAY authorize-net needs it";
const MAIL = "is missing: MAILER resend needs it";
const STREAM = "is missing: the three variables of Stream are set together or not at all";

/** Variables that must not be missing when the others have the values in `RIGHT`. */
const MISSING: Wrong[] = [
  ["SESSION_SECRET", undefined, "is missing: it must be a secret of at least 32 random characters"],
  ["ID_TOKEN_KEYS", undefined, "is missing: it must be a set of keys as `npm run id-token-keys` prints it"],
  [
    "ORIGIN",
    undefined,
    "is missing: production needs the address of the portal, such as https://portal.example.org",
  ],
  ["AUTHORIZE_NET_LOGIN_ID", undefined, CARDS],
  ["AUTHORIZE_NET_TRANSACTION_KEY", undefined, CARDS],
  ["AUTHORIZE_NET_SIGNATURE_KEY", undefined, CARDS],
  ["AUTHORIZE_NET_CLIENT_KEY", undefined, TOKENS],
  ["RESEND_API_KEY", undefined, MAIL],
  ["MAIL_FROM", undefined, MAIL],
  ["STREAM_KEY_ID", undefined, STREAM],
  ["STREAM_KEY_JWK", undefined, STREAM],
];

/** For each variable that the error message names, what the message says about it; null if there is no error. */
function saidOf(variables: object): Record<string, string> | null {
  try {
    readConfig(variables);
    return null;
  } catch (error) {
    const [, list] = /^The Worker is not configured: ([^\n]+)$/.exec((error as Error).message)!;
    return Object.fromEntries(list!.split("; ").map((said) => said.split(/ (.*)/, 2)));
  }
}

const saidWith = (wrong: Wrong[]) =>
  saidOf({ ...RIGHT, ...Object.fromEntries(wrong.map(([name, value]) => [name, value])) });
const expected = (wrong: Wrong[]) => Object.fromEntries(wrong.map(([name, , said]) => [name, said]));

/** All ways of choosing `number` of these values, each for a different variable. */
function choices(of: Wrong[], number: number): Wrong[][] {
  if (number === 0) return [[]];
  return of.flatMap((first, index) =>
    choices(of.slice(index + 1), number - 1)
      .filter((others) => others.every(([name]) => name !== first[0]))
      .map((others) => [first, ...others]),
  );
}

const WRONG = [...MALFORMED, ...MISSING];
/**
 * The largest number of choices that are tried: there are thousands of choices of three, and parsing keys takes time.
 */
const MOST = 1_000;

test("nothing is said of variables that are right", () => {
  expect(saidOf(RIGHT)).toBeNull();
});

test.each(WRONG)("%s, wrong as %j, is named with what it must be", (...wrong) => {
  expect(saidWith([wrong])).toEqual(expected([wrong]));
  // An empty variable counts as left out.
  if (wrong[1] === undefined) expect(saidWith([[wrong[0], "", ""]])).toEqual(expected([wrong]));
});

test.each([2, 3])("%i wrong variables are all named at once, and none beside them", (number) => {
  const all = choices(WRONG, number);
  const step = Math.ceil(all.length / MOST);
  for (let index = 0; index < all.length; index += step)
    expect(saidWith(all[index]!)).toEqual(expected(all[index]!));
});

test("all of them at once are all named, and no value is told", () => {
  expect(saidWith(MALFORMED)).toEqual(expected(MALFORMED));
  expect(JSON.stringify(saidWith(MALFORMED))).not.toMatch(/hidden/i);
});

test("the table of docs/operations.md has a row for each of these variables", () => {
  const guide = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
  const rows = guide
    .split("## Configuration")[1]!
    .split("\n## ")[0]!
    .match(/^\| `[^\n]+$/gm)!;
  const named = rows.flatMap((row) => {
    const [first = "", ...others] = row.split("|")[1]!.match(/[A-Z…][A-Z_…]+/g)!;
    return [first, ...others.map((name) => name.replace("…_", "AUTHORIZE_NET_"))];
  });
  const ofScripts = ["PORT", "CHROMIUM"];
  expect(named.filter((name) => !ofScripts.includes(name)).sort()).toEqual(
    MALFORMED.map(([name]) => name).sort(),
  );
});

describe("what one variable needs of another", () => {
  const bare = {
    SESSION_SECRET: RIGHT.SESSION_SECRET,
    ID_TOKEN_KEYS: RIGHT.ID_TOKEN_KEYS,
    ORIGIN: RIGHT.ORIGIN,
  };
  const cards = {
    AUTHORIZE_NET_LOGIN_ID: CARDS,
    AUTHORIZE_NET_TRANSACTION_KEY: CARDS,
    AUTHORIZE_NET_SIGNATURE_KEY: CARDS,
  };
  test.each<[string, Record<string, unknown>, Record<string, string> | null]>([
    ["nothing beyond the secrets and the address", {}, null],
    ["mail needs its key and its sender", { MAILER: "resend" }, { RESEND_API_KEY: MAIL, MAIL_FROM: MAIL }],
    [
      "so it says where the word for mail is misspelt",
      { MAILER: "Resend" },
      {
        MAILER: "must be resend, mailbox (not in production) or none",
        ...{ RESEND_API_KEY: MAIL, MAIL_FROM: MAIL },
      },
    ],
    ["no mail needs nothing", { MAILER: "none" }, null],
    ["cards need three secrets", { PAYMENT_GATEWAY: "authorize-net" }, cards],
    [
      "so it says where the word for cards is misspelt",
      { PAYMENT_GATEWAY: "authorise-net" },
      { PAYMENT_GATEWAY: "must be authorize-net, simulator (not in production) or none", ...cards },
    ],
    [
      "tokens need the processor and its key",
      { PAYMENT_CARD_ENTRY: "token", PAYMENT_GATEWAY: "none" },
      {
        AUTHORIZE_NET_CLIENT_KEY: TOKENS,
        PAYMENT_CARD_ENTRY: "can be token only if PAYMENT_GATEWAY is authorize-net",
      },
    ],
    [
      "the simulator and the mailbox are for development",
      { PAYMENT_GATEWAY: "simulator", MAILER: "mailbox" },
      {
        PAYMENT_GATEWAY: "must be authorize-net or none in production",
        MAILER: "must be resend or none in production",
      },
    ],
    [
      "and allowed there",
      { ENVIRONMENT: "development", PAYMENT_GATEWAY: "simulator", MAILER: "mailbox", ORIGIN: undefined },
      null,
    ],
    [
      "whatever is not development is as strict as production",
      { ENVIRONMENT: "test", PAYMENT_GATEWAY: "simulator" },
      {
        ENVIRONMENT: "must be development or production",
        PAYMENT_GATEWAY: "must be authorize-net or none in production",
      },
    ],
    [
      "one variable of Stream needs the two others",
      { STREAM_KEY_ID: "a1b2c3" },
      { STREAM_CUSTOMER: STREAM, STREAM_KEY_JWK: STREAM },
    ],
    [
      "an address without https",
      { ORIGIN: "http://portal.example.org" },
      { ORIGIN: "must begin with https: in production" },
    ],
    [
      "numbers of wrangler.toml",
      { MAIL_PER_SECOND: 0.05, ORIGIN: 5 },
      {
        ORIGIN: "must be an origin such as https://portal.example.org, with nothing behind it",
        MAIL_PER_SECOND: "must be a number from 0.1 to 100",
      },
    ],
  ])("%s", (_, variables, said) => {
    expect(saidOf({ ...bare, ...variables })).toEqual(said);
  });
});

describe("what a variable takes", () => {
  const SIGNING_KEY = { kty: "RSA", n: "modulus", e: "AQAB", d: "private" };
  const { keys } = JSON.parse(RIGHT.ID_TOKEN_KEYS);
  const { d: _, ...PUBLIC_KEY } = keys[0];

  test.each([
    ["ORIGIN", "https://portal.example.org:8443"],
    ["AUTHORIZE_NET_LOGIN_ID", "x".repeat(25)],
    ["AUTHORIZE_NET_TRANSACTION_KEY", "x".repeat(16)],
    ["MAIL_FROM", "mail@example.org"],
    ["MAIL_FROM", "HPAIR Registration <mail@example.org>"],
    ["MAIL_FROM", "哈佛亚洲论坛 <mail@example.org>"],
    ["MAIL_FROM", '"HPAIR, Inc." <mail@example.org>'],
    ["MAIL_FROM", "<mail@example.org>"],
    ["MAIL_PER_SECOND", "0.1"],
    ["MAIL_PER_SECOND", 100],
    ["ALLOWED_ORIGINS", "  https://a.example   http://localhost:5173 "],
    ["BUSY_AFTER_MS", "0"],
    ["BUSY_AFTER_MS", 60_000],
    ["SESSION_SECRET", "x".repeat(32)],
    ["ID_TOKEN_KEYS", JSON.stringify({ keys: [keys[0], PUBLIC_KEY] })],
    ["TICKET_SECRETS", ` ${"x".repeat(32)}  ${"y".repeat(40)} `],
  ])("%s may be %j", (name, value) => {
    expect(saidOf({ ...RIGHT, [name]: value })).toBeNull();
  });

  test.each([
    ["ORIGIN", "https://portal.example.org/"],
    ["ORIGIN", "https://portal.example.org/app"],
    ["ORIGIN", "https://a.example https://b.example"],
    ["ORIGIN", "portal.example.org"],
    ["ORIGIN", "ftp://portal.example.org"],
    ["SESSION_SECRET", "x".repeat(31)],
    ["TICKET_SECRETS", `${"x".repeat(32)} ${"y".repeat(31)}`],
    ["ID_TOKEN_KEYS", '{"keys":[]}'],
    ["ID_TOKEN_KEYS", "npm run …"],
    ["ID_TOKEN_KEYS", JSON.stringify({ keys: [PUBLIC_KEY] })],
    ["AUTHORIZE_NET_LOGIN_ID", "x".repeat(26)],
    ["AUTHORIZE_NET_TRANSACTION_KEY", "x".repeat(17)],
    ["AUTHORIZE_NET_SIGNATURE_KEY", "a".repeat(127)],
    ["AUTHORIZE_NET_SIGNATURE_KEY", "z".repeat(128)],
    ["RESEND_API_KEY", "key"],
    ["RESEND_WEBHOOK_SECRET", "re_key"],
    ["RESEND_WEBHOOK_SECRET", "whsec_short"],
    ["MAIL_FROM", "HPAIR <>"],
    ["MAIL_FROM", "a@example.org, b@example.org"],
    ["MAIL_FROM", "HPAIR, Inc. <mail@example.org>"],
    ["MAIL_FROM", "a\nBcc: b <a@example.org>"],
    ["MAIL_PER_SECOND", "0"],
    ["MAIL_PER_SECOND", "101"],
    ["BUSY_AFTER_MS", "-1"],
    ["BUSY_AFTER_MS", "60001"],
    ["STREAM_KEY_JWK", btoa("{}")],
    ["STREAM_KEY_JWK", JSON.stringify(SIGNING_KEY)],
    ["ALLOWED_ORIGINS", "*"],
    ["ALLOWED_ORIGINS", "null"],
    ["ALLOWED_ORIGINS", "https://a.example/"],
    ["ALLOWED_ORIGINS", "file://a"],
    ["ENVIRONMENT", "Production"],
  ])("%s may not be %j", (name, value) => {
    const words = MALFORMED.find(([malformed]) => malformed === name)![2];
    expect(saidOf({ ...RIGHT, [name]: value })).toEqual({ [name]: words });
  });
});
