import { expect, test } from "vitest";
import { programmeMessages } from "~/programme/messages.ts";
import { messages } from "~/values/messages.ts";
import { signedIn } from "../support/browser.ts";
import { addFormerEdition, FORMER_CONFERENCE } from "../support/editions.ts";
import { run } from "../support/storage.ts";

/** For each link in a page's summaries of problems: the field to which it leads, and its text. */
const summaryOf = (html: string) =>
  [...html.matchAll(/class="error-summary"[\s\S]*?<\/ul>/g)].flatMap(([summary]) =>
    [...summary.matchAll(/<a href="#([^"]+)">([^<]+)</g)].map(([, field, says]) => [field, says]),
  );

test("the programme of another edition is refused at the choice of the edition, not at the file", async () => {
  await addFormerEdition();
  await run("UPDATE programme_sessions SET cancelled_at = 1 WHERE conference_id = ?", FORMER_CONFERENCE);
  const director = await signedIn("director");
  const page = await director.open("/admin/scheduling/import");
  const refused = await page.press("Show what would be taken over", { from: FORMER_CONFERENCE });
  expect(refused.status).toBe(400);
  expect(summaryOf(refused.html)).toEqual([["from", programmeMessages.plan.nothingThere]]);
  expect(refused.html).toContain('id="from-error"');
  expect(refused.html).not.toContain('id="programme-file-error"');
  expect(refused.form("Show what would be taken over").fields).toContainEqual(["from", FORMER_CONFERENCE]);
});

test("the summary of a session says which field each problem is about", async () => {
  const page = await (await signedIn("director")).open("/admin/scheduling/new");
  const refused = await page.press("Save", { title: "", startsAt: "" });
  expect(summaryOf(refused.html)).toEqual(expect.arrayContaining([["title", `Title: ${messages.required}`]]));
  expect(summaryOf(refused.html).every(([, says]) => /^[A-Z][\w ]+: /.test(says!))).toBe(true);
});
