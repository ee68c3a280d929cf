import { expect, test } from "vitest";
import type { EditionDocument, EditionQuestion } from "~/editions/edition-document.ts";
import { editionMessages } from "~/editions/messages.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { CONFERENCE } from "../../support/people.ts";
import { changingNothing, row, run } from "../../support/storage.ts";

const SECTION = `/admin/editions/${CONFERENCE}/questions/education`;
const { lines } = editionMessages;

const drafted = async (id: string): Promise<EditionQuestion> => {
  const { document } = await row<{ document: string }>(
    "SELECT document FROM edition_revisions ORDER BY revision DESC LIMIT 1",
  );
  const { sections } = JSON.parse(document) as EditionDocument;
  return sections.flatMap(({ questions }) => questions).find((question) => question.id === id)!;
};

const forget = () => run("DELETE FROM edition_revisions");

/** The fields of one question on the page of its section; `index` is the number of the question on this page. */
const fieldsOf = async (director: Browser, index: number) => {
  const page = await director.open(SECTION);
  const fields = page.form("Save").fields.filter(([name]) => name.startsWith(`${index}.`));
  return Object.fromEntries(fields.map(([name, value]) => [name.replace(`${index}.`, ""), value]));
};

test("a rule among several answers is written in lines, and read again as it is stored", async () => {
  await forget();
  const director = await signedIn("director");
  const page = await director.open(SECTION);
  const conditions = "Level of study = Graduate | Doctoral\r\nparticipation = In person";
  const wrong = await changingNothing(() =>
    page.press("Save", { "3.required": "all", "3.conditions": `${conditions}\r\nvisa = Yes` }),
  );
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain(
    lines.inLine(3, "There is no question “visa”. Write its text as delegates read it, or its id."),
  );
  expect(wrong.html).toMatch(/<details open="">/);
  const without = await changingNothing(() => page.press("Save", { "3.required": "none" }));
  expect(without.text).toContain(editionMessages.noConditions);
  expect((await wrong.press("Save", { "3.conditions": conditions })).status).toBe(302);
  const rule = {
    all: [
      { field: "level", values: ["Graduate", "Doctoral"] },
      { field: "participation", values: ["In person"] },
    ],
  };
  expect((await drafted("field")).required).toEqual(rule);
  expect(await fieldsOf(director, 3)).toMatchObject({
    required: "all",
    conditions: "level = Graduate | Doctoral\nparticipation = In person",
  });
  // Another field is saved, and the rule is posted with a browser's line ends. The rule stays the same.
  const again = await director.open(SECTION);
  const { conditions: kept } = await fieldsOf(director, 3);
  const posted = { "0.text": "School", "3.conditions": kept!.replaceAll("\n", "\r\n") };
  expect((await again.press("Save", posted)).status).toBe(302);
  expect((await drafted("field")).required).toEqual(rule);
  expect((await drafted("institution")).text).toBe("School");
  await forget();
});

test("the format of an answer can be changed, and its name for browsers stays", async () => {
  await forget();
  const director = await signedIn("director");
  const page = await director.open(SECTION);
  const wrong = await changingNothing(() => page.press("Save", { "0.format": "years", "0.years.past": "5" }));
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain(editionMessages.noYears);
  await page.press("Save", {
    ...{ "0.format": "telephone", "0.telephone": "Nationality\r\nresidence" },
    ...{ "4.years.past": "10", "4.years.ahead": "4" },
  });
  expect(await drafted("institution")).toMatchObject({
    ...{ format: { telephone: ["nationality", "residence"] }, autocomplete: "organization" },
  });
  expect((await drafted("graduationYear")).format).toEqual({ years: { past: 10, ahead: 4 } });
  await forget();
});

test("each question is shown as delegates will see it, and nothing of that is sent", async () => {
  await forget();
  const director = await signedIn("director");
  const page = await director.open(SECTION);
  expect(page.html.match(/<fieldset class="shown-question" disabled="">/g)).toHaveLength(5);
  expect(page.text).toContain("Only if you answered Other to “Level of study”.");
  expect(page.form("Save").fields.filter(([name]) => name.startsWith("shown"))).toEqual([]);
  const more = await (await page.press("Add a question", { "1.kind": "several of many" })).follow();
  expect(more.text).toContain(editionMessages.noText);
  expect(more.html).toMatch(/<input type="checkbox"[^>]*name="shown.1"/);
  expect(await fieldsOf(director, 5)).toEqual({});
});

test("answers are counted on demand, and a change says what it does to them", async () => {
  await forget();
  const director = await signedIn("director");
  const page = await director.open(SECTION);
  expect(page.text).not.toMatch(/Answered in \d+ application/);
  expect(page.html).toContain('href="?usage"');
  const counted = await director.open(`${SECTION}?usage`);
  expect(counted.text).toMatch(/Answered in \d+ applications \(\d+ still open\)\./);
  expect(counted.text).toMatch(/Undergraduate: \d+ \(\d+ still open\)/);
  const added = await counted.press("Add a question", { "1.options": "Other", "3.retired": "true" });
  const fewer = await added.follow();
  expect(fewer.text).toMatch(/“Undergraduate” is no longer offered\. It was chosen in \d+ applications?/);
  expect(fewer.text).toContain(editionMessages.given.retired);
  const gone = await (await fewer.press("Remove: Level of study")).follow();
  expect(gone.text).toMatch(
    /This cannot be published\. “Level of study” is answered in \d+ applications\. Retire the question/,
  );
});
