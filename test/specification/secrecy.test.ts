import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { type Ability, can } from "~/values/abilities.ts";
import { Browser, signedIn } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { deep } from "../support/deep.ts";
import { dataAddress, everyAddress } from "../support/every-address.ts";
import { type Program, programAs } from "../support/programs.ts";
import {
  KINDS,
  type Kind,
  prepareSecrets,
  SEEN_WITH,
  SUBJECT,
  storedSecrets,
  withSecrets,
} from "../support/secrets.ts";
import { colleague } from "../support/staff.ts";
import { isTheTurnOf, TURNS, turnOfThisRun } from "../support/turns.ts";

/**
 * Two databases differ only in what nobody has released. People who may not see it get the same answers from every
 * route, byte by byte. See docs/decisions/0112-blind-reading.md.
 */

type Role = { name: string; browser: Browser; program: Program | null; hidden: readonly Kind[] };

const hiddenFrom = (abilities: readonly Ability[]) =>
  KINDS.filter((kind) => !can(abilities, ...SEEN_WITH[kind]));

/** Each ability alone, and readers who also have other abilities but do not decide. */
const ABILITIES: Ability[][] = [
  ...([["read"], ["money"], ["content"], ["door"], ["decide"], ["everything"]] as Ability[][]),
  ...([
    ["read", "money"],
    ["read", "content", "door"],
    ["read", "money", "content", "door"],
  ] as Ability[][]),
];

const roles: Role[] = [];
let addresses: string[] = [];

beforeAll(async () => {
  await stopClockAt("2022-12-17T15:00:00Z");
  roles.push({ name: "a stranger", browser: new Browser(), program: null, hidden: KINDS });
  for (const account of ["new", "submitted", "accepted", "goldplus"]) {
    // Delegates see their own answers.
    const hidden = demoUid(account) === SUBJECT ? KINDS.filter((kind) => kind !== "answer") : KINDS;
    roles.push({
      ...{ name: account, hidden },
      ...{ browser: await signedIn(account), program: await programAs(demoUid(account)) },
    });
  }
  const readers: string[] = [];
  for (const abilities of ABILITIES) {
    const { uid, browser } = await colleague(abilities);
    if (can(abilities, "read")) readers.push(uid);
    const program = await programAs(uid);
    roles.push({ name: abilities.join(" + "), browser, program, hidden: hiddenFrom(abilities) });
  }
  const scorer = await colleague(["read"]);
  roles.push({
    ...{ name: "a reader who has scored it", browser: scorer.browser, program: await programAs(scorer.uid) },
    hidden: KINDS.filter((kind) => kind !== "review" && kind !== "comment"),
  });
  await prepareSecrets([...readers, scorer.uid], scorer.uid);
  addresses = (await everyAddress(SUBJECT)).filter(
    // These addresses end the session, list what the demo sent to everybody, or draw a new secret at each visit.
    (address) => !/^\/(logout|dev\/|second-factor)/.test(address),
  );
});

afterAll(restoreClock);

/** The parts in which two answers to the same request may differ without revealing anything, such as random values. */
const MASKS: RegExp[] = [
  /nonce-[\w+/=-]+/g,
  /nonce="[^"]*"/g,
  /name="(?:formToken|press|pressId|payment|id|attempt)" value="[^"]*"/g,
  /\b[a-z2-7]{20}\b/g,
  // The sealed list for phones at the door is a different text each time, although its content is the same.
  /"[\w-]{340,}"/g,
];
const HEADERS = ["Location", "Content-Type", "Content-Length", "Content-Disposition", "ETag", "Retry-After"];

const masked = (text: string) => MASKS.reduce((left, mask) => left.replace(mask, "–"), text);

async function answerOf(response: Response): Promise<string> {
  const headers = HEADERS.map((name) => `${name}: ${response.headers.get(name)}`).join("\n");
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isText = /text|json|xml|javascript|csv/.test(response.headers.get("Content-Type") ?? "");
  const body = isText
    ? masked(new TextDecoder().decode(bytes))
    : createHash("sha256").update(bytes).digest("hex");
  return `${response.status}\n${masked(headers)}\n\n${body}`;
}

/** The calls that programs make. `getDecision` answers about the caller, and `getPassType` about a named person. */
const CALLS = [
  ["getDecision", null],
  ["getPassType", { userUid: SUBJECT }],
  ["getPassType", { userUid: demoUid("goldplus") }],
] as const;

/** All answers that somebody gets, by address. */
async function answersTo({ browser, program }: Role, asked: string[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const address of asked.flatMap((one) => [one, dataAddress(one)]))
    answers.set(address, await answerOf(await browser.get(address)));
  for (const [name, data] of program ? CALLS : []) {
    const { status, text } = await program!.call(name, data);
    answers.set(`${name} ${JSON.stringify(data)}`, `${status} ${text}`);
  }
  return answers;
}

const differing = (one: Map<string, string>, other: Map<string, string>) =>
  [...one].filter(([address, answer]) => other.get(address) !== answer).map(([address]) => address);

/**
 * `npm run test:deep` tries all addresses. Any other run tries a third of the addresses for each role. Which third this
 * is depends on the role.
 */
const askedInTurn = (roleAt: number) =>
  addresses.filter((_, at) => turnOfThisRun === "all" || isTheTurnOf(at + roleAt, turnOfThisRun));

test("the two databases differ in every kind of secret", async () => {
  await withSecrets([]);
  const first = await storedSecrets();
  await withSecrets(KINDS);
  const second = await storedSecrets();
  expect(first.map((table, at) => table !== second[at])).toEqual(first.map(() => true));
});

test("whoever may not see what is not released gets the same bytes from every route", async () => {
  let compared = 0;
  let compares = 0;
  const told: string[] = [];
  for (const [at, role] of roles.entries()) {
    if (role.hidden.length === 0) continue;
    const asked = askedInTurn(at);
    await withSecrets([]);
    // The first visit sets cookies, so its answer is not compared.
    await role.browser.get("/admin");
    const first = await answersTo(role, asked);
    await withSecrets(role.hidden);
    const second = await answersTo(role, asked);
    compared += first.size;
    compares += 1;
    told.push(...differing(first, second).map((address) => `${role.name}: ${address}`));
  }
  console.info(
    `${compared} answers compared for ${compares} people; ${turnOfThisRun === "all" ? "all of them" : `turn ${turnOfThisRun + 1} of ${TURNS}`}`,
  );
  expect(told).toEqual([]);
  expect(compared).toBeGreaterThan(deep ? 3_000 : 1_000);
}, 300_000);

/** Kinds of secrets, each with a role that sees them, and an address where this role gets two different answers. */
const SEEN: [Kind, role: string, address: string][] = [
  ["decision", "decide", "/admin/decisions.csv"],
  ["decision", "everything", `/admin/delegates/${SUBJECT}`],
  ["offer", "decide", "/admin/waiting"],
  ["award", "money", "/admin/grants"],
  ["award", "read + money", "/admin/grants"],
  ["review", "everything", "/admin/reviews.csv"],
  ["review", "everything", `/admin/delegates/${SUBJECT}`],
  ["comment", "everything", `/admin/delegates/${SUBJECT}`],
  ["answer", "everything", `/admin/delegates/${SUBJECT}`],
  ["answer", "submitted", "/application"],
  ["review", "a reader who has scored it", `/admin/delegates/${SUBJECT}`],
  ["comment", "a reader who has scored it", `/admin/delegates/${SUBJECT}`],
  ["label", "everything", `/admin/delegates/${SUBJECT}`],
];

test.each(SEEN)("the kind %s is seen by %s at %s", async (kind, name, address) => {
  const { browser } = roles.find((role) => role.name === name)!;
  const answers: string[] = [];
  for (const second of [[], [kind]] as Kind[][]) {
    await withSecrets(second);
    answers.push(await answerOf(await browser.get(address)));
  }
  expect(answers[0]).toMatch(/^200/);
  expect(answers[0]).not.toBe(answers[1]);
});
