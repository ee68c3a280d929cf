import { afterEach, expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { signedIn } from "../support/browser.ts";
import { CONFERENCE } from "../support/people.ts";
import { rows, run } from "../support/storage.ts";

// An edition may ask for the institution in any section, or not at all. The list of applications and the letter of
// acceptance show the answer from any section. If nobody was asked, they leave the institution out.

const SIGNED = demoUid("signed");
type Row = { section_id: string; answers: string };
const OF_SIGNED = "FROM answers WHERE conference_id = ? AND uid = ?";
const asked = await rows<Row>(`SELECT section_id, answers ${OF_SIGNED}`, CONFERENCE, SIGNED);
const studied = JSON.parse(asked.find((one) => one.section_id === "education")!.answers) as Record<
  string,
  string
>;

const askIn = (section: string) =>
  run(
    "UPDATE questions SET section_id = ? WHERE conference_id = ? AND id = 'institution'",
    section,
    CONFERENCE,
  );
const write = (section: string, answers: string) =>
  run(
    `UPDATE answers SET answers = ? ${OF_SIGNED.slice("FROM answers ".length)} AND section_id = ?`,
    answers,
    CONFERENCE,
    SIGNED,
    section,
  );

afterEach(async () => {
  await askIn("education");
  for (const { section_id, answers } of asked) await write(section_id, answers);
});

const list = async () => (await signedIn("director")).open("/admin/delegates?show=everyone&search=signed@");

const letter = async () => (await (await signedIn("signed")).open("/decision/letter")).text;

test("an institution that is asked for in another section is in the list and on the letter", async () => {
  await askIn("essays");
  await write("education", "{}");
  await write("essays", JSON.stringify({ institution: studied["institution"] }));
  expect((await list()).text).toContain(studied["institution"]);
  expect(await letter()).toContain(`Institution ${studied["institution"]}`);
});

test("where nobody was asked, the list has no column for it and the letter no line", async () => {
  expect((await list()).html).toContain('data-label="Institution"');
  await write("education", JSON.stringify({ ...studied, institution: "" }));
  const page = await list();
  expect(page.text).toContain("signed@hpair.example");
  expect(page.text).not.toContain("Institution");
  expect(await letter()).not.toMatch(/Institution|Not provided/);
});
