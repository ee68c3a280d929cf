import { type FirebaseApp, initializeApp } from "firebase/app";
import {
  type Auth,
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  signInWithEmailAndPassword,
  signOut,
} from "firebase/auth";
import { type FunctionsError, getFunctions, httpsCallable } from "firebase/functions";
import { afterEach, expect, test, vi } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { callableError, STATUS, type Status, statusOf } from "~/api/callable.server.ts";
import { BILLS } from "../support/bills.ts";
import { ORIGIN } from "../support/browser.ts";
import { type Delegate, delegate, PASSWORD, readyToPay } from "../support/people.ts";
import { changingNothing, rows } from "../support/storage.ts";
import { answerWith } from "../support/worker.ts";

// The calls of the specification as a front end makes them. Firebase's own client, unchanged, sends the requests, and
// the whole Worker answers them. test/e2e/programs.test.ts tries three versions of the client in a browser.

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Asked = { method: string; path: string; headers: Headers; body: string };

/**
 * Notes every request that a client makes of this portal. The Worker answers, unless the test gives another function
 * that answers.
 */
function listening(answer = (request: Request): Response | Promise<Response> => answerWith({}, request)) {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname: path } = new URL(request.url);
    asked.push({
      method: request.method,
      path,
      headers: request.headers,
      body: await request.clone().text(),
    });
    return answer(request);
  });
  return asked;
}

let made = 0;

class FrontEnd {
  readonly app: FirebaseApp;
  readonly auth: Auth;

  /** Makes a front end that is set up as docs/programs.md says. Nobody is signed in to it. */
  constructor() {
    this.app = initializeApp({ apiKey: "any", projectId: "conference-portal" }, `front-end-${++made}`);
    this.auth = initializeAuth(this.app, { persistence: inMemoryPersistence });
    connectAuthEmulator(this.auth, ORIGIN, { disableWarnings: true });
  }

  static async of({ email }: Pick<Delegate, "email">): Promise<FrontEnd> {
    const frontEnd = new FrontEnd();
    await signInWithEmailAndPassword(frontEnd.auth, email, PASSWORD);
    return frontEnd;
  }

  async call(name: string, payload?: unknown): Promise<unknown> {
    return (await httpsCallable(getFunctions(this.app, ORIGIN), name)(payload)).data;
  }

  /** The error of a call, as a front end gets it. The client appends the HTTP status to the message. */
  async refusal(
    name: string,
    payload?: unknown,
  ): Promise<{ code: string; message: string; details: unknown }> {
    const error = await this.call(name, payload).then(
      (data) => {
        throw new Error(`${name} answered ${JSON.stringify(data)}`);
      },
      (error: FunctionsError) => error,
    );
    const { code, message, details } = error;
    return { code, message: message.replace(/ \[\d+\]$/, ""), details };
  }
}

const CARD = {
  firstName: "Mei",
  lastName: "Chen",
  cardNumber: "4111 1111 1111 1111",
  expirationDate: "12/30",
  cardCode: "123",
};
const PAYMENT = {
  ...CARD,
  passTitle: "Harvard Conference ticket",
  passType: "goldPlus",
  intendedPassCost: 495,
  items: [
    { id: "h2023mug", title: "Mug", cost: 25, disabled: false, selectedVariant: true },
    {
      id: "h2023shirtblack",
      title: "Unisex black shirt",
      cost: 30,
      disabled: false,
      variants: ["S", "M", "L", "XL"],
      selectedVariant: "L",
    },
  ],
};

/* ------------------------------------------------------------------ what is sent */

test("a call is a POST to the function's name, of JSON with data, with the bearer's token [210, 212, 213, 220]", async () => {
  const asked = listening();
  const frontEnd = await FrontEnd.of({ email: "goldplus@hpair.example" });
  const userUid = demoUid("goldplus");
  expect(await frontEnd.call("getPassType", { userUid })).toBe("goldPlus");
  const { method, path, headers, body } = asked.at(-1)!;
  expect([method, path]).toEqual(["POST", "/getPassType"]);
  expect(headers.get("Content-Type")).toBe("application/json");
  expect(JSON.parse(body)).toEqual({ data: { userUid } });
  expect(headers.get("Authorization")).toBe(`Bearer ${await frontEnd.auth.currentUser!.getIdToken()}`);

  await signOut(frontEnd.auth);
  expect(await frontEnd.refusal("getPassType", { userUid })).toMatchObject({
    code: "functions/unauthenticated",
    message: "You must be logged in to access this content!",
  });
  expect(asked.at(-1)!.headers.get("Authorization")).toBeNull();
});

test("an answer is read from its data, and from its result where there is none [211]", async () => {
  let answer = {};
  listening(async (request) => {
    const response = await answerWith({}, request);
    if (!request.url.endsWith("/getDecision")) return response;
    const { data, result } = await response.json<{ data: unknown; result: unknown }>();
    expect(result).toEqual(data);
    return Response.json("data" in answer ? { data, result: "not this" } : { result });
  });
  const frontEnd = await FrontEnd.of({ email: "accepted@hpair.example" });
  const decision = { data: { decision: "Accepted" } };
  expect(await frontEnd.call("getDecision")).toEqual(decision);
  answer = { data: true };
  expect(await frontEnd.call("getDecision")).toEqual(decision);
});

/* ------------------------------------------------------------------ the five functions */

test.each([
  "Accepted",
  "Deferred to virtual",
  "Waitlisted",
  "Rejected",
] as const)("the decision %s is answered in data.data.decision [124, 215]", async (decision) => {
  listening();
  const frontEnd = await FrontEnd.of(await delegate({ submittedAt: "2022-11-05T16:20:00Z", decision }));
  // The client returns the content of the answer's `data`. A front end finds the decision in a second `data` inside it.
  expect(await frontEnd.call("getDecision")).toEqual({ data: { decision } });
});

test("a payment takes card, pass and items with their variants, and is a row with the ids of what was bought [125, 127, 128, 216]", async () => {
  listening();
  const person = await readyToPay();
  const frontEnd = await FrontEnd.of(person);
  const paid = await frontEnd.call("triggerPayment", PAYMENT);
  expect(paid).toMatchObject({ paymentId: expect.any(String), total: 550 });
  const { paymentId } = paid as { paymentId: string };
  expect(await rows(`SELECT * FROM ${BILLS} WHERE delegate_uid = ?`, person.uid)).toMatchObject([
    { id: paymentId, pass_type: "goldPlus", state: "captured", amount_cents: 55_000 },
  ]);
  const held = await rows(
    "SELECT item, variant FROM holdings WHERE uid = ? AND state = 'held' AND item <> pass_type ORDER BY item",
    person.uid,
  );
  expect(held).toEqual([
    { item: "h2023mug", variant: null },
    { item: "h2023shirtblack", variant: "L" },
    { item: "h2023virtual", variant: null },
  ]);
});

test.each([
  [{ cardNumber: "" }, "This field is required: cardNumber"],
  [{ cardNumber: undefined }, "This field is required: cardNumber"],
  [{ cardNumber: "4111 1111 1111 1112" }, "Invalid card number"],
  [{ expirationDate: undefined }, "This field is required: expirationDate"],
  [{ expirationDate: "1/30" }, "Invalid month or year."],
  [{ cardCode: undefined }, "This field is required: cardCode"],
  [{ passType: undefined }, "This field is required: passType"],
  [{ passType: "silver" }, "Choose one of the options."],
  [{ firstName: 5 }, "This must be text."],
  [{ lastName: 5 }, "This must be text."],
  [{ passTitle: 5 }, "This must be text."],
  [{ intendedPassCost: "many" }, null],
  [{ intendedPassCost: 550 }, null],
  [{ items: [{ id: "h2023mug", cost: 24, selectedVariant: true }] }, null],
  [{ items: [{ id: "h2023shirtblack", cost: 30, selectedVariant: "XXL" }] }, null],
  [{ items: [{ id: "h2023shirtblack", cost: 30 }] }, null],
  [{ items: [{ cost: 25 }] }, null],
])("a payment with %o is refused, and nothing is charged [127, 128]", async (change, sentence) => {
  listening();
  const frontEnd = await FrontEnd.of(await readyToPay());
  // The client sends null for a field that is undefined.
  const payload = Object.fromEntries(
    Object.entries({ ...PAYMENT, ...change }).filter(([, value]) => value !== undefined),
  );
  const refused = await changingNothing(() => frontEnd.refusal("triggerPayment", payload));
  expect(refused.code).toMatch(/^functions\/(invalid-argument|aborted|failed-precondition)$/);
  if (sentence) expect(refused.message).toBe(sentence);
});

test("the waiver is accepted without data, and answers the second in which it was [120, 217]", async () => {
  listening();
  const person = await delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted" });
  const frontEnd = await FrontEnd.of(person);
  const { waiverDate } = (await frontEnd.call("acceptWaiver")) as { waiverDate: { seconds: number } };
  const [acceptance] = await rows<{ accepted_at: number }>(
    "SELECT accepted_at FROM acceptances WHERE uid = ?",
    person.uid,
  );
  expect(waiverDate).toEqual({ seconds: Math.floor(acceptance!.accepted_at / 1_000) });
});

test("a change of address answers the new one and a link to reset the password, in data.data [218]", async () => {
  listening();
  const person = await delegate();
  const frontEnd = await FrontEnd.of(person);
  const email = `new-${person.email}`;
  const answer = await frontEnd.call("changeEmail", { email });
  expect(answer).toEqual({ data: { email, resetLink: expect.stringMatching(`^${ORIGIN}/reset-password/`) } });
  const { resetLink } = (answer as { data: { resetLink: string } }).data;
  // The browser has a session of its own. The change of address has ended it.
  const page = await person.browser.open(new URL(resetLink).pathname);
  expect([page.status, page.has("Log in")]).toEqual([401, true]);
});

test.each([
  [undefined, "goldPlus"],
  ["aconf_2023", "goldPlus"],
  [{ id: "aconf_2023", year: 2023 }, "goldPlus"],
  ["aconf_2022", null],
])("the type of the pass for the conference %o is %s; without one it is the current one [133, 219]", async (conference, pass) => {
  listening();
  const frontEnd = await FrontEnd.of({ email: "goldplus@hpair.example" });
  const payload = { userUid: demoUid("goldplus"), ...(conference && { conference }) };
  expect(await frontEnd.call("getPassType", payload)).toBe(pass);
});

test.each([
  ["subscriber", { admin: false, hpairPlus: true }],
  ["director", { admin: true, hpairPlus: false }],
  ["new", { admin: false, hpairPlus: false }],
])("the ID token of %s@ supplies the claims %o [129, 225]", async (account, expected) => {
  listening();
  const { auth } = await FrontEnd.of({ email: `${account}@hpair.example` });
  const { claims } = await auth.currentUser!.getIdTokenResult();
  expect(claims).toMatchObject({ ...expected, sub: demoUid(account) });
});

/* ------------------------------------------------------------------ errors */

/** The error that the client makes of an HTTP status (specification, section 8), and the statement that says this. */
const BY_STATUS: [number, string, number][] = [
  [400, "invalid-argument", 242],
  [401, "unauthenticated", 242],
  [403, "permission-denied", 242],
  [404, "not-found", 243],
  [409, "aborted", 242],
  [429, "resource-exhausted", 242],
  [499, "cancelled", 244],
  [500, "internal", 242],
  [501, "unimplemented", 244],
  [503, "unavailable", 242],
  [504, "deadline-exceeded", 244],
];

test.each(BY_STATUS)("HTTP %i is %s to a client and to the portal [%d]", async (status, code) => {
  listening(() => new Response(null, { status }));
  expect(await new FrontEnd().refusal("getDecision")).toMatchObject({ code: `functions/${code}` });
  const name = statusOf(status);
  expect(name).toBe(code.toUpperCase().replaceAll("-", "_"));
  expect(callableError(new Request(ORIGIN), name, "A sentence").status).toBe(status);
});

test("any other HTTP status is unknown, and the portal sends none [242]", async () => {
  listening(() => new Response(null, { status: 418 }));
  expect(await new FrontEnd().refusal("getDecision")).toMatchObject({ code: "functions/unknown" });
  expect(statusOf(418)).toBe("UNKNOWN");
  expect(new Set(Object.values(STATUS))).toEqual(new Set([200, ...BY_STATUS.map(([status]) => status)]));
});

const ERRORS = (Object.keys(STATUS) as Status[]).filter((name) => name !== "OK");

test("the server's own status, message and details win over the HTTP status [245]", async () => {
  for (const name of ERRORS) {
    listening((request) => callableError(request, name, `It is ${name}.`, { name }));
    expect(await new FrontEnd().refusal("getDecision"), name).toEqual({
      code: `functions/${name.toLowerCase().replaceAll("_", "-")}`,
      message: `It is ${name}.`,
      details: { name },
    });
  }
});

test("a network that fails is internal [242]", async () => {
  listening(() => Promise.reject(new TypeError("no network")));
  expect(await new FrontEnd().refusal("getDecision")).toMatchObject({ code: "functions/internal" });
});

test.each([
  ["null", "Response is not valid JSON object."],
  ["<!doctype html>", "Response is not valid JSON object."],
  ["", "Response is not valid JSON object."],
  ["{}", "Response is missing data field."],
  ['{"decision":"Accepted"}', "Response is missing data field."],
])("an answer of %o reads: %s [246]", async (body, message) => {
  listening(() => new Response(body));
  expect(await new FrontEnd().refusal("getDecision")).toMatchObject({ code: "functions/internal", message });
});

test("a client gives up on an answer after 70 seconds [246, 255]", async () => {
  const person = await readyToPay();
  listening();
  const frontEnd = await FrontEnd.of(person);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

  listening(() => new Promise<Response>(() => {}));
  let told: unknown = null;
  const giving = frontEnd.refusal("getDecision").then((refused) => {
    told = refused;
  });
  await vi.advanceTimersByTimeAsync(69_999);
  expect(told).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  await giving;
  expect(told).toMatchObject({ code: "functions/deadline-exceeded", message: "deadline-exceeded" });
});
