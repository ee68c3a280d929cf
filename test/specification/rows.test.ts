import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { BILLS } from "../support/bills.ts";
import { delegate } from "../support/people.ts";
import { row, rows, run } from "../support/storage.ts";

// The entities of the specification in the tables (section 3). The tests look at the rows of the demo, and at what the
// tables take and refuse.

const CONFERENCE = "aconf_2023";
const columnsOf = async (table: string) =>
  (await rows<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)).map(({ name }) => name);
const iso = (instant: number) => new Date(instant).toISOString();

/* ------------------------------------------------------------------ the conferences */

test("a conference has an id, a city, a year, a title and a place on earth [102, 103]", async () => {
  const found = (id: string) =>
    row("SELECT id, location, year, title, lat, lng FROM conferences WHERE id = ?", id);
  expect(await found("aconf_2023")).toEqual({
    id: "aconf_2023",
    location: "HONG KONG",
    year: 2023,
    title: "Architects of Asia: Building Tomorrow",
    lat: expect.closeTo(22.3, 1),
    lng: expect.closeTo(114.2, 1),
  });
  expect(await found("hconf_2023")).toEqual({
    id: "hconf_2023",
    location: "HARVARD",
    year: 2023,
    title: null,
    lat: expect.closeTo(42.4, 1),
    lng: expect.closeTo(-71.1, 1),
  });
  type Place = { id: string; location: string; year: number; lat: number; lng: number };
  const all = await rows<Place>("SELECT * FROM conferences");
  expect(all).toHaveLength(49);
  for (const { id, location, year, lat, lng } of all) {
    expect(id).toMatch(new RegExp(`^[ah]conf_${year}(_\\w+)?$`));
    expect(location, id).toMatch(/^\p{Lu}[^\p{Ll}]*$/u);
    expect(Math.abs(lat), id).toBeLessThanOrEqual(90);
    expect(Math.abs(lng), id).toBeLessThanOrEqual(180);
    // A place at 0, 0 is a place that nobody has looked up.
    expect(Math.abs(lat) + Math.abs(lng), id).toBeGreaterThan(1);
  }
});

test("the conferences are of 1992 to 2023, one or two a year [104, 105]", async () => {
  const years = await rows<{ year: number; held: number }>(
    "SELECT year, count(*) AS held FROM conferences GROUP BY year ORDER BY year",
  );
  expect(years.map(({ year }) => year)).toEqual(Array.from({ length: 32 }, (_, index) => 1992 + index));
  expect(years.filter(({ held }) => held !== 1 && held !== 2)).toEqual([]);
});

/* ------------------------------------------------------------------ what is sold, and when */

test("a ticket has an id, a title and a cost for each round [108]", async () => {
  const costs = await rows(
    `SELECT tickets.id, tickets.title, rounds.id AS round, prices.cents FROM tickets
      JOIN rounds ON rounds.conference_id = tickets.conference_id
      JOIN prices ON prices.conference_id = tickets.conference_id AND ticket_id = tickets.id AND round_id = rounds.id
      WHERE tickets.conference_id = ? ORDER BY tickets.position, rounds.position`,
    CONFERENCE,
  );
  const [inPerson, virtual] = ["Harvard Conference ticket", "Virtual Summit ticket"];
  expect(costs).toEqual([
    { id: "goldPlus", title: inPerson, round: "early", cents: 49_500 },
    { id: "goldPlus", title: inPerson, round: "regular", cents: 55_000 },
    { id: "goldPlus", title: inPerson, round: "bonus", cents: 55_000 },
    { id: "gold", title: virtual, round: "early", cents: 15_000 },
    { id: "gold", title: virtual, round: "regular", cents: 15_000 },
    { id: "gold", title: virtual, round: "bonus", cents: 15_000 },
  ]);
});

test("a round has an id, a title, a deadline and the release of its decisions; early, regular, bonus are their order [109, 135]", async () => {
  const found = await rows<{ id: string; title: string; deadline: number; decision_release: number }>(
    "SELECT * FROM rounds WHERE conference_id = ? ORDER BY position",
    CONFERENCE,
  );
  expect(
    found.map(({ id, title, deadline, decision_release }) => [
      id,
      title,
      iso(deadline),
      iso(decision_release),
    ]),
  ).toEqual([
    ["early", "Early applications", "2023-05-02T03:59:00.000Z", "2022-11-30T18:00:00.000Z"],
    ["regular", "Regular applications", "2023-06-02T03:59:00.000Z", "2022-12-16T18:00:00.000Z"],
    ["bonus", "Bonus applications", "2022-12-06T04:59:00.000Z", "2022-12-16T18:00:00.000Z"],
  ]);
});

test("an add-on has an id, a title, a cost, and perhaps a description and variants; it may be disabled [110]", async () => {
  type AddOn = {
    id: string;
    title: string;
    description: string | null;
    cents: number;
    variants: string | null;
  };
  const found = await rows<AddOn & { disabled: number }>(
    "SELECT * FROM add_ons WHERE conference_id = ? ORDER BY position",
    CONFERENCE,
  );
  expect(
    found.map(({ id, title, cents, disabled, variants }) => [id, title, cents, disabled, variants]),
  ).toEqual([
    ["h2023virtual", "Virtual summit", 0, 0, null],
    ["h2023execsem", "Executive seminars", 7_500, 0, null],
    ["h2023mug", "Mug", 2_500, 0, null],
    ["h2023hatwhite", "Hat (white)", 3_000, 0, null],
    ["h2023hatblack", "Hat (black)", 3_000, 0, null],
    ["h2023shirtblack", "Unisex black shirt", 3_000, 0, '["S","M","L","XL"]'],
  ]);
  // Where an add-on is sold, the page shows its description beside its title. If the add-on has no description, the
  // page shows none.
  const { browser } = await delegate({
    submittedAt: "2022-11-11T18:05:00Z",
    decision: "Accepted",
    waiver: true,
  });
  const mug = found.find(({ id }) => id === "h2023mug")!;
  expect((await browser.open("/register")).text).toContain(mug.description);
  await run("UPDATE add_ons SET description = NULL WHERE id = 'h2023mug'");
  const without = await browser.open("/register");
  await run("UPDATE add_ons SET description = ? WHERE id = 'h2023mug'", mug.description);
  expect([without.status, without.text.includes(mug.description!)]).toEqual([200, false]);
});

/* ------------------------------------------------------------------ the form */

test("a question has an id, a text, when it is required, what it depends on, a kind and perhaps a mask [132]", async () => {
  const asked = (id: string) =>
    row(
      "SELECT id, text, required, depends_on, kind, mask FROM questions WHERE conference_id = ? AND id = ?",
      CONFERENCE,
      id,
    );
  expect(await asked("otherLevel")).toEqual({
    id: "otherLevel",
    text: "Which other level?",
    required: '"always"',
    depends_on: '{"field":"level","values":["Other"]}',
    kind: "short text",
    mask: null,
  });
  expect(await asked("graduationYear")).toMatchObject({ kind: "short text", mask: "0000", depends_on: null });
  expect(await asked("resume")).toMatchObject({ kind: "document upload", required: '"always"' });
});

test("a question is of one of the kinds there are [132]", async () => {
  const add = (kind: string) =>
    run(
      `INSERT INTO questions (conference_id, id, section_id, position, text, kind, required, max_length)
        VALUES (?, 'extra', 'essays', 99, 'And?', ?, '"never"', 10)`,
      CONFERENCE,
      kind,
    );
  for (const kind of ["short text", "number", "country", "long text", "document upload"]) {
    await add(kind);
    await run("DELETE FROM questions WHERE id = 'extra'");
  }
  await expect(add("file")).rejects.toThrow("questions_kind");
});

test("resume is no matter of a scholarship, budget and financial statement are [119]", async () => {
  expect(
    await rows(
      "SELECT id, scholarship_related FROM questions WHERE conference_id = ? AND kind = 'document upload' ORDER BY id",
      CONFERENCE,
    ),
  ).toEqual([
    { id: "budget_document", scholarship_related: 1 },
    { id: "financial_statement", scholarship_related: 1 },
    { id: "resume", scholarship_related: 0 },
  ]);
});

/* ------------------------------------------------------------------ what people leave */

test("an application has the three names, when it was submitted, and when the waiver was accepted [120]", async () => {
  const uid = demoUid("signed");
  const { submitted_at: submittedAt } = await row<{ submitted_at: number }>(
    "SELECT submitted_at FROM applications WHERE conference_id = ? AND uid = ?",
    CONFERENCE,
    uid,
  );
  expect(iso(submittedAt)).toMatch(/^2022-1\d-\d\dT/);
  const { answers } = await row<{ answers: string }>(
    "SELECT answers FROM answers WHERE uid = ? AND section_id = 'about'",
    uid,
  );
  expect(JSON.parse(answers)).toMatchObject({ firstName: "Kwame", middleName: "Kofi", lastName: "Mensah" });
  const accepted = await row<{ full_name: string; accepted_at: number }>(
    "SELECT * FROM acceptances WHERE uid = ?",
    uid,
  );
  expect(accepted.full_name).toBe("Kwame Kofi Mensah");
  expect(accepted.accepted_at).toBeGreaterThan(submittedAt);
});

test("a notification has an id, a message and one of three severities [123]", async () => {
  const found = await rows<{ id: string; message: string; severity: string }>("SELECT * FROM notifications");
  expect([...new Set(found.map(({ severity }) => severity))].sort()).toEqual([
    "CRITICAL",
    "IMPORTANT",
    "INFO",
  ]);
  for (const { id, message } of found)
    expect([id, message]).toEqual([expect.stringMatching(/^[a-z2-7]{20}$/), expect.stringMatching(/\S/)]);
  const add = (severity: string) =>
    run(
      "INSERT INTO notifications (id, message, severity, show_from, created_at) VALUES (?1, 'x', ?1, 9e15, 0)",
      severity,
    );
  for (const severity of ["info", "WARNING", ""])
    await expect(add(severity)).rejects.toThrow("notifications_severity");
});

test("a user has a subscription's id while they are subscribed [122]", async () => {
  const held = (account: string) =>
    row("SELECT hpair_plus_subscription_id AS id FROM users WHERE uid = ?", demoUid(account));
  expect(await held("subscriber")).toEqual({ id: "SIM-SUB-1" });
  expect(await held("goldplus")).toEqual({ id: null });
});

test("a decision is Accepted, Deferred to virtual, Waitlisted or Rejected [124]", async () => {
  const { uid } = await delegate({ submittedAt: "2022-11-05T16:20:00Z" });
  const decide = (decision: string) =>
    run(
      "INSERT OR REPLACE INTO decisions (conference_id, uid, decision, set_at) VALUES (?, ?, ?, 0)",
      CONFERENCE,
      uid,
      decision,
    );
  for (const decision of ["Accepted", "Deferred to virtual", "Waitlisted", "Rejected"])
    await decide(decision);
  for (const decision of ["accepted", "Deferred", "Admitted", ""])
    await expect(decide(decision), decision).rejects.toThrow("decisions_decision");
});

test("a payment has a type of pass, the ids of its add-ons and who paid [125]", async () => {
  const paid = await rows<{ pass_type: string; add_ons: string; delegate_uid: string }>(
    `SELECT * FROM ${BILLS} WHERE state = 'captured' AND conference_id = ? ORDER BY pass_type`,
    CONFERENCE,
  );
  expect(
    paid.map(({ pass_type, add_ons, delegate_uid }) => [
      pass_type,
      Object.keys(JSON.parse(add_ons)),
      delegate_uid,
    ]),
  ).toEqual([
    ["gold", [], demoUid("gold")],
    ["goldPlus", ["h2023virtual", "h2023execsem", "h2023shirtblack"], demoUid("goldplus")],
  ]);
});

test("a comment names the member of the staff to whom it belongs [126]", async () => {
  expect(await rows("SELECT DISTINCT staff_uid FROM comments")).toEqual([{ staff_uid: demoUid("director") }]);
});

/* ------------------------------------------------------------------ where it is stored */

test("what is of a conference is kept under its id [133]", async () => {
  for (const table of ["applications", "comments", "programme_sessions", "payments", "rounds"])
    expect(await columnsOf(table), table).toContain("conference_id");
  for (const table of ["users", "profiles", "recordings", "notifications", "speakers"])
    expect(await columnsOf(table), table).not.toContain("conference_id");
  expect(await row("SELECT value FROM settings WHERE key = 'currentConference'")).toEqual({
    value: CONFERENCE,
  });
});

test("documents lie in the folder of conference, applications, person and question [130]", async () => {
  const stored = await rows<{ object_key: string; uid: string; question_id: string; conference_id: string }>(
    "SELECT * FROM documents",
  );
  expect(stored.length).toBeGreaterThan(3);
  for (const { object_key: key, uid, question_id, conference_id } of stored) {
    expect(key.replace(`${conference_id}/applications/${uid}/${question_id}/`, "")).toMatch(/^[a-z2-7]{20}$/);
    expect(await env.FILES.head(key)).not.toBeNull();
  }
});

test("pictures of speakers and videos are png files in a folder of their own under assets [131, 257]", async () => {
  const pictures = await rows<{ kind: string; id: string; key: string }>(
    `SELECT 'speakers' AS kind, id, profile_key AS key FROM speakers WHERE profile_key IS NOT NULL
      UNION ALL SELECT 'speakers', id, background_key FROM speakers WHERE background_key IS NOT NULL
      UNION ALL SELECT 'videos', id, thumbnail_key FROM recordings WHERE thumbnail_key IS NOT NULL`,
  );
  expect(new Set(pictures.map(({ kind, key }) => `${kind} ${/(\w+)-\w+\.png$/.exec(key)?.[1]}`))).toEqual(
    new Set(["speakers profile", "speakers background", "videos thumbnail"]),
  );
  for (const { kind, id, key } of pictures) {
    expect(key).toMatch(new RegExp(`^assets/${kind}/${id}/\\w+-[0-9a-f]{16}\\.png$`));
    const file = (await env.FILES.get(key))!;
    expect(file.httpMetadata?.contentType).toBe("image/png");
    const begin = new Uint8Array(await file.arrayBuffer()).subarray(0, 8);
    expect(Array.from(begin)).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  }
});
