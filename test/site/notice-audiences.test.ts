import { afterAll, beforeAll, expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { NOTICE_AUDIENCES } from "~/values/types.ts";
import { signedIn } from "../support/browser.ts";
import { row, rows, run } from "../support/storage.ts";

// Staff choose the people for whom a notification is meant. When somebody opens a page, the portal looks up whether
// they are one of these people.

const said = (audience: string) => `A word to ${audience}.`;

beforeAll(async () => {
  const director = await signedIn("director");
  for (const audience of NOTICE_AUDIENCES) {
    const page = await director.open("/notifications");
    const answer = await page.press("Publish", { message: said(audience), severity: "INFO", audience });
    expect(answer.status).toBe(302);
  }
});
afterAll(() => run("DELETE FROM notifications WHERE message LIKE 'A word to %'"));

/** The audiences whose notifications somebody reads at an address. */
async function readBy(account: string, address = "/help") {
  const { text } = await (await signedIn(account)).open(address);
  return NOTICE_AUDIENCES.filter((audience) => text.includes(said(audience)));
}

test.each([
  ["new", ["everyone", "applying"]],
  ["draft", ["everyone", "applying"]],
  ["submitted", ["everyone", "applying"]],
  // This delegate is accepted, but must not know it yet. So no notification may reveal the decision.
  ["unreleased", ["everyone", "applying"]],
  ["accepted", ["everyone", "accepted"]],
  ["signed", ["everyone", "accepted"]],
  ["deferred", ["everyone", "accepted"]],
  ["rejected", ["everyone"]],
  ["gold", ["everyone", "holders"]],
  ["goldplus", ["everyone", "holders"]],
  ["subscriber", ["everyone", "applying"]],
  ["reviewer", ["everyone", "staff"]],
])("%s reads what is for %j", async (account, audiences) => {
  expect(await readBy(account)).toEqual(audiences);
  // On a page with a form, the notifications are folded behind a line, but they are in the page.
  expect(await readBy(account, "/change-password")).toEqual(audiences);
});

test("on the pages of staff stands what is for staff alone", async () => {
  expect(await readBy("reviewer", "/admin")).toEqual(["staff"]);
  expect(await readBy("director", "/admin/mail")).toEqual(["staff"]);
});

test("whoever gives a pass back reads again what is for those without one", async () => {
  const uid = demoUid("gold");
  const held = await rows("SELECT id FROM holdings WHERE uid = ? AND state = 'held'", uid);
  await run("UPDATE holdings SET state = 'ended' WHERE uid = ? AND state = 'held'", uid);
  expect(await readBy("gold")).toEqual(["everyone", "accepted"]);
  for (const { id } of held as { id: string }[])
    await run("UPDATE holdings SET state = 'held' WHERE id = ?", id);
});

test("a change of the audience is a change of the notification, and is written down", async () => {
  const director = await signedIn("director");
  const { id } = await row<{ id: string }>("SELECT id FROM notifications WHERE message = ?", said("holders"));
  const [page, other] = [
    await director.open(`/notifications/${id}`),
    await director.open(`/notifications/${id}`),
  ];
  expect((await page.press("Save", { audience: "staff" })).status).toBe(302);
  expect((await other.press("Save", { audience: "everyone" })).status).toBe(409);
  expect(await readBy("gold")).toEqual(["everyone"]);
  await (await director.open(`/notifications/${id}`)).press("Save", { audience: "holders" });
  const { detail } = await row<{ detail: string }>(
    "SELECT detail FROM audit WHERE action = 'publishNotification' AND object = ?",
    `notifications/${id}`,
  );
  expect(JSON.parse(detail)).toMatchObject({ audience: "holders" });
  const refused = await (await director.open("/notifications")).press("Publish", {
    message: "To nobody",
    severity: "INFO",
    audience: "nobody",
  });
  expect(refused.status).toBe(400);
});
