import { afterEach, expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { decisionMessages } from "~/decisions/messages.ts";
import { signedIn } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { ask } from "../support/groups.ts";
import { readyToPay } from "../support/people.ts";
import { row, run } from "../support/storage.ts";

afterEach(restoreClock);

const CARD = "/decision/card.svg";

test("the accepted page says what it costs and offers a card, with a name only if asked to", async () => {
  const browser = await signedIn("accepted");
  const page = await browser.open("/decision");
  expect(page.text).toContain("$495");
  expect(page.html).toContain(`src="${CARD}"`);
  const svg = await (await browser.get(CARD)).text();
  expect(svg).toContain("Conference 2023");
  const name = /<p><bdi>([^<]+)<\/bdi>/.exec(page.html)![1]!;
  expect(svg).not.toContain(name);
  const answer = await browser.get(`${CARD}?name`);
  expect(await answer.text()).toContain(`${name} is accepted to the`);
  expect(answer.headers.get("Content-Type")).toBe("image/svg+xml");
  expect(answer.headers.get("Cache-Control")).toContain("no-store");
  expect((await browser.open("/decision?name")).html).toContain(`src="${CARD}?name"`);
});

test("who is accepted and will not come reads that there is nothing to do; who has a pass or has asked somebody to pay does not", async () => {
  const { title, words } = decisionMessages.ifYouCannotCome;
  const asking = await readyToPay();
  expect((await asking.browser.open("/decision")).text).toContain(title);
  await ask(asking, "bursar@example.org");
  expect((await asking.browser.open("/decision")).text).not.toContain(title);
  for (const account of ["accepted", "signed"]) {
    const { text } = await (await signedIn(account)).open("/decision");
    expect(text, account).toContain(`${title} ${words}`);
  }
  // The demo account that was deferred has asked somebody to pay.
  for (const account of ["goldplus", "rejected", "submitted", "unreleased", "deferred"])
    expect((await (await signedIn(account)).open("/decision")).text, account).not.toContain(title);
});

test.each([
  "new",
  "submitted",
  "unreleased",
  "deferred",
  "rejected",
])("there is no card for %s", async (account) => {
  expect((await (await signedIn(account)).get(CARD)).status).toBe(404);
});

test("before the release page, home and card are the same with a decision and without one", async () => {
  await stopClockAt("2022-12-17T15:00:00Z");
  const uid = demoUid("unreleased");
  const browser = await signedIn("unreleased");
  const seen = async () => {
    const pages: unknown[] = [];
    for (const path of ["/decision", "/", CARD]) {
      const answer = await browser.get(path);
      pages.push([answer.status, (await answer.text()).replace(/name="formToken" value="[^"]*"/g, "")]);
    }
    return pages;
  };
  await seen();
  const withOne = await seen();
  await run("DELETE FROM decisions WHERE uid = ?", uid);
  expect(await seen()).toEqual(withOne);
});

test.each([
  ["Waitlisted", "You do not need to do anything.", "We will write to rejected@hpair.example"],
  ["Rejected", "start with the answers you gave", "the talks of our speakers"],
])("%s: a next step that is true", async (decision, first, second) => {
  await run("UPDATE decisions SET decision = ? WHERE uid = ?", decision, demoUid("rejected"));
  const { text } = await (await signedIn("rejected")).open("/decision");
  expect(text).toContain(first);
  expect(text).toContain(second);
  expect(text).not.toContain("You can register");
});

test("who waits for a decision reads when it comes, if that is known, and where we write to", async () => {
  const browser = await signedIn("submitted");
  const read = async () => (await browser.open("/decision")).text;
  expect(await read()).toContain("We will write to submitted@hpair.example");
  expect(await read()).not.toContain("come out on");
  await run("UPDATE rounds SET decision_release = ?", Date.parse("2023-01-10T18:00:00Z"));
  expect(await read()).toContain("come out on 10 January 2023, 13:00 EST");
  expect((await browser.open("/")).text).toContain("Decisions come out on 10 January 2023, 13:00 EST");
});

test("nobody on the waiting list is promised a turn, as there is no list that moves", async () => {
  await run("UPDATE decisions SET decision = 'Waitlisted' WHERE uid = ?", demoUid("rejected"));
  const browser = await signedIn("rejected");
  const promised = /\bturn\b|becomes? free|as soon as|next (in|on)/i;
  for (const path of ["/decision", "/", "/help"])
    expect((await browser.open(path)).text).not.toMatch(promised);
  const { body } = await row<{ body: string }>(
    "SELECT body FROM mail_templates WHERE decision = 'Waitlisted'",
  );
  expect(body).not.toMatch(promised);
});
