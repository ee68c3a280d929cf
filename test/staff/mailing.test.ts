import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { demoUid } from "#db/seed/demo.ts";
import { insertMail } from "~/mail/outbox.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { AUDIENCE_IDS, type Audience } from "~/staff/audiences.ts";
import { staffMessages } from "~/staff/messages.ts";
import { addressNone } from "~/values/email-addresses.ts";
import { messages } from "~/values/messages.ts";
import { applicants } from "../support/applicants.ts";
import { type Browser, type Page, signedIn } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { delegate } from "../support/people.ts";
import { colleague } from "../support/staff.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";
import { answerWith, keepHouse } from "../support/worker.ts";

beforeEach(async () => {
  await stopClockAt("2022-12-17T15:00:00Z");
  await run("DELETE FROM outbox");
  await run("DELETE FROM mailings");
});

afterEach(async () => {
  vi.restoreAllMocks();
  await restoreClock();
});

const TEXT = {
  subject: "About the {conference}",
  body: "Dear {firstName} ({fullName}),\n\n{firstName}: {link}",
};

const compose = async (director: Browser, audience: string, text: Partial<typeof TEXT> = {}) =>
  (await director.open("/admin/mail")).press("Show who it goes to", { ...TEXT, audience, ...text });

const send = (preview: Page) =>
  preview.press(preview.forms.flatMap(({ buttons }) => buttons).find(({ value }) => value === "send")!.text);

test("the group of the staff has everybody with the admin claim, also a director without a staff record", async () => {
  const { email } = await colleague(null);
  expect(await groupOf(await signedIn("director"), "staff")).toContain(email.replace("@hpair.example", ""));
  await run("DELETE FROM outbox");
  await run("UPDATE users SET admin = 0 WHERE email = ?", email);
});

/** The demo accounts that belong to this group of recipients. */
async function groupOf(director: Browser, audience: Audience): Promise<string[]> {
  await run("DELETE FROM outbox");
  const preview = await compose(director, audience);
  if (preview.status === 400) {
    expect(preview.text).toContain(staffMessages.mailing.nobody);
    return [];
  }
  expect((await send(preview)).status).toBe(302);
  const sent = await rows<{ recipient: string }>("SELECT recipient FROM outbox ORDER BY recipient");
  return sent.map(({ recipient }) => recipient.replace("@hpair.example", ""));
}

test("each group is who it says, and of decisions only what may be seen counts", async () => {
  const director = await signedIn("director");
  const groups: Record<string, string[]> = {};
  for (const audience of AUDIENCE_IDS) groups[audience] = await groupOf(director, audience);
  expect(groups["draft"]).toContain("draft");
  expect(groups["draft"]).not.toContain("submitted");
  expect(groups["undecided"]).toEqual(expect.arrayContaining(["submitted", "unreleased"]));
  expect(groups["undecided"]).not.toContain("accepted");
  expect(groups["waiver"]).toEqual(["accepted"]);
  expect(groups["acceptedUnpaid"]).toEqual(["accepted", "regular", "signed"]);
  expect(groups["deferredUnpaid"]).toEqual(["deferred"]);
  expect(groups["registered"]).toEqual(
    ["gold", "goldplus", "subscriber"].filter((who) => groups["registered"]!.includes(who)),
  );
  expect(groups["goldPlus"]).toContain("goldplus");
  expect(groups["gold"]).toContain("gold");
  expect(groups["gold"]).not.toContain("goldplus");
  expect(groups["staff"]).toEqual(["content", "decisions", "director", "door", "reviewer", "treasurer"]);
});

test("a preview shows how many and how the first reads it, and queues nothing", async () => {
  const director = await signedIn("director");
  const preview = await changingNothing(() => compose(director, "deferredUnpaid"));
  expect(preview.text).toContain("This goes to 1 person");
  expect(preview.text).toContain("To deferred@hpair.example");
  expect(preview.text).toContain("About the Asia Conference 2023");
  expect(preview.html).not.toContain("Dear {firstName}</p>");
  const edited = await changingNothing(() => preview.press("Change it"));
  expect(edited.form("Show who it goes to").fields).toEqual(
    expect.arrayContaining([
      ["audience", "deferredUnpaid"],
      ["body", TEXT.body],
    ]),
  );
});

test("what is sent is what was shown, to each by name, once however often it is clicked", async () => {
  const director = await signedIn("director");
  const people = await applicants("mailed", 3);
  await run(
    `UPDATE answers SET answers = '{"firstName":"{link}","lastName":"O''Hara \\"x\\""}' WHERE uid = ?`,
    people[0]!.uid,
  );
  await run("UPDATE answers SET answers = '{}' WHERE uid = ?", people[1]!.uid);
  await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", people[2]!.uid);
  const preview = await compose(director, "undecided");
  const answers = await Promise.all([send(preview), send(preview), send(preview)]);
  expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
  expect((await send(preview)).status).toBe(302);
  const bodies = await rows<{ recipient: string; subject: string; body: string }>(
    "SELECT recipient, subject, body FROM outbox WHERE recipient LIKE 'mailed-%' ORDER BY recipient",
  );
  expect(bodies).toEqual([
    {
      recipient: people[0]!.email,
      subject: "About the Asia Conference 2023",
      body: 'Dear {link} ({link} O\'Hara "x"),\n\n{link}: http://portal.test/',
    },
    {
      recipient: people[1]!.email,
      subject: "About the Asia Conference 2023",
      body: "Dear delegate (delegate),\n\ndelegate: http://portal.test/",
    },
  ]);
  const mailing = await row<{ id: string; recipients: number; sent_by: string }>("SELECT * FROM mailings");
  expect(mailing.sent_by).toBe(demoUid("director"));
  expect(await row("SELECT count(*) AS n FROM outbox WHERE event_key LIKE 'mailing/%'")).toEqual({
    n: mailing.recipients,
  });
  expect(await rows("SELECT action, detail FROM audit WHERE object = ?", `mailings/${mailing.id}`)).toEqual([
    { action: "sendMailing", detail: `{"audience":"undecided","recipients":${mailing.recipients}}` },
  ]);
  const waiting = await director.open("/admin/mail");
  expect(waiting.text).toContain(`${mailing.recipients} waiting`);
  await keepHouse();
  const left = await director.open("/admin/mail");
  expect(left.text).not.toContain("waiting");
});

test("the recipients must be the people who were counted", async () => {
  const director = await signedIn("director");
  const preview = await compose(director, "undecided");
  const { email } = await delegate({ submittedAt: "2022-11-11T18:05:00Z" });
  const moved = await changingNothing(() => send(preview));
  expect(moved.status).toBe(409);
  expect(moved.text).toContain(staffMessages.mailing.moved);
  expect((await send(moved)).status).toBe(302);
  expect(await rows("SELECT 1 FROM outbox WHERE recipient = ?", email)).toHaveLength(1);
});

test("an account without an address is not counted, and no mail to it becomes due", async () => {
  const director = await signedIn("director");
  const { uid } = await delegate({ submittedAt: "2022-11-11T18:05:00Z" });
  const numberIn = (page: Page) => /This goes to (\d+) (?:person|people)/.exec(page.text)![1];
  const before = Number(numberIn(await compose(director, "undecided")));
  await run("UPDATE users SET email = ?1, email_key = ?1 WHERE uid = ?2", addressNone(uid), uid);
  const preview = await compose(director, "undecided");
  expect(Number(numberIn(preview))).toBe(before - 1);
  expect(preview.text).toContain(staffMessages.mailing.leftOut);
  expect((await send(preview)).status).toBe(302);
  expect(await rows("SELECT 1 FROM outbox WHERE recipient = ?", addressNone(uid))).toEqual([]);
  await insertMail(
    connect(env.DB, newMeter()),
    {
      ...{ kind: "news", id: newId(), eventKey: newId(), recipient: addressNone(uid), subject: "", body: "" },
      ...{ createdAt: 1, failures: 0, dueAt: 1 },
    },
    sql``,
  );
  expect(await rows("SELECT due_at FROM outbox WHERE recipient = ?", addressNone(uid))).toEqual([
    { due_at: null },
  ]);
});

test("a second press sends nothing again, although the group has changed since the first one", async () => {
  const preview = await compose(await signedIn("director"), "undecided");
  expect((await send(preview)).status).toBe(302);
  await delegate({ submittedAt: "2022-11-11T18:05:00Z" });
  expect((await changingNothing(() => send(preview))).status).toBe(302);
});

test("a mail that cannot be filled in is refused with what was typed", async () => {
  const director = await signedIn("director");
  await changingNothing(async () => {
    const wrong: [Record<string, string>, string][] = [
      [{ body: "Dear {name}" }, staffMessages.mailing.unknownPlaceholder("name")],
      [{ subject: " " }, messages.required],
      [{ body: "{firstName}".repeat(31) }, staffMessages.mailing.tooManyPlaceholders(30)],
      [{ audience: "everybody" }, messages.notAnOption],
    ];
    for (const [typed, sentence] of wrong) {
      const page = await (await director.open("/admin/mail")).press("Show who it goes to", {
        ...TEXT,
        audience: "draft",
        ...typed,
      });
      expect(page.status).toBe(400);
      expect(page.text).toContain(sentence);
      if (typed["body"])
        expect(page.form("Show who it goes to").fields).toContainEqual(["body", typed["body"]]);
    }
  });
});

test("30 placeholders of each reader and 10,000 readers fit what D1 takes", {
  timeout: 120_000,
}, async () => {
  const director = await signedIn("director");
  await applicants("crowd", 10_000);
  const preview = await compose(director, "undecided", {
    body: "{firstName} {fullName} {link}\n".repeat(10),
  });
  const most = { parameters: 0, statements: 0 };
  const DB = {
    prepare: (query: string) => {
      const statement = env.DB.prepare(query);
      const bind = statement.bind.bind(statement);
      statement.bind = (...values: unknown[]) => {
        most.parameters = Math.max(most.parameters, values.length);
        return bind(...values);
      };
      return statement;
    },
    batch(statements: D1PreparedStatement[]) {
      most.statements = Math.max(most.statements, statements.length);
      return env.DB.batch(statements);
    },
  };
  director.send = (request) => answerWith({ DB }, request);
  expect((await send(preview)).status).toBe(302);
  expect(most.parameters).toBeLessThanOrEqual(100);
  expect(most.statements).toBeLessThanOrEqual(20);
  const { n } = await row<{ n: number }>("SELECT count(*) AS n FROM outbox WHERE recipient LIKE 'crowd-%'");
  expect(n).toBe(10_000);
});
