import { beforeEach, expect, test } from "vitest";
import { editionMessages } from "~/editions/messages.ts";
import { libraryMessages } from "~/library/messages.ts";
import { type Page, signedIn } from "../../support/browser.ts";
import { CONFERENCE } from "../../support/people.ts";
import { changingNothing, rows, run } from "../../support/storage.ts";
import { keepHouse } from "../../support/worker.ts";

// A rearranged form has an address. So going back, or loading the page again, does not post anything a second time.

const part = (name: string) => `/admin/editions/${CONFERENCE}/${name}`;
const director = await signedIn("director");

beforeEach(async () => {
  await run("DELETE FROM edition_revisions");
  await run("DELETE FROM edition_forms");
});

/** Presses a button that does not change the draft, and opens the page to which it leads. */
async function arranged(page: Page, button: string, typed: Record<string, string> = {}): Promise<Page> {
  const answer = await changingNothing(() => page.press(button, typed), { but: ["edition_forms"] });
  expect(answer.status).toBe(302);
  return answer.follow();
}

const held = (page: Page, name: string) =>
  page.form("Save").fields.find(([field]) => field === name)?.[1] ?? null;

test.each([
  ["rounds", "0.title", "Add a round", 1],
  ["rounds", "0.title", "Down: Early applications", 0],
  ["rounds", "0.title", "Remove: Bonus applications", -1],
  ["criteria", "0.hint", "Add a criterion", 1],
  ["questions/education", "0.text", "Add a question", 1],
  ["questions/education", "0.text", "Remove: Field of study", -1],
])("on %s, what was typed into %s stays with “%s”, however often it is loaded", async (...row) => {
  const [name, field, button, more] = row;
  const page = await director.open(part(name));
  const shown = await arranged(page, button, { [field]: "Typed, and not saved" });
  const { fields } = shown.form("Save");
  expect(fields.map(([, value]) => value)).toContain("Typed, and not saved");
  expect(Number(held(shown, "items"))).toBe(Number(held(page, "items")) + more);
  expect((await director.open(shown.path)).form("Save").fields).toEqual(fields);
  expect((await director.open(part(name))).text).not.toContain("Typed, and not saved");
});

test("each step is found by going back", async () => {
  const page = await director.open(part("criteria"));
  const number = Number(held(page, "items"));
  const one = await arranged(page, "Add a criterion");
  const two = await arranged(one, "Add a criterion", { [`${number}.title`]: "Patience" });
  expect(held(two, "items")).toBe(String(number + 2));
  expect(held(await director.open(one.path), "items")).toBe(String(number + 1));
  const fewer = await arranged(two, "Remove: the new criterion");
  expect(held(fewer, "items")).toBe(String(number + 1));
});

test("what somebody saved before the form was rearranged is not overwritten by it", async () => {
  for (const [name, noun, field] of [
    ["criteria", "criterion", "0.title"],
    ["questions/education", "question", "0.text"],
  ] as const) {
    const [mine, theirs] = await Promise.all([director.open(part(name)), director.open(part(name))]);
    expect((await theirs!.press("Save", { [field]: "Theirs" })).status).toBe(302);
    const shown = await arranged(mine!, `Add a ${noun}`, { [field]: "Mine" });
    const gone = await arranged(shown, `Remove: the new ${noun}`);
    const refused = await changingNothing(() => gone.press("Save"));
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(editionMessages.partMoved);
    expect(held(refused, field)).toBe("Mine");
    expect(refused.text).toContain("Saved meanwhile: Theirs");
    // The editor has compared the two values, and saves the form as it is.
    expect((await refused.press("Save")).status).toBe(302);
  }
});

test("a picture that cannot be read is said beside the new item", async () => {
  const page = await director.open(part("add-ons"));
  const { fields } = page.form("Save");
  const upload = new File(["no picture"], "mug.png", { type: "image/png" });
  const answer = await director.upload(page.path, {
    ...Object.fromEntries(fields),
    ...{ intent: "add", "1.image.upload": upload },
  });
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain(libraryMessages.unexpectedFileType);
  expect(html).toContain("New add-on");
});

test("a form belongs to its page, and is forgotten after a day", async () => {
  const page = await director.open(part("criteria"));
  const shown = await arranged(page, "Add a criterion");
  const [, asked] = shown.path.split("?");
  const elsewhere = await director.open(`${part("rounds")}?${asked}`);
  expect(elsewhere.form("Save").fields).toEqual((await director.open(part("rounds"))).form("Save").fields);
  await keepHouse();
  expect(await rows("SELECT id FROM edition_forms")).toHaveLength(1);
  await run("UPDATE edition_forms SET created_at = created_at - 25 * 60 * 60 * 1000");
  await keepHouse();
  expect(await rows("SELECT id FROM edition_forms")).toEqual([]);
  expect(held(await director.open(shown.path), "items")).toBe(held(page, "items"));
});
