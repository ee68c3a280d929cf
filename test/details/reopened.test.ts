import { expect, test } from "vitest";
import { ASKED_LATER } from "~/details/details.ts";
import { reviewMessages } from "~/reviews/messages.ts";
import { applicant, storedAnswers, submit } from "../support/applying.ts";
import { signedIn } from "../support/browser.ts";
import type { Delegate } from "../support/people.ts";
import { rows } from "../support/storage.ts";

const director = await signedIn("director");

/** Somebody who submitted an application, then changed details of it, and whose application the staff opened again. */
async function reopened(details: Record<string, string>): Promise<Delegate> {
  const person = await applicant();
  expect((await submit(person.browser)).status).toBe(302);
  const page = await person.browser.open("/details");
  expect((await page.press("Save details", details)).status).toBe(302);
  const desk = await director.open(`/admin/delegates/${person.uid}`);
  expect((await desk.press("Open again", { reopen: reviewMessages.reopenReason })).status).toBe(302);
  return person;
}

const savesOf = async ({ uid }: { uid: string }) =>
  (await rows<{ changes: string }>("SELECT changes FROM detail_changes WHERE uid = ? ORDER BY version", uid))
    .map(({ changes }) => JSON.parse(changes) as Record<string, { from: string; to: string }>)
    .slice(1);

const fieldsOf = async ({ browser }: Delegate, path: string, button: string) =>
  Object.fromEntries((await browser.open(path)).form(button).fields);

const CHANGED = { phone: "+852 6123 4567", dietary: "Vegan", badgeName: "May" };

test("what is submitted again is in force, even where details were changed before", async () => {
  const person = await reopened(CHANGED);
  const about = await person.browser.open("/application/about");
  expect((await about.press("Save draft", { phone: "+852 9123 4567" })).status).toBe(302);
  const food = await person.browser.open("/application/participation");
  expect((await food.press("Save draft", { dietary: "" })).status).toBe(302);
  expect((await submit(person.browser)).status).toBe(302);
  expect(await fieldsOf(person, "/details", "Save details")).toMatchObject({
    ...{ phone: "+852 9123 4567", dietary: "", badgeName: "May", version: "2" },
  });
  expect(await savesOf(person)).toEqual([
    {
      phone: { from: "+85261234567", to: "+85291234567" },
      dietary: { from: "Vegan", to: "" },
    },
  ]);
});

test("an application opened again shows the details in force, and they stay in force if nobody changes them", async () => {
  const person = await reopened({ ...CHANGED, [ASKED_LATER]: "emergencyName", emergencyName: "Aunt Bo" });
  expect(await fieldsOf(person, "/application/about", "Save draft")).toMatchObject({
    phone: "+85261234567",
  });
  const food = await person.browser.open("/application/participation");
  expect(Object.fromEntries(food.form("Save draft").fields)).toMatchObject({ dietary: "Vegan" });
  // The answers to questions that only people with a place are asked stay out of the application.
  expect(food.text).not.toContain("Aunt Bo");
  expect((await storedAnswers(person, "participation"))!.answers).not.toHaveProperty("emergencyName");
  expect((await food.press("Save draft")).status).toBe(302);
  expect((await submit(person.browser)).status).toBe(302);
  expect(await savesOf(person)).toEqual([]);
  expect(await fieldsOf(person, "/details", "Save details")).toMatchObject({
    ...{ phone: "+852 6123 4567", dietary: "Vegan", badgeName: "May", emergencyName: "Aunt Bo" },
  });
});
