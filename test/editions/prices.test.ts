import { expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { editionMessages } from "~/editions/messages.ts";
import { type Browser, signedIn } from "../support/browser.ts";
import { CONFERENCE } from "../support/people.ts";
import { row, rows, run } from "../support/storage.ts";
import { keepHouse } from "../support/worker.ts";

// An edition's document contains no settings for invoices. Only somebody with the ability "money" may publish other
// prices.

const part = (name: string) => `/admin/editions/${CONFERENCE}/${name}`;
const PUBLISH = part("publish");

const edit = async (browser: Browser, name: string, fields: Record<string, string>) =>
  expect((await (await browser.open(part(name))).press("Save", fields)).status).toBe(302);

const publish = async (browser: Browser) => (await browser.open(PUBLISH)).press("Publish now");

test("an edition has no part that says how invoices are paid: no publication changes the account", async () => {
  expect((await (await signedIn("content")).get(part("invoices"))).status).toBe(404);
});

const priceNow = async () =>
  (await row<{ cents: number }>("SELECT cents FROM prices WHERE ticket_id = 'gold' AND round_id = 'early'"))
    .cents;

const told = () =>
  rows<{ recipient: string; body: string }>(
    "SELECT recipient, body FROM outbox WHERE event_key LIKE 'prices:%' ORDER BY created_at DESC, recipient",
  );

test.each([
  ["the price of HPAIR+", "site", "0.plan.cents", "61"],
  ["the price of a pass", "passes", "0.cents.early", "999"],
  ["the price of an add-on", "add-ons", "1.cents", "80"],
  ["the deposit of an event", "events", "0.refundDepositCents", "1"],
])("%s is drafted by whoever holds content, and published by somebody with money too, who is told", async (_, name, field, value) => {
  const editor = await signedIn("content");
  await edit(editor, name, { [field]: value });
  const page = await editor.open(PUBLISH);
  expect(page.text).toContain(editionMessages.pricesNeedMoney);
  const seen = { revision: await newest(), rows: "" };
  expect((await editor.post(PUBLISH, { intent: "publish", ...strings(seen) })).status).toBe(409);
  const before = (await told()).length;
  const director = await signedIn("director");
  expect((await publish(director)).status).toBe(302);
  const mails = await told();
  expect(mails.slice(0, mails.length - before).map(({ recipient }) => recipient)).toEqual([
    "director@hpair.example",
    "treasurer@hpair.example",
  ]);
  expect(mails[0]!.body).toContain(`$${value}`);
  // Taking this publication back changes prices too.
  const published = await editor.open(`${PUBLISH}?ask=back`);
  expect([(await published.press("Take back")).status, await newest()]).toEqual([409, seen.revision + 1]);
  expect((await (await director.open(`${PUBLISH}?ask=back`)).press("Take back")).status).toBe(302);
});

const newest = async () =>
  (
    await row<{ revision: number }>(
      "SELECT max(revision) AS revision FROM edition_revisions WHERE conference_id = ?",
      CONFERENCE,
    )
  ).revision;
const strings = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)]));

test("a price that was to be published later is not, once whoever scheduled it has lost the ability", async () => {
  const director = await signedIn("director");
  await run('UPDATE staff SET abilities = \'["money","content"]\' WHERE uid = ?', demoUid("treasurer"));
  const both = await signedIn("treasurer");
  const before = await priceNow();
  await edit(director, "passes", { "0.cents.early": "777" });
  const dueAt = "2022-12-18T09:00";
  expect((await (await both.open(PUBLISH)).press("Publish at this time", { dueAt })).status).toBe(302);
  await run("UPDATE staff SET abilities = '[\"content\"]' WHERE uid = ?", demoUid("treasurer"));
  await run("UPDATE edition_publications SET due_at = 0 WHERE state = 'scheduled'");
  await keepHouse();
  expect(
    await row("SELECT state, reason FROM edition_publications ORDER BY created_at DESC LIMIT 1"),
  ).toEqual({
    ...{ state: "refused", reason: editionMessages.pricesNeedMoney },
  });
  expect(await priceNow()).toBe(before);
});
