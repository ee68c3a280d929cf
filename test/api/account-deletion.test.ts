import { env } from "cloudflare:workers";
import { getTableColumns, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterEach, expect, test, vi } from "vitest";
import { GOES_ALONG, NEEDED_BY } from "~/api/account-deletion.server.ts";
import { apiMessages } from "~/api/messages.ts";
import { upload } from "../support/applying.ts";
import { paymentStatements } from "../support/bills.ts";
import { CARD } from "../support/money-state.ts";
import { overtake } from "../support/overtake.ts";
import { CONFERENCE, delegate, PASSWORD } from "../support/people.ts";
import { DELETE, type Program, programAs, SEND_MAIL, SIGN_IN, UPDATE } from "../support/programs.ts";
import { schema } from "../support/schema.ts";
import { changingNothing, everything, files, row, rows, run, runAll } from "../support/storage.ts";

afterEach(() => vi.restoreAllMocks());

const remove = (program: Program) => program.post(DELETE, { idToken: program.idToken });
const DONE = { kind: "identitytoolkit#DeleteAccountResponse" };
const KEPT = `OPERATION_NOT_ALLOWED : ${apiMessages.accountKept}`;

let notifications = 0;
let sessions = 0;

const PDF = new TextEncoder().encode("%PDF-1.4\n1 0 obj <<>> endobj\n%%EOF\n");

/**
 * An account with a draft application, and with rows in most of the tables that are deleted with an account. It has no
 * rows that must be kept.
 */
async function accountWithDraft() {
  const person = await delegate();
  const { uid, email, browser } = person;
  const program = await programAs(uid);
  const notification = `notification-${++notifications}`;
  await run("INSERT INTO applications (conference_id, uid, created_at) VALUES (?, ?, 0)", CONFERENCE, uid);
  await run(
    "INSERT INTO answers (conference_id, uid, section_id, version, answers, saved_at) VALUES (?, ?, 'about', 1, '{}', 0)",
    CONFERENCE,
    uid,
  );
  await run("INSERT INTO detail_changes VALUES (?, ?, 1, '{}', 0, 0)", CONFERENCE, uid);
  await run("INSERT INTO search_words (conference_id, word, uid) VALUES (?, 'mei', ?)", CONFERENCE, uid);
  await run(
    `INSERT INTO payer_requests (id, conference_id, uid, pass_type, add_ons, email, email_key, created_at)
      VALUES (?, ?, ?, 'gold', '{}', 'a@example.org', 'a@example.org', 0)`,
    ...[uid.slice(0, 20), CONFERENCE, uid],
  );
  const question = await row<{ id: string }>(
    "SELECT id FROM questions WHERE conference_id = ? AND kind = 'document upload' ORDER BY position LIMIT 1",
    CONFERENCE,
  );
  const objectKey = `${CONFERENCE}/applications/${uid}/${question.id}/file`;
  await env.FILES.put(objectKey, PDF);
  await run(
    `INSERT INTO documents (id, conference_id, uid, question_id, file_name, content_type, size, sha256, object_key, uploaded_at)
     VALUES (?, ?, ?, ?, 'cv.pdf', 'application/pdf', 30, 'x', ?, 0)`,
    `document-${uid}`,
    CONFERENCE,
    uid,
    question.id,
    objectKey,
  );
  await run(
    "INSERT INTO calendar_feeds (hash, conference_id, uid, created_at) VALUES (?, ?, ?, 0)",
    `feed-${uid}`,
    CONFERENCE,
    uid,
  );
  await run(
    "INSERT INTO watching (uid, recording_id, seconds, watched_at) SELECT ?, id, 1, 0 FROM recordings LIMIT 1",
    uid,
  );
  await run(
    "INSERT INTO notifications (id, message, severity, show_from, created_at) VALUES (?, 'x', 'INFO', 0, 0)",
    notification,
  );
  await run(
    "INSERT INTO seen_notifications (uid, notification_id, seen_at) VALUES (?, ?, 0)",
    uid,
    notification,
  );
  await run("INSERT INTO notification_readers (notification_id, uid) VALUES (?, ?)", notification, uid);
  await program.post(SEND_MAIL, { requestType: "VERIFY_EMAIL", idToken: program.idToken });
  await program.post(SEND_MAIL, { requestType: "PASSWORD_RESET", email });
  return { ...person, browser, program, objectKey };
}

async function sessionWithOnePlace(): Promise<string> {
  const id = `session-${++sessions}`;
  await run(
    `INSERT INTO programme_sessions (id, conference_id, title, description, day, starts_at, ends_at, speakers, capacity, version, changed_at)
     VALUES (?, ?, 'Tea', '', '2023-01-20', 4102444800000, 4102448400000, '[]', 1, 1, 0)`,
    id,
    CONFERENCE,
  );
  return id;
}

const naming = (uid: string, email: string) => (stored: Record<string, unknown[]>) =>
  Object.fromEntries(
    Object.entries(stored).map(([table, contents]) => [
      table,
      contents.filter((entry) => {
        const text = JSON.stringify(entry);
        return text.includes(uid) || text.includes(email);
      }),
    ]),
  );

test("an account with nothing that is kept goes with everything that is theirs, and nothing else changes", async () => {
  const { uid, email, program, browser } = await accountWithDraft();
  await run("INSERT INTO factors (uid, secret, last_step, created_at) VALUES (?, 'sealed', 0, 0)", uid);
  await run("INSERT INTO passkeys VALUES ('passkey', ?, 'key', 0, 'A phone', 0)", uid);
  await run("INSERT INTO recovery_codes (hash, uid) VALUES ('hash', ?)", uid);
  await run(
    "INSERT INTO factor_resets (uid, asked_by, asked_at) SELECT ?, uid, 0 FROM users WHERE admin = 1 LIMIT 1",
    uid,
  );
  await run(
    "INSERT INTO unreachable_addresses (email_key, uid, because, said, at) VALUES ('earlier@example.org', ?, 'bounced', '', 0)",
    uid,
  );
  await run(
    "INSERT INTO labels (conference_id, id, title, created_at) VALUES (?, 'band', 'Band 7', 0)",
    CONFERENCE,
  );
  await run(
    "INSERT INTO application_labels (conference_id, uid, label_id, labelled_by, labelled_at) VALUES (?, ?, 'band', 'nobody', 0)",
    CONFERENCE,
    uid,
  );
  await run("INSERT INTO unsubscribed_addresses (email_key, at) VALUES (?, 0)", email);
  const session = await sessionWithOnePlace();
  const { uid: next, email: nextEmail } = await delegate();
  await run(
    "INSERT INTO session_entries VALUES ('missed', ?, ?, ?, 1, 'missed', NULL, 0)",
    ...[CONFERENCE, session, uid],
  );
  for (const [who, state, at] of [
    [uid, "held", 1],
    [next, "waiting", 2],
  ] as const) {
    await run(
      "INSERT INTO places (session_id, uid, conference_id, state, chosen_at) VALUES (?, ?, ?, ?, ?)",
      session,
      who,
      CONFERENCE,
      state,
      at,
    );
  }
  // Two things do not belong to this account: an invitation to its address, and the request of another account to
  // change to this address.
  await run(
    `INSERT INTO outbox (id, event_key, recipient, subject, body, link, created_at, failures)
     VALUES (?1, ?1, ?2, 'Join', 'x', '{"purpose":"invitation","id":"x"}', 0, 0)`,
    `invitation-${uid}`,
    email,
  );
  const other = await delegate();
  const asking = await programAs(other.uid);
  expect((await asking.call("changeEmail", { email })).status).toBe(200);

  const before = await everything();
  const theirs = naming(uid, email);
  const named = Object.entries(theirs(before)).filter(([, found]) => found.length > 0);
  // The account must have rows in all of these tables. Otherwise the test could not show that the deletion reaches each
  // table.
  const tables = GOES_ALONG.map((table) => tableName(table));
  expect(named.map(([name]) => name)).toEqual(
    expect.arrayContaining([...tables, "users", "outbox", "files"]),
  );

  const answer = await remove(program);
  expect([answer.status, answer.body]).toEqual([200, DONE]);
  const after = await everything();
  expect(await files(`${CONFERENCE}/applications/${uid}/`)).toEqual([]);
  const left = Object.entries(theirs(after)).filter(([, found]) => found.length > 0);
  expect(Object.fromEntries(left)).toEqual({
    audit: [expect.objectContaining({ actor_uid: uid, action: "deleteAccount", object: `users/${uid}` })],
    outbox: [
      expect.objectContaining({ id: `invitation-${uid}` }),
      // The other account's two mails: one warns its old address, and one asks the new address to confirm the change.
      expect.objectContaining({ recipient: other.email }),
      expect.objectContaining({ recipient: email, subject: "Confirm your e-mail address" }),
    ],
    tokens: [expect.objectContaining({ uid: other.uid, purpose: "verify-email" })],
    // The reader of this mailbox wants no news, so the row stays even without an account.
    unsubscribed_addresses: [{ email_key: email, at: 0 }],
  });

  // Everything else is as before, except a place: somebody had waited for it, and now has it.
  for (const [name, contents] of Object.entries(after)) {
    if (["audit", "counters", "outbox", "places", "tallies", "unsubscribed_addresses"].includes(name))
      continue;
    const gone = name === "tokens" ? naming(uid, uid)(before)[name]! : theirs(before)[name]!;
    expect(contents, name).toEqual(before[name]!.filter((entry) => !gone.includes(entry)));
  }
  expect(await rows("SELECT uid, state FROM places WHERE session_id = ?", session)).toEqual([
    { uid: next, state: "held" },
  ]);
  expect(await rows("SELECT id FROM outbox WHERE recipient = ?", nextEmail)).toHaveLength(1);

  expect((await program.refresh()).status).toBe(400);
  expect((await browser.open("/change-email")).text).not.toContain(email);
});

const tableName = (table: SQLiteTable) =>
  Object.values(getTableColumns(table))[0]!.table[
    Symbol.for("drizzle:Name") as unknown as keyof SQLiteTable
  ] as unknown as string;

test("mails to an address that the account had before go too, unless somebody else has it by now", async () => {
  const { uid, program } = await accountWithDraft();
  const other = await delegate();
  const former = "former@example.org";
  const asked = "asked-for@example.org";
  for (const [purpose, address] of [
    ["revert-email", former],
    ["revert-email", other.email],
    ["verify-email", asked],
  ] as const)
    await run(
      `INSERT INTO tokens (hash, purpose, uid, email, expires_at, used_at, created_at)
        VALUES (?, ?, ?, ?, 0, NULL, 0)`,
      ...[`${purpose}-${address}`, purpose, uid, address],
    );
  const mails = [
    ["changed-former", former.toUpperCase(), null],
    ["receipt-former", former, other.uid],
    ["changed-other", other.email, null],
    ["changed-asked", asked, null],
  ] as const;
  for (const [id, recipient, about] of mails)
    await run(
      `INSERT INTO outbox (id, event_key, recipient, uid, subject, body, created_at, failures)
        VALUES (?1, ?1, ?2, ?3, 'x', 'x', 0, 0)`,
      ...[id, recipient, about],
    );
  expect((await remove(program)).status).toBe(200);
  expect(
    await rows("SELECT id FROM outbox WHERE id LIKE 'changed-%' OR id LIKE 'receipt-%' ORDER BY id"),
  ).toEqual([{ id: "changed-asked" }, { id: "changed-other" }, { id: "receipt-former" }]);
});

test("each column that names somebody either keeps their account or goes with it", () => {
  const known = new Set([
    ...NEEDED_BY,
    ...GOES_ALONG.map(({ uid }) => uid),
    // A trigger deletes the row in this table.
    schema.moneySince.uid,
    // The deletion has a separate condition for each of these columns.
    schema.users.uid,
    schema.audit.actorUid,
    schema.outbox.uid,
  ]);
  const naming = Object.values(schema)
    .filter((table) => is(table, SQLiteTable))
    .flatMap((table) => Object.values(getTableColumns(table)))
    // "pay_by" is a day, and "sorted_by" is the way in which a list is sorted.
    .filter(({ name }) => /(^|_)(uid|by)$/.test(name) && !["pay_by", "sorted_by"].includes(name));
  expect(naming.length).toBeGreaterThan(30);
  for (const column of naming) {
    expect(known.has(column), `${tableName(column.table as SQLiteTable)}.${column.name}`).toBe(true);
  }
});

const payment = (state: string) => (uid: string) =>
  runAll(
    paymentStatements({
      ...{ id: `${uid.slice(0, 13)}-pays-for`.slice(0, 20), uid, passType: "gold", amountCents: 100, state },
      transactionId: `transaction-${uid}`,
    }),
  );
const subscription = (state: string) => (uid: string) =>
  run(
    `INSERT INTO subscriptions (id, uid, title, amount_cents, interval_months, state, gateway, lease_until, created_at)
     VALUES (substr(?, 1, 20), ?, 'HPAIR+', 100, 1, ?, 'simulator', 0, 0)`,
    `${uid.slice(0, 13)}-subscribe`,
    uid,
    state,
  );

test.each<[string, (uid: string) => Promise<unknown>]>([
  ["a submitted application", (uid) => run("UPDATE applications SET submitted_at = 1 WHERE uid = ?", uid)],
  [
    "an application that staff opened again",
    (uid) => run("UPDATE applications SET reopened_from = 1 WHERE uid = ?", uid),
  ],
  ["a declined payment", payment("declined")],
  ["a payment that has just begun", payment("reserved")],
  ["a captured payment", payment("captured")],
  ["a subscription that has just begun", subscription("reserved")],
  ["a subscription that is over", subscription("ended")],
  [
    "the claim of a subscription",
    (uid) => run("UPDATE users SET hpair_plus_subscription_id = 'x' WHERE uid = ?", uid),
  ],
  ["the admin claim", (uid) => run("UPDATE users SET admin = 1 WHERE uid = ?", uid)],
  [
    "a staff record",
    (uid) => run("INSERT INTO staff (uid, abilities, created_at) VALUES (?, '[\"read\"]', 0)", uid),
  ],
  [
    "a review",
    (uid) =>
      run(
        `INSERT INTO reviews (conference_id, uid, staff_uid, scores, score, recommendation, version, created_at, saved_at)
         SELECT conference_id, uid, ?, '{}', 300, 'Accepted', 1, 0, 0 FROM applications WHERE submitted_at IS NOT NULL LIMIT 1`,
        uid,
      ),
  ],
  [
    "an act on somebody else",
    (uid) =>
      run(
        "INSERT INTO audit (id, at, actor_uid, action, object, detail) VALUES (?1, 0, ?1, 'openDocument', 'aconf_2023/somebody', '{}')",
        uid,
      ),
  ],
])("an account with %s stays as it is", async (_, keep) => {
  const { uid, program } = await accountWithDraft();
  await keep(uid);
  const refused = await changingNothing(() => remove(program));
  expect([refused.status, refused.body.error.message]).toEqual([400, KEPT]);
  expect((await program.refresh()).status).toBe(200);
});

test("acts on one's own account do not keep it", async () => {
  const { uid, email, program } = await accountWithDraft();
  await run(
    `INSERT INTO outbox (id, event_key, kind, uid, recipient, subject, body, created_at, failures)
      VALUES (?1, ?1, 'application', ?2, ?3, 'Received', 'x', 0, 0)`,
    ...[`before-${uid}`, uid, email],
  );
  expect((await program.call("changeEmail", { email: `to-${email}` })).status).toBe(200);
  expect((await remove(program)).body).toEqual(DONE);
  expect(await rows("SELECT id FROM outbox WHERE recipient IN (?, ?)", email, `to-${email}`)).toEqual([]);
  expect(await rows("SELECT uid FROM users WHERE uid = ?", uid)).toEqual([]);
});

test.each<[string, (uid: string) => Promise<unknown>, string]>([
  [
    "has its application submitted",
    (uid) => run("UPDATE applications SET submitted_at = 1 WHERE uid = ?", uid),
    KEPT,
  ],
  ["begins a payment", payment("reserved"), KEPT],
  ["is signed out everywhere", (uid) => run("DELETE FROM sessions WHERE uid = ?", uid), "TOKEN_EXPIRED"],
])("an account that %s at the last moment is not lost", async (_, act, message) => {
  const { uid, program, objectKey } = await accountWithDraft();
  const theirs = () => rows("SELECT * FROM applications WHERE uid = ?", uid);
  const overtaken = overtake(program, 'update "users"', () => act(uid));
  const refused = await remove(program);
  expect(overtaken()).toBe(true);
  expect([refused.status, refused.body.error.message]).toEqual([400, message]);
  expect(await theirs()).toHaveLength(1);
  expect(await rows("SELECT id FROM documents WHERE uid = ?", uid)).toHaveLength(1);
  expect(await env.FILES.head(objectKey)).not.toBeNull();
  expect(await rows("SELECT uid FROM users WHERE uid = ?", uid)).toHaveLength(1);
  expect(await rows("SELECT id FROM audit WHERE action = 'deleteAccount' AND actor_uid = ?", uid)).toEqual(
    [],
  );
});

type Leaving = Awaited<ReturnType<typeof accountWithDraft>> & { caller: Program };

test.each<[string, string, (person: Leaving) => Promise<{ status: number }>, expected: number]>([
  [
    "a draft",
    'insert into "answers"',
    ({ browser }) => browser.post("/application/about", { firstName: "Mei", version: "1" }),
    409,
  ],
  [
    "a document",
    'insert into "documents"',
    ({ browser }) => upload(browser, "resume", new File([PDF], "resume.pdf")),
    400,
  ],
  [
    "a place",
    'insert into "places"',
    async ({ browser }) => browser.post("/scheduling", { choose: await sessionWithOnePlace() }),
    409,
  ],
  [
    "the address of a calendar",
    'insert into "calendar_feeds"',
    ({ browser }) => browser.post("/scheduling/agenda", { calendar: "make" }),
    200,
  ],
  [
    "a notification that is dismissed",
    'insert into "seen_notifications"',
    async ({ browser }) => {
      const { id } = await row("SELECT id FROM notifications WHERE id LIKE 'notification-%' LIMIT 1");
      return browser.post(`/notifications/${id}/dismiss`, {});
    },
    302,
  ],
  [
    "how far a video was watched",
    'insert into "watching"',
    async ({ browser, uid }) => {
      const { id } = await row("SELECT id FROM recordings WHERE published_at > 0 LIMIT 1");
      await run("UPDATE users SET hpair_plus_subscription_id = 'x' WHERE uid = ?", uid);
      return browser.post(`/plus/video/${id}/progress`, { seconds: "5" });
    },
    204,
  ],
  [
    "logging in",
    'insert into "sessions"',
    ({ browser, email }) =>
      browser.post("/?index", { account: "sign-in", email, password: PASSWORD, redirectTo: "/" }),
    401,
  ],
  [
    "a program's logging in",
    'insert into "sessions"',
    ({ caller, email }) => caller.post(SIGN_IN, { email, password: PASSWORD, returnSecureToken: true }),
    400,
  ],
  [
    "a link to confirm the address",
    'insert into "tokens"',
    ({ caller }) => caller.post(SEND_MAIL, { requestType: "VERIFY_EMAIL", idToken: caller.idToken }),
    200,
  ],
  [
    "a link to choose a password",
    'insert into "tokens"',
    ({ caller, email }) => caller.post(SEND_MAIL, { requestType: "PASSWORD_RESET", email }),
    200,
  ],
  [
    "another address",
    'insert into "tokens"',
    ({ caller, email }) => caller.call("changeEmail", { email: `new-${email}` }),
    400,
  ],
  [
    "another password",
    'update "users"',
    ({ caller }) => caller.post(UPDATE, { idToken: caller.idToken, password: "plum orchard 5" }),
    400,
  ],
  [
    "a subscription",
    'insert into "subscriptions"',
    ({ browser }) => browser.post("/plus/subscribe", { ...CARD, intent: "subscribe", price: "49" }),
    409,
  ],
])("%s at the moment the account is deleted leaves nothing behind", async (_, statement, act, expected) => {
  const account = await accountWithDraft();
  const { uid, program, browser } = account;
  await run("UPDATE users SET email_verified_at = 1 WHERE uid = ?", uid);
  const caller = await programAs(uid);
  const person = { ...account, caller };
  let deleted: Awaited<ReturnType<typeof remove>> | undefined;
  const work = async () => {
    await run("UPDATE users SET hpair_plus_subscription_id = NULL WHERE uid = ?", uid);
    deleted = await remove(program);
  };
  const overtaken = [overtake(browser, statement, work), overtake(caller, statement, work)];
  const answer = await act(person);
  expect(overtaken.some((happened) => happened())).toBe(true);
  expect(deleted!.body).toEqual(DONE);
  expect(answer.status).toBe(expected);
  const left = naming(uid, uid)(await everything());
  expect(Object.keys(left).filter((name) => left[name]!.length > 0)).toEqual(["audit"]);
});

test("twenty deletions at once are one", async () => {
  const { uid } = await accountWithDraft();
  const programs = await Promise.all(Array.from({ length: 20 }, () => programAs(uid)));
  const answers = await Promise.all(programs.map(remove));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers) {
    if (status !== 200) expect(body.error.message).toBe("TOKEN_EXPIRED");
  }
  expect(
    await rows("SELECT id FROM audit WHERE action = 'deleteAccount' AND actor_uid = ?", uid),
  ).toHaveLength(1);
});
