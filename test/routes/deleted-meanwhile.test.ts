import { expect, test } from "vitest";
import { messages } from "~/values/messages.ts";
import { signedIn } from "../support/browser.ts";
import { row, rows } from "../support/storage.ts";

// Somebody deletes a thing while somebody else has its form open. What was typed is in the form for a new thing, and one
// more press adds it.

const one = async (table: string) => (await row<{ id: string }>(`SELECT id FROM ${table} LIMIT 1`)).id;

const VIDEO = { title: "Ada Lee", access: "open", source: "youtube", sourceId: "dQw4w9WgXcQ" };
const SESSION = { title: "Ada Lee", roomId: "", startsAt: "2023-02-18T05:00", endsAt: "2023-02-18T05:30" };

test.each([
  ["a speaker", "speakers", "/staff/speakers/", "Add speaker", { name: "Ada Lee" }],
  ["a video", "recordings", "/staff/videos/", "Add video", VIDEO],
  ["a session", "programme_sessions", "/admin/scheduling/", "Save", SESSION],
  ["a notification", "notifications", "/notifications/", "Publish", { message: "Ada Lee" }],
])("%s", async (_, table, path, add, typed) => {
  const director = await signedIn("director");
  const page = await director.open(path + (await one(table)));
  const { fields } = page.form("Save");
  const kept = fields.filter(([name]) => !(name in typed));
  const posted: [string, string][] = [...kept, ...Object.entries(typed), ["intent", "save"]];
  const refused = await director.submit(`${path}deleted`, posted);
  expect(refused.status).toBe(307);
  const again = await refused.follow();
  expect([again.status, again.text.includes(messages.deletedMeanwhile)]).toEqual([409, true]);
  expect(again.form(add).fields).toEqual(expect.arrayContaining(Object.entries(typed)));
  expect((await again.press(add)).status).toBe(302);
  const [field, text] = Object.entries(typed)[0]!;
  expect(await rows(`SELECT 1 FROM ${table} WHERE ${field} = ?`, text)).toHaveLength(1);
});
