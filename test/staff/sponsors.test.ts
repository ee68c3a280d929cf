import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { staffMessages } from "~/staff/messages.ts";
import { signedIn } from "../support/browser.ts";
import { CONFERENCE } from "../support/people.ts";
import { colleague } from "../support/staff.ts";
import { run } from "../support/storage.ts";
import { withoutMinute } from "../support/visitor.ts";

const PAGE = "/admin/sponsors";

/** Groups of people who submitted: number, country, institution, how many were accepted, and how many have a pass. */
const GROUPS: [number, string, string, number, number][] = [
  [20, "NP", "Tribhuvan University", 12, 6],
  [9, "PE", "Universidad de Lima", 5, 0],
  [4, "FJ", "University of the South Pacific", 0, 0],
  [3, "NP", "TRIBHUVAN  university", 3, 3],
];

beforeAll(async () => {
  await run("UPDATE applications SET submitted_at = NULL");
  await run("UPDATE rounds SET released_at = 1 WHERE conference_id = ? AND id = 'early'", CONFERENCE);
  let made = 0;
  for (const [people, country, institution, accepted, passes] of GROUPS) {
    for (let index = 0; index < people; index++) {
      const uid = `reached-${String(++made).padStart(4, "0")}`.padEnd(28, "0");
      const answer = (section: string, said: object) =>
        env.DB.prepare(
          "INSERT INTO answers (conference_id, uid, section_id, version, answers, saved_at) VALUES (?, ?, ?, 1, ?, 0)",
        ).bind(CONFERENCE, uid, section, JSON.stringify(said));
      await env.DB.batch([
        env.DB.prepare(
          "INSERT INTO users (uid, email, email_key, password_hash, created_at) VALUES (?1, ?2, ?2, '', 0)",
        ).bind(uid, `${uid}@x.example`),
        env.DB.prepare(
          "INSERT INTO applications (conference_id, uid, created_at, submitted_at) VALUES (?, ?, 0, 1)",
        ).bind(CONFERENCE, uid),
        answer("about", { nationality: country, firstName: `Nobody${made}` }),
        answer("education", { institution, level: "Undergraduate" }),
        ...(index < accepted
          ? [
              env.DB.prepare(
                "INSERT INTO decisions (conference_id, uid, decision, set_at) VALUES (?, ?, 'Accepted', 1)",
              ).bind(CONFERENCE, uid),
            ]
          : []),
        ...(index < passes
          ? [
              env.DB.prepare(
                "INSERT INTO holdings (id, conference_id, uid, item, pass_type, title, cents, payment_id, state, since) SELECT ?1, ?2, ?1, 'gold', 'gold', 'Gold', 0, id, 'held', 1 FROM payments LIMIT 1",
              ).bind(uid, CONFERENCE),
            ]
          : []),
      ]);
    }
  }
});

const fileOf = async () => (await (await signedIn("director")).get(`${PAGE}.csv`)).text();

test("small groups are put together, on the page and in the file, and spellings of an institution are one", async () => {
  const page = await (await signedIn("director")).open(PAGE);
  const lines = (await fileOf()).replaceAll('"', "").split("\r\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "table,name,applied,accepted,hasPass",
      "Country,Nepal,23,15,9",
      "Country,2 other groups,13,5,0",
      "Institution,Tribhuvan University,23,15,9",
      "Level,Undergraduate,36,20,9",
    ]),
  );
  expect(page.text).toContain("Nepal 23 15 9");
});

test("numbers under five are on no line", async () => {
  const numbers = (await fileOf())
    .split("\r\n")
    .slice(1, -2)
    .flatMap((line) => line.split(",").slice(2));
  expect(numbers.map(Number).filter((number) => number > 0 && number < 5)).toEqual([]);
});

test("a decision that is not released changes no byte", async () => {
  const director = await signedIn("director");
  const plain = (html: string) => withoutMinute(html).replace(/name="formToken" value="[^"]*"/g, "");
  const before = await director.open(PAGE);
  await run(
    "INSERT INTO decisions (conference_id, uid, decision, set_at) SELECT conference_id, uid, 'Accepted', 9999999999999 FROM applications WHERE uid LIKE 'reached-%' AND uid NOT IN (SELECT uid FROM decisions)",
  );
  const after = await director.open(PAGE);
  expect(plain(after.html)).toBe(plain(before.html));
  await run("UPDATE decisions SET set_at = 1 WHERE set_at = 9999999999999");
  expect(plain((await director.open(PAGE)).html)).not.toBe(plain(before.html));
});

test("if there are four people in all, nothing is shown", async () => {
  await run(
    "UPDATE applications SET submitted_at = NULL WHERE uid NOT LIKE 'reached-000_0%' OR uid > 'reached-0004z'",
  );
  const page = await (await signedIn("director")).open(PAGE);
  expect(page.text).toContain(staffMessages.sponsors.nobody);
  expect(page.text).not.toContain("Nepal");
});

test("if every group of a table is too small, the page says so, and shows the sum alone", async () => {
  await run(
    "UPDATE applications SET submitted_at = iif(uid >= 'reached-0030' AND uid LIKE 'reached-%', 1, NULL)",
  );
  const { text } = await (await signedIn("director")).open(PAGE);
  expect(text).toContain("2 groups 7");
  // No country and no institution has enough people to be shown, so both tables contain this sentence. The only level
  // of study has enough people, so it is shown.
  expect(text.split(staffMessages.sponsors.allSmall)).toHaveLength(3);
  expect(text).toContain("Undergraduate 7");
  expect(text).not.toMatch(/Nepal|Fiji/);
});

test("who reads alone does not see the numbers", async () => {
  const { browser } = await colleague();
  for (const path of [PAGE, `${PAGE}.csv`]) expect((await browser.get(path)).status).toBe(403);
});
