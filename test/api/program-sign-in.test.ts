import { afterEach, expect, test, vi } from "vitest";
import { DEMO_PASSWORD, demoUid } from "#db/seed/demo.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { sessionHash } from "~/accounts/sessions.server.ts";
import { JSON_CAP } from "~/request/guard.server.ts";
import { messages } from "~/values/messages.ts";
import { Browser, ORIGIN } from "../support/browser.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { delegate, PASSWORD } from "../support/people.ts";
import {
  type Answer,
  claimsIn,
  DELETE,
  LOOKUP,
  Program,
  programAs,
  REFRESH,
  RESET,
  read,
  SEND_MAIL,
  SIGN_IN,
  SIGN_UP,
  UPDATE,
} from "../support/programs.ts";
import { changingNothing, everything, row, rows, run } from "../support/storage.ts";
import { answerWith } from "../support/worker.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

let networks = 0;
/** A network that nobody else uses, so that no test uses up the tries of another test. */
const newNetwork = () => `198.51.100.${++networks}`;
const visitor = (network = newNetwork()) => new Program(null, "", network);

/** Posts what `firebase/auth` posts. */
const signUp = (program: Program, email: unknown, password: unknown) =>
  program.post(SIGN_UP, { returnSecureToken: true, email, password, clientType: "CLIENT_TYPE_WEB" });
const signIn = (program: Program, email: unknown, password: unknown) =>
  program.post(SIGN_IN, { returnSecureToken: true, email, password, clientType: "CLIENT_TYPE_WEB" });
const askForPassword = (program: Program, email: unknown) =>
  program.post(SEND_MAIL, { requestType: "PASSWORD_RESET", email });

const holding = ({ body }: Answer) => new Program(body.idToken, body.refreshToken);
const hashes = ({ headers }: Answer) => /scrypt;desc="(\d+)"/.exec(headers.get("Server-Timing")!)![1];
const seconds = () => Math.floor(Date.now() / 1000);

/** Expects a complete refusal in the form of the protocol. */
function expectCode({ status, body }: Answer, code: string, note = "") {
  const errors = [{ message: code, reason: "invalid", domain: "global" }];
  expect([status, body], note).toEqual([400, { error: { code: 400, message: code, errors } }]);
}

const onPage = (browser: Browser, account: "sign-in" | "create" | "forgot", email: string, password = "") =>
  browser.submit("/?index", [
    ["account", account],
    ["email", email],
    ["password", password],
  ]);

/* ------------------------------------------------------------------ signing in */

test("a new account is signed in at once, and its tokens say who it is and keep every secret", async () => {
  const before = seconds();
  const created = await signUp(visitor(), " Tomoko.Abe@Example.org ", "päss wörd");
  const { body } = created;
  const user = await row<{ uid: string; email: string; admin: number; password_hash: string }>(
    "SELECT * FROM users WHERE email_key = 'tomoko.abe@example.org'",
  );
  expect([created.status, body]).toEqual([
    200,
    {
      kind: "identitytoolkit#SignupNewUserResponse",
      localId: user.uid,
      email: "Tomoko.Abe@Example.org",
      idToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]{342}$/),
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      expiresIn: "3600",
    },
  ]);
  expect(user.admin).toBe(0);
  expect(await rows("SELECT uid FROM profiles WHERE uid = ?", user.uid)).toHaveLength(1);
  expect(await rows("SELECT subject FROM outbox WHERE recipient = ?", user.email)).toHaveLength(1);

  const claims = claimsIn(body.idToken) as { iat: number; auth_time: number };
  expect(claims).toEqual({
    sub: user.uid,
    user_id: user.uid,
    email: user.email,
    email_verified: false,
    admin: false,
    hpairPlus: false,
    firebase: { sign_in_provider: "password", identities: { email: [user.email] } },
    iss: ORIGIN,
    aud: "conference-portal",
    sid: sessionHash("program", body.refreshToken),
    iat: claims.iat,
    auth_time: claims.auth_time,
    exp: claims.iat + 3_600,
  });
  for (const instant of [claims.iat, claims.auth_time]) {
    expect(instant).toBeGreaterThanOrEqual(before);
    expect(instant).toBeLessThanOrEqual(seconds());
  }
  const [head = ""] = body.idToken.split(".");
  expect(JSON.parse(atob(head))).toEqual({ alg: "RS256", typ: "JWT", kid: expect.any(String) });

  const stored = JSON.stringify(await everything());
  for (const secret of ["päss wörd", body.refreshToken, body.idToken]) expect(stored).not.toContain(secret);
  expect(JSON.stringify([...created.headers])).not.toContain(body.refreshToken);
  expect((await holding(created).call("getDecision")).body.data).toEqual({ data: { decision: null } });
  // The account can also sign in on the pages.
  expect((await onPage(new Browser(newNetwork()), "sign-in", user.email, "päss wörd")).status).toBe(302);
});

test("signing in opens one more session, of 14 days unused, for an admin of 4 hours; it ends no other", async () => {
  for (const [account, hours] of [
    ["new", 14 * 24],
    ["director", 4],
  ] as const) {
    const [first, second] = [visitor(), visitor()];
    const email = `${account}@hpair.example`;
    const answers = [
      await signIn(first, ` ${email.toUpperCase()}`, PASSWORD),
      await signIn(second, email, PASSWORD),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          kind: "identitytoolkit#VerifyPasswordResponse",
          registered: true,
          localId: demoUid(account),
          email,
          idToken: expect.any(String),
          refreshToken: expect.any(String),
          expiresIn: "3600",
        },
      ]);
      const session = await row<{ created_at: number; expires_at: number }>(
        "SELECT * FROM sessions WHERE id_hash = ?",
        sessionHash("program", answer.body.refreshToken),
      );
      expect(session.expires_at - session.created_at).toBe(hours * 3_600_000);
      expect((await holding(answer).call("getDecision")).status).toBe(200);
    }
    expect(answers[0]!.body.refreshToken).not.toBe(answers[1]!.body.refreshToken);
  }
});

test.each([
  ["subscriber", { admin: false, hpairPlus: true }],
  ["reviewer", { admin: true, hpairPlus: false }],
  ["new", { admin: false, hpairPlus: false }],
])("the claims of %s@ are %o [129, 225]", async (account, claims) => {
  const { body } = await signIn(visitor(), `${account}@hpair.example`, PASSWORD);
  expect(claimsIn(body.idToken)).toMatchObject(claims);
});

test("twenty simultaneous sign-ups with one address make one account", async () => {
  const email = "race@example.org";
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => {
      const body = JSON.stringify({ returnSecureToken: true, email, password: "mango tree" });
      return visitor().fetch(SIGN_UP, { body });
    }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers) if (answer.status === 400) expectCode(await read(answer), "EMAIL_EXISTS");
  // The portal answers 503 when it is too busy to make another hash.
  expect(answers.every(({ status }) => [200, 400, 503].includes(status))).toBe(true);
  expect(await rows("SELECT uid FROM users WHERE email_key = ?", email)).toHaveLength(1);
});

/* ------------------------------------------------------------------ codes */

const ACCOUNT = { email: "new@hpair.example", password: DEMO_PASSWORD };

test.each<[string, string, unknown, string]>([
  ["signUp", SIGN_UP, { ...ACCOUNT, email: undefined }, "MISSING_EMAIL"],
  ["signUp", SIGN_UP, { ...ACCOUNT, email: null }, "MISSING_EMAIL"],
  ["signUp", SIGN_UP, { ...ACCOUNT, email: ["a@example.org"] }, "MISSING_EMAIL"],
  ["signUp", SIGN_UP, { ...ACCOUNT, email: "" }, "INVALID_EMAIL"],
  ["signUp", SIGN_UP, { ...ACCOUNT, email: "a@localhost" }, "INVALID_EMAIL"],
  ["signUp", SIGN_UP, { ...ACCOUNT, email: "a@example.org, b@example.org" }, "INVALID_EMAIL"],
  ["signUp", SIGN_UP, { ...ACCOUNT, email: "a@example.org\r\nBcc: b@example.org" }, "INVALID_EMAIL"],
  ["signUp", SIGN_UP, { ...ACCOUNT, password: undefined }, "MISSING_PASSWORD"],
  ["signUp", SIGN_UP, { ...ACCOUNT, password: 123456 }, "MISSING_PASSWORD"],
  ["signUp", SIGN_UP, { ...ACCOUNT, password: "" }, "MISSING_PASSWORD"],
  ["signUp", SIGN_UP, { ...ACCOUNT, password: "12345" }, `WEAK_PASSWORD : ${accountMessages.weakPassword}`],
  [
    "signUp",
    SIGN_UP,
    { ...ACCOUNT, password: "123456" },
    `WEAK_PASSWORD : ${accountMessages.commonPassword}`,
  ],
  // This asks to sign in without a name, as a guest.
  ["signUp", SIGN_UP, { returnSecureToken: true }, "OPERATION_NOT_ALLOWED"],
  // This asks for a second way to sign in to the account of the token.
  [
    "signUp",
    SIGN_UP,
    { email: "second@example.org", password: DEMO_PASSWORD, idToken: "a.b.c" },
    "OPERATION_NOT_ALLOWED",
  ],
  ["signIn", SIGN_IN, { ...ACCOUNT, email: undefined }, "MISSING_EMAIL"],
  ["signIn", SIGN_IN, { ...ACCOUNT, email: "x" }, "INVALID_EMAIL"],
  ["signIn", SIGN_IN, { ...ACCOUNT, password: undefined }, "MISSING_PASSWORD"],
  ["signIn", SIGN_IN, { ...ACCOUNT, password: "" }, "MISSING_PASSWORD"],
  ["signIn", SIGN_IN, { ...ACCOUNT, password: { $ne: "" } }, "MISSING_PASSWORD"],
  ["lookup", LOOKUP, {}, "MISSING_ID_TOKEN"],
  ["lookup", LOOKUP, { idToken: "" }, "MISSING_ID_TOKEN"],
  ["lookup", LOOKUP, { idToken: {} }, "MISSING_ID_TOKEN"],
  ["lookup", LOOKUP, { idToken: "a.b.c" }, "TOKEN_EXPIRED"],
  ["lookup", LOOKUP, { localId: [demoUid("new")], email: ["new@hpair.example"] }, "MISSING_ID_TOKEN"],
  ["sendOobCode", SEND_MAIL, {}, "OPERATION_NOT_ALLOWED"],
  ["sendOobCode", SEND_MAIL, { requestType: "EMAIL_SIGNIN", email: ACCOUNT.email }, "OPERATION_NOT_ALLOWED"],
  ["sendOobCode", SEND_MAIL, { requestType: "__proto__" }, "OPERATION_NOT_ALLOWED"],
  ["sendOobCode", SEND_MAIL, { requestType: "PASSWORD_RESET" }, "MISSING_EMAIL"],
  ["sendOobCode", SEND_MAIL, { requestType: "PASSWORD_RESET", email: "x" }, "INVALID_EMAIL"],
  ["sendOobCode", SEND_MAIL, { requestType: "VERIFY_EMAIL" }, "MISSING_ID_TOKEN"],
  ["sendOobCode", SEND_MAIL, { requestType: "VERIFY_EMAIL", idToken: "a.b.c" }, "TOKEN_EXPIRED"],
  ["update", UPDATE, {}, "MISSING_ID_TOKEN"],
  ["update", UPDATE, { idToken: "a.b.c" }, "MISSING_PASSWORD"],
  ["update", UPDATE, { idToken: "a.b.c", password: "" }, "MISSING_PASSWORD"],
  [
    "update",
    UPDATE,
    { idToken: "a.b.c", password: "12345" },
    `WEAK_PASSWORD : ${accountMessages.weakPassword}`,
  ],
  [
    "update",
    UPDATE,
    { idToken: "a.b.c", password: "123456" },
    `WEAK_PASSWORD : ${accountMessages.commonPassword}`,
  ],
  ["update", UPDATE, { idToken: "a.b.c", password: "mango tree" }, "TOKEN_EXPIRED"],
  ["update", UPDATE, { idToken: "a.b.c", displayName: "Mei" }, "OPERATION_NOT_ALLOWED"],
  ["update", UPDATE, { idToken: "a.b.c", photoUrl: "https://example.org/x" }, "OPERATION_NOT_ALLOWED"],
  ["update", UPDATE, { idToken: "a.b.c", email: "a@example.org" }, "OPERATION_NOT_ALLOWED"],
  [
    "update",
    UPDATE,
    { idToken: "a.b.c", password: "mango tree", email: "a@example.org" },
    "OPERATION_NOT_ALLOWED",
  ],
  ["update", UPDATE, { idToken: "a.b.c", deleteProvider: ["password"] }, "OPERATION_NOT_ALLOWED"],
  ["update", UPDATE, { oobCode: "x" }, "INVALID_OOB_CODE"],
  ["resetPassword", RESET, {}, "MISSING_OOB_CODE"],
  ["resetPassword", RESET, { oobCode: ["x"] }, "MISSING_OOB_CODE"],
  ["resetPassword", RESET, { oobCode: "x" }, "INVALID_OOB_CODE"],
  ["resetPassword", RESET, { oobCode: "x", newPassword: "mango tree" }, "INVALID_OOB_CODE"],
  [
    "resetPassword",
    RESET,
    { oobCode: "x", newPassword: "12345" },
    `WEAK_PASSWORD : ${accountMessages.weakPassword}`,
  ],
  ["delete", DELETE, {}, "MISSING_ID_TOKEN"],
  ["delete", DELETE, { localId: demoUid("new") }, "MISSING_ID_TOKEN"],
  ["delete", DELETE, { idToken: "a.b.c" }, "TOKEN_EXPIRED"],
])("%s (%s) of %o is refused: %s", async (_, path, body, code) => {
  const refused = await changingNothing(() => visitor().post(path, body));
  expectCode(refused, code);
  expect(hashes(refused)).toBe("0");
});

test("operations we have not, and every other method, are not allowed", async () => {
  await changingNothing(async () => {
    for (const operation of [
      "createAuthUri",
      "signInWithIdp",
      "signInWithCustomToken",
      "__proto__",
      "constructor",
      "toString",
    ]) {
      const path = SIGN_UP.replace("signUp", operation);
      expectCode(await visitor().post(path, ACCOUNT), "OPERATION_NOT_ALLOWED", operation);
    }
    for (const path of [SIGN_UP, SIGN_IN, LOOKUP, SEND_MAIL, UPDATE, RESET, DELETE, REFRESH]) {
      expectCode(await read(await visitor().fetch(path, { method: "GET" })), "OPERATION_NOT_ALLOWED", path);
    }
  });
});

test.each<[string, BodyInit | undefined, string?]>([
  ["nothing", undefined],
  ["an empty body", ""],
  ["null", "null"],
  ["an array", "[]"],
  ["a string", '"x"'],
  ["JSON cut short", '{"email":'],
  ["bytes that are not UTF-8", new Blob(['{"email":"', Uint8Array.of(0xff), '"}'])],
  ["30,000 levels", `${"[".repeat(30_000)}${"]".repeat(30_000)}`],
  ["more than 64 KB", JSON.stringify({ ...ACCOUNT, x: "x".repeat(JSON_CAP) })],
  ["plain text", JSON.stringify(ACCOUNT), "text/plain"],
  ["a form", new URLSearchParams(ACCOUNT), "application/x-www-form-urlencoded"],
])("%s is an unreadable request, and never a fault", async (_, body, type = "application/json") => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await changingNothing(async () => {
    for (const path of [SIGN_UP, SIGN_IN, LOOKUP, SEND_MAIL, UPDATE, RESET, DELETE]) {
      const sent = { headers: { "Content-Type": type }, ...(body !== undefined && { body }) };
      const refused = await read(await visitor().fetch(path, sent));
      const { message } = refused.body.error;
      // An array counts as an object that has none of the fields.
      expectCode(refused, message === "OPERATION_NOT_ALLOWED" ? message : "INVALID_REQUEST", path);
    }
  });
  expect(log).not.toHaveBeenCalled();
});

test("names of object parts in a body are nothing but names", async () => {
  const body = '{"__proto__":{"email":"new@hpair.example","password":"conference-2023"},"constructor":1}';
  for (const path of [SIGN_UP, SIGN_IN]) {
    expectCode(await read(await visitor().fetch(path, { body })), "MISSING_EMAIL");
  }
});

/** An answer without the parts that differ between any two answers. */
async function bare(asking: Promise<Answer>, email: string) {
  const { status, headers, text } = await asking;
  const { "x-request-id": _, ...kept } = Object.fromEntries(headers);
  const timing = kept["server-timing"]!.replace(/dur=\d+/, "");
  return { status, text: text.replaceAll(email, ""), headers: { ...kept, "server-timing": timing } };
}

test.each([
  ["signing in", (program: Program, email: string) => signIn(program, email, "not the password")],
  ["asking for a new password", askForPassword],
])("%s does not reveal whether there is an account", async (_, ask) => {
  const told = (email: string) => bare(ask(visitor(), email), email);
  const known = await told("goldplus@hpair.example");
  const unknown = await told("nobody00@hpair.example");
  await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", demoUid("subscriber"));
  const disabled = await told("subscriber@hpair.example");
  await run("UPDATE users SET disabled_at = NULL WHERE uid = ?", demoUid("subscriber"));
  // All three answers have the same status, headers, bytes, queries and hashes.
  expect(unknown).toEqual(known);
  expect(disabled).toEqual(known);
  if (known.status === 400) {
    expect(JSON.parse(known.text).error.message).toBe("INVALID_PASSWORD");
    expect(known.headers["server-timing"]).toContain('scrypt;desc="1"');
  }
});

test("a disabled account is refused with the right password too", async () => {
  const { email, uid } = await delegate();
  await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", uid);
  const refused = await changingNothing(() => signIn(visitor(), email, PASSWORD), { but: ["counters"] });
  expectCode(refused, "INVALID_PASSWORD");
});

test("an address in use is refused at the cost of a wrong password", async () => {
  const taken = await changingNothing(() => signUp(visitor(), " NEW@hpair.example", "mango tree"), {
    but: ["counters", "outbox"],
  });
  expectCode(taken, "EMAIL_EXISTS");
  expect(hashes(taken)).toBe("1");
});

/* ------------------------------------------------------------------ limits */

const TOO_MANY = "TOO_MANY_ATTEMPTS_TRY_LATER";

test("five wrong tries on the page hold up a program there, and the other way round", async () => {
  const { email } = await delegate();
  const byPage = newNetwork();
  for (let count = 0; count < 5; count++) await onPage(new Browser(byPage), "sign-in", email, "wrong!");
  const program = await signIn(visitor(byPage), email, PASSWORD);
  expectCode(program, TOO_MANY);
  expect(hashes(program)).toBe("0");

  const byProgram = newNetwork();
  for (let count = 0; count < 5; count++) {
    expectCode(await signIn(visitor(byProgram), email, "wrong!"), "INVALID_PASSWORD");
  }
  expectCode(await signIn(visitor(byProgram), email.toUpperCase(), PASSWORD), TOO_MANY);
  const page = await onPage(new Browser(byProgram), "sign-in", email, PASSWORD);
  expect(page.status).toBe(429);
  // On another network, the owner can sign in at once. On this network, the owner can sign in after the wait.
  expect((await signIn(visitor(), email, PASSWORD)).status).toBe(200);
  await run("UPDATE counters SET expires_at = ?", Date.now() - 1);
  expect((await signIn(visitor(byProgram), email, PASSWORD)).status).toBe(200);
});

test("a successful sign-in does not use up tries", async () => {
  const { email } = await delegate();
  const program = visitor();
  for (let count = 0; count < 4; count++) await signIn(program, email, "wrong!");
  for (let count = 0; count < 5; count++) expect((await signIn(program, email, PASSWORD)).status).toBe(200);
  expectCode(await signIn(program, email, "wrong!"), "INVALID_PASSWORD");
  expectCode(await signIn(program, email, "wrong!"), TOO_MANY);
});

test("sign-ups and links are counted together with the pages'", async () => {
  const network = newNetwork();
  for (let count = 0; count < 3; count++) await signUp(visitor(network), "new@hpair.example", "mango tree");
  for (let count = 0; count < 2; count++) {
    await onPage(new Browser(network), "create", "new@hpair.example", "mango tree");
  }
  const held = await signUp(visitor(network), "new@hpair.example", "mango tree");
  expectCode(held, TOO_MANY);
  expect(hashes(held)).toBe("0");

  const { email } = await delegate();
  for (let count = 0; count < 2; count++) expect((await askForPassword(visitor(), email)).status).toBe(200);
  expect((await onPage(new Browser(newNetwork()), "forgot", email)).status).toBe(302);
  // The answer is the same, but no further mail is sent, because three links already work.
  expect((await askForPassword(visitor(), email)).status).toBe(200);
  expect(await rows("SELECT id FROM outbox WHERE recipient = ?", email)).toHaveLength(3);
});

/* ------------------------------------------------------------------ the owner of a token */

test("lookup says who the token's owner is at this moment", async () => {
  const { uid, email } = await delegate();
  const program = await programAs(uid);
  const ask = () => program.post(LOOKUP, { idToken: program.idToken });
  const { authenticated_at: authenticatedAt } = await row<{ authenticated_at: number }>(
    "SELECT * FROM sessions WHERE id_hash = ?",
    sessionHash("program", program.refreshToken),
  );
  const user = {
    localId: uid,
    email,
    emailVerified: false,
    createdAt: "0",
    lastLoginAt: String(authenticatedAt),
    providerUserInfo: [{ providerId: "password", email, rawId: email, federatedId: email }],
  };
  const answer = await changingNothing(ask);
  expect([answer.status, answer.body]).toEqual([
    200,
    { kind: "identitytoolkit#GetAccountInfoResponse", users: [user] },
  ]);
  await run("UPDATE users SET email_verified_at = 5 WHERE uid = ?", uid);
  expect((await ask()).body.users[0].emailVerified).toBe(true);
});

test("a refresh brings the claims as they are now, for the same session", async () => {
  const { uid, email } = await delegate();
  const program = await programAs(uid);
  const before = claimsIn(program.idToken!);
  expect(before).toMatchObject({ admin: false, hpairPlus: false, email_verified: false });
  await run(
    "UPDATE users SET admin = 1, hpair_plus_subscription_id = 'SIM-SUB-9', email_verified_at = 5 WHERE uid = ?",
    uid,
  );
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1_800_000 });
  const { status, body } = await changingNothing(() => program.refresh());
  expect([status, body]).toEqual([
    200,
    {
      access_token: body.id_token,
      id_token: expect.any(String),
      refresh_token: program.refreshToken,
      expires_in: "3600",
      token_type: "Bearer",
      user_id: uid,
      project_id: "conference-portal",
    },
  ]);
  const { iat, exp, ...claims } = claimsIn(body.id_token);
  expect({ ...claims, iat: before["iat"], exp: before["exp"] }).toEqual({
    ...before,
    email,
    admin: true,
    hpairPlus: true,
    email_verified: true,
  });
  expect([iat, exp]).toEqual([seconds(), seconds() + 3_600]);
  const refreshed = new Program(body.id_token);
  expect((await refreshed.call("getPassType", { userUid: demoUid("gold") })).body.data).toBe("gold");
  // The claims in a token give no rights: the older token has the same rights as the newer one.
  expect((await program.call("getPassType", { userUid: demoUid("gold") })).body.data).toBe("gold");
});

test("a phone's client refreshes in JSON and is answered as a browser's", async () => {
  const { uid } = await delegate();
  const program = await programAs(uid);
  const asked = { grantType: "refresh_token", refreshToken: program.refreshToken };
  const { status, body } = await program.post(REFRESH, asked);
  const { body: form } = await program.refresh();
  expect([status, Object.keys(body)]).toEqual([200, Object.keys(form)]);
  expect(body.refresh_token).toBe(program.refreshToken);
  expect((await new Program(body.id_token).call("getDecision")).status).toBe(200);
});

test("an hour later the token is worth nothing and the refresh token still gives another", async () => {
  const { uid } = await delegate();
  const program = await programAs(uid);
  const { exp } = claimsIn(program.idToken!) as { exp: number };
  vi.useFakeTimers({ toFake: ["Date"], now: exp * 1000 - 1 });
  expect((await program.post(LOOKUP, { idToken: program.idToken })).status).toBe(200);
  vi.setSystemTime(exp * 1000);
  expectCode(await program.post(LOOKUP, { idToken: program.idToken }), "TOKEN_EXPIRED");
  expect((await program.call("getDecision")).status).toBe(401);
  const { body } = await program.refresh();
  expect((await new Program(body.id_token).call("getDecision")).status).toBe(200);
});

test("a refresh makes no password fresh", async () => {
  const { uid, email } = await delegate();
  const program = await programAs(uid);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5 * 60_000 + 1_000 });
  const refreshed = new Program((await program.refresh()).body.id_token);
  const stale = await changingNothing(() => refreshed.call("changeEmail", { email: `to-${email}` }));
  expect([stale.status, stale.body.error]).toEqual([
    401,
    { status: "UNAUTHENTICATED", message: accountMessages.freshPasswordNeeded },
  ]);
  const fresh = holding(await signIn(visitor(), email, PASSWORD));
  expect((await fresh.call("changeEmail", { email: `to-${email}` })).status).toBe(200);
});

type Ended = { uid: string; email: string; program: Program };

test.each<[string, (person: Ended) => Promise<unknown>]>([
  ["was ended", ({ uid }) => run("DELETE FROM sessions WHERE uid = ?", uid)],
  ["is over", ({ uid }) => run("UPDATE sessions SET expires_at = ? WHERE uid = ?", Date.now(), uid)],
  [
    "is of an account that was disabled",
    ({ uid }) => run("UPDATE users SET disabled_at = 1 WHERE uid = ?", uid),
  ],
  [
    "ended with a new password",
    async ({ email }) => {
      expect((await askForPassword(visitor(), email)).body).toEqual({ email });
      const [mail] = await mailsTo(email);
      const link = new URL(/https?:\/\/\S+/.exec(mail!.body)![0]);
      expect(link.origin).toBe(ORIGIN);
      const page = await new Browser().open(link.pathname);
      expect((await page.press("Save password", { password: "another password" })).status).toBe(302);
    },
  ],
  [
    "ended with a change of address elsewhere",
    async ({ uid, email }) => {
      const elsewhere = await programAs(uid);
      expect((await elsewhere.call("changeEmail", { email: `to-${email}` })).status).toBe(200);
      // The program that made the change stays signed in. Its claims have the old address until the new one is
      // confirmed.
      const { body } = await elsewhere.refresh();
      expect(claimsIn(body.id_token)).toMatchObject({ email, email_verified: false });
      expect((await new Program(body.id_token).call("getDecision")).status).toBe(200);
    },
  ],
])("neither token works once the session %s", async (_, end) => {
  const { uid, email } = await delegate();
  const program = await programAs(uid);
  expect((await program.refresh()).status).toBe(200);
  await end({ uid, email, program });
  await changingNothing(async () => {
    expectCode(await program.refresh(), "TOKEN_EXPIRED");
    expectCode(await program.post(LOOKUP, { idToken: program.idToken }), "TOKEN_EXPIRED");
    const verify = { requestType: "VERIFY_EMAIL", idToken: program.idToken };
    expectCode(await program.post(SEND_MAIL, verify), "TOKEN_EXPIRED");
    expect((await program.call("getDecision")).status).toBe(401);
  });
});

const FORM = "application/x-www-form-urlencoded";

test.each<[string, string, string, string]>([
  ["no fields", FORM, "", "INVALID_GRANT_TYPE"],
  ["no kind of grant", FORM, "refresh_token=x", "INVALID_GRANT_TYPE"],
  ["another kind of grant", FORM, "grant_type=authorization_code&code=x", "INVALID_GRANT_TYPE"],
  ["no token", FORM, "grant_type=refresh_token", "MISSING_REFRESH_TOKEN"],
  ["an empty token", FORM, "grant_type=refresh_token&refresh_token=", "MISSING_REFRESH_TOKEN"],
  ["an unknown token", FORM, "grant_type=refresh_token&refresh_token=x", "TOKEN_EXPIRED"],
  [
    "an unknown token in JSON",
    "application/json",
    '{"grantType":"refresh_token","refreshToken":"x"}',
    "TOKEN_EXPIRED",
  ],
  ["no token in JSON", "application/json", '{"grantType":"refresh_token"}', "MISSING_REFRESH_TOKEN"],
  ["another kind of grant in JSON", "application/json", '{"grantType":"code"}', "INVALID_GRANT_TYPE"],
  ["JSON cut short", "application/json", '{"grantType":', "INVALID_REQUEST"],
  ["plain text", "text/plain", "grant_type=refresh_token&refresh_token=x", "INVALID_REQUEST"],
  ["multipart of nothing", "multipart/form-data; boundary=x", "", "INVALID_REQUEST"],
  [
    "more than 256 KB",
    FORM,
    `grant_type=refresh_token&refresh_token=${"x".repeat(300_000)}`,
    "INVALID_REQUEST",
  ],
])("a refresh with %s (%s) is refused", async (_, type, body, code) => {
  const headers = { "Content-Type": type };
  const refused = await changingNothing(async () => read(await visitor().fetch(REFRESH, { headers, body })));
  expectCode(refused, code);
});

test("an ID token refreshes nothing", async () => {
  const program = await programAs(demoUid("new"));
  expectCode(await program.refresh(program.idToken!), "TOKEN_EXPIRED");
});

/* ------------------------------------------------------------------ mails */

test("a link to choose a password is queued once for somebody with an account, and for nobody else", async () => {
  const { email, uid } = await delegate();
  expect((await askForPassword(visitor(), email.toUpperCase())).body).toEqual({ email: email.toUpperCase() });
  expect(await rows("SELECT subject FROM outbox WHERE recipient = ?", email)).toEqual([
    { subject: "Choose a new password" },
  ]);
  expect(await rows("SELECT purpose FROM tokens WHERE uid = ?", uid)).toEqual([
    { purpose: "reset-password" },
  ]);
  const unknown = "nobody01@hpair.example";
  await changingNothing(
    async () => expect((await askForPassword(visitor(), unknown)).body).toEqual({ email: unknown }),
    { but: ["counters"] },
  );
});

test("a mail to confirm an address is sent to the token's owner, three times an hour", async () => {
  const { email, uid } = await delegate();
  const program = await programAs(uid);
  const ask = () =>
    program.post(SEND_MAIL, {
      requestType: "VERIFY_EMAIL",
      idToken: program.idToken,
      email: "somebody.else@example.org",
    });
  for (let count = 0; count < 3; count++) {
    const { status, body } = await ask();
    expect([status, body]).toEqual([200, { email }]);
  }
  expectCode(await ask(), TOO_MANY);
  expect(await rows("SELECT id FROM outbox WHERE recipient = ?", email)).toHaveLength(3);
  expect(await rows("SELECT id FROM outbox WHERE recipient = 'somebody.else@example.org'")).toEqual([]);
});

/* ------------------------------------------------------------------ another password */

const NEW_PASSWORD = "mango tree";
const MINUTES = 60_000;

const choosePassword = (program: Program, password: unknown = NEW_PASSWORD) =>
  program.post(UPDATE, { idToken: program.idToken, password, returnSecureToken: true });

/** Makes all sessions of somebody look as if the password was typed this long ago. */
const letPass = (uid: string, milliseconds: number) =>
  run("UPDATE sessions SET authenticated_at = ? WHERE uid = ?", Date.now() - milliseconds, uid);

/** The code of the last mail to an address. A program gets only this last part of the link. */
async function codeFor(email: string) {
  const mail = (await mailsTo(email)).at(-1)!;
  return linkIn(mail).split("/").at(-1)!;
}

test("another password ends every session and link, and the program that set it goes on", async () => {
  const { uid, email, browser } = await delegate();
  const [program, other] = [await programAs(uid), await programAs(uid)];
  await askForPassword(visitor(), email);
  const code = await codeFor(email);
  await letPass(uid, 5 * MINUTES - 5_000);

  const before = Date.now();
  const answer = await choosePassword(program);
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      kind: "identitytoolkit#SetAccountInfoResponse",
      localId: uid,
      email,
      idToken: expect.any(String),
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      expiresIn: "3600",
    },
  ]);
  expect(hashes(answer)).toBe("1");
  const held = holding(answer);
  expect((await held.call("getDecision")).status).toBe(200);
  expect((await held.refresh()).status).toBe(200);
  const session = await row<{ id_hash: string; authenticated_at: number }>(
    "SELECT * FROM sessions WHERE uid = ?",
    uid,
  );
  expect(session.id_hash).toBe(sessionHash("program", answer.body.refreshToken));
  expect(session.authenticated_at).toBeGreaterThanOrEqual(before);
  for (const ended of [program, other]) expectCode(await ended.refresh(), "TOKEN_EXPIRED");
  expect((await browser.open("/change-email")).text).not.toContain(email);
  expectCode(await visitor().post(RESET, { oobCode: code }), "INVALID_OOB_CODE");
  expectCode(await signIn(visitor(), email, PASSWORD), "INVALID_PASSWORD");
  expect((await signIn(visitor(), email, NEW_PASSWORD)).status).toBe(200);
  const acts = await rows("SELECT actor_uid, action, detail FROM audit WHERE object = ?", `users/${uid}`);
  expect(acts).toEqual([{ actor_uid: uid, action: "changePassword", detail: "{}" }]);
});

test("a password typed more than 5 minutes ago changes and deletes nothing", async () => {
  const { uid } = await delegate();
  const program = await programAs(uid);
  await letPass(uid, 5 * MINUTES + 1_000);
  await changingNothing(async () => {
    for (const answer of [
      await choosePassword(program),
      await program.post(DELETE, { idToken: program.idToken }),
    ]) {
      expectCode(answer, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
      expect(hashes(answer)).toBe("0");
    }
  });
});

test("an admin's password has 12 characters, changed or reset", async () => {
  const { uid, email } = await delegate();
  await run("UPDATE users SET admin = 1 WHERE uid = ?", uid);
  const program = await programAs(uid);
  await askForPassword(visitor(), email);
  const oobCode = await codeFor(email);
  const weak = `WEAK_PASSWORD : ${accountMessages.weakAdminPassword}`;
  await changingNothing(async () => {
    expectCode(await choosePassword(program, "mango trees"), weak);
    expectCode(await visitor().post(RESET, { oobCode, newPassword: "mango trees" }), weak);
  });
  const answer = await choosePassword(program, "mango trees!");
  expect(answer.status).toBe(200);
  const session = await row<{ created_at: number; expires_at: number }>(
    "SELECT * FROM sessions WHERE uid = ?",
    uid,
  );
  // A session of the staff that nobody uses lasts four hours.
  expect(session.expires_at - session.created_at).toBe(4 * 3_600_000);
});

test("of twenty who change one password at once, one succeeds; the rest are told or put off", async () => {
  const { uid, email } = await delegate();
  const programs = await Promise.all(Array.from({ length: 20 }, () => programAs(uid)));
  const answers = await Promise.all(
    programs.map((program, index) =>
      program.fetch(UPDATE, {
        body: JSON.stringify({ idToken: program.idToken, password: `${NEW_PASSWORD} ${index}` }),
      }),
    ),
  );
  const changed = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
  expect(changed).toHaveLength(1);
  for (const answer of answers) {
    if (answer.status === 200) continue;
    expect([400, 503]).toContain(answer.status);
    if (answer.status === 503) expect(await answer.text()).toBe(accountMessages.busy);
    else expect(await answer.text()).toMatch(/TOKEN_EXPIRED|TOO_MANY_ATTEMPTS/);
  }
  expect(await rows("SELECT id_hash FROM sessions WHERE uid = ?", uid)).toHaveLength(1);
  expect((await signIn(visitor(), email, `${NEW_PASSWORD} ${changed[0]}`)).status).toBe(200);
});

test("a password is changed five times in an hour at most", async () => {
  const { uid } = await delegate();
  let program = await programAs(uid);
  for (let count = 0; count < 5; count++) {
    program = holding(await choosePassword(program, `${NEW_PASSWORD} ${count}`));
  }
  const refused = await choosePassword(program);
  expectCode(refused, TOO_MANY);
  expect(hashes(refused)).toBe("0");
  expect((await program.refresh()).status).toBe(200);
});

/* ------------------------------------------------------------------ codes of mailed links */

test("a code is looked at without being used, and sets a password once", async () => {
  const { uid, email } = await delegate();
  const program = await programAs(uid);
  await askForPassword(visitor(), email);
  const oobCode = await codeFor(email);
  const told = { kind: "identitytoolkit#ResetPasswordResponse", email, requestType: "PASSWORD_RESET" };
  for (let count = 0; count < 2; count++) {
    const looked = await changingNothing(() => visitor().post(RESET, { oobCode }));
    expect([looked.status, looked.body]).toEqual([200, told]);
    expect(hashes(looked)).toBe("0");
  }
  const reset = await visitor().post(RESET, { oobCode, newPassword: NEW_PASSWORD });
  expect([reset.status, reset.body]).toEqual([200, told]);
  await changingNothing(async () => {
    expectCode(await program.refresh(), "TOKEN_EXPIRED");
    expectCode(await visitor().post(RESET, { oobCode }), "INVALID_OOB_CODE");
    expectCode(await visitor().post(RESET, { oobCode, newPassword: "another tree" }), "INVALID_OOB_CODE");
  });
  const signedIn = holding(await signIn(visitor(), email, NEW_PASSWORD));
  // The use of the code has shown that the mailbox belongs to the account.
  expect(claimsIn(signedIn.idToken!)).toMatchObject({ email_verified: true });
});

test("a code that has expired says so", async () => {
  const { uid, email } = await delegate();
  const program = await programAs(uid);
  await askForPassword(visitor(), email);
  const reset = await codeFor(email);
  await program.post(SEND_MAIL, { requestType: "VERIFY_EMAIL", idToken: program.idToken });
  const verify = await codeFor(email);
  await run("UPDATE tokens SET expires_at = ? WHERE uid = ?", Date.now(), uid);
  await changingNothing(async () => {
    expectCode(await visitor().post(RESET, { oobCode: reset }), "EXPIRED_OOB_CODE");
    expectCode(
      await visitor().post(RESET, { oobCode: reset, newPassword: NEW_PASSWORD }),
      "EXPIRED_OOB_CODE",
    );
    expectCode(await visitor().post(UPDATE, { oobCode: verify }), "EXPIRED_OOB_CODE");
    // A code from another kind of link is refused.
    expectCode(await visitor().post(UPDATE, { oobCode: reset }), "INVALID_OOB_CODE");
    expectCode(await visitor().post(RESET, { oobCode: verify }), "INVALID_OOB_CODE");
  });
});

test("the link that changeEmail answers is no code: it is for somebody signed in", async () => {
  const { uid, email } = await delegate();
  const program = await programAs(uid);
  const { body } = await program.call("changeEmail", { email: `to-${email}` });
  const oobCode = body.data.data.resetLink.split("/").at(-1);
  await changingNothing(async () => {
    expectCode(await visitor().post(RESET, { oobCode }), "INVALID_OOB_CODE");
    expectCode(await visitor().post(RESET, { oobCode, newPassword: NEW_PASSWORD }), "INVALID_OOB_CODE");
  });
});

test("a code confirms an address once, also one that was changed to", async () => {
  const { uid, email } = await delegate();
  const program = await programAs(uid);
  await program.post(SEND_MAIL, { requestType: "VERIFY_EMAIL", idToken: program.idToken });
  const oobCode = await codeFor(email);
  const confirmed = await visitor().post(UPDATE, { oobCode });
  const kind = "identitytoolkit#SetAccountInfoResponse";
  expect([confirmed.status, confirmed.body]).toEqual([200, { kind, email, emailVerified: true }]);
  const user = async () => (await program.post(LOOKUP, { idToken: program.idToken })).body.users[0];
  expect(await user()).toMatchObject({ email, emailVerified: true });
  expectCode(await changingNothing(() => visitor().post(UPDATE, { oobCode })), "INVALID_OOB_CODE");

  const address = `to-${email}`;
  await program.call("changeEmail", { email: address });
  const toConfirm = await codeFor(address);
  // Somebody else has confirmed the same address first.
  const { uid: first } = await delegate();
  const take = "UPDATE users SET email = ?1, email_key = ?1, email_verified_at = 1 WHERE uid = ?2";
  await run(take, address, first);
  expectCode(await changingNothing(() => visitor().post(UPDATE, { oobCode: toConfirm })), "EMAIL_EXISTS");
  await run(take, `x-${address}`, first);
  expect((await visitor().post(UPDATE, { oobCode: toConfirm })).body).toEqual({
    kind,
    email: address,
    emailVerified: true,
  });
  expect(await user()).toMatchObject({ email: address, emailVerified: true });
});

test("a code confirms nothing for a disabled account", async () => {
  const { uid, email } = await delegate();
  const program = await programAs(uid);
  await program.post(SEND_MAIL, { requestType: "VERIFY_EMAIL", idToken: program.idToken });
  const oobCode = await codeFor(email);
  await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", uid);
  expectCode(await changingNothing(() => visitor().post(UPDATE, { oobCode })), "INVALID_OOB_CODE");
});

/* ------------------------------------------------------------------ faults */

test("a fault of ours reads as a lost connection, so that nobody is signed out by it", async () => {
  const program = await programAs(demoUid("new"));
  const DB = {
    prepare: () => {
      throw new Error("no database at 10.0.0.1");
    },
  };
  program.send = (request) => answerWith({ DB }, request);
  for (const [path, body] of [
    [SIGN_UP, { ...ACCOUNT, email: "fault@example.org" }],
    [SIGN_IN, ACCOUNT],
    [LOOKUP, { idToken: program.idToken }],
    [SEND_MAIL, { requestType: "PASSWORD_RESET", email: ACCOUNT.email }],
    [SEND_MAIL, { requestType: "VERIFY_EMAIL", idToken: program.idToken }],
    [UPDATE, { idToken: program.idToken, password: "mango tree" }],
    [UPDATE, { oobCode: "x" }],
    [RESET, { oobCode: "x" }],
    [DELETE, { idToken: program.idToken }],
    [REFRESH, null],
  ] as const) {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const sent = body
      ? { body: JSON.stringify(body) }
      : {
          headers: { "Content-Type": FORM },
          body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: program.refreshToken }),
        };
    const answer = await program.fetch(path, sent);
    expect([answer.status, answer.headers.get("Content-Type")], path).toEqual([503, "text/plain"]);
    expect(await answer.text()).toBe(messages.serverFault);
    expect(log).toHaveBeenCalledOnce();
    expect(log.mock.calls.join()).not.toMatch(/fault@|new@|conference-2023/);
    log.mockRestore();
  }
});
