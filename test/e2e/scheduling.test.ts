import { type BrowserContext, expect, type Page } from "@playwright/test";
import ICAL from "ical.js";
import { demoAccount, newId, type Portal, test } from "./support.ts";

const DAY = "2023-03-12";
const PROGRAMME = `/scheduling?day=${DAY}`;

type Planned = { title: string; startsAt: string; endsAt: string; capacity?: number };

/** Adds a session for this test alone, on the day on which clocks go forward in New York. Returns its id. */
async function session(portal: Portal, { title, startsAt, endsAt, capacity }: Planned): Promise<string> {
  const id = newId();
  await portal.query(
    `INSERT INTO programme_sessions (id, conference_id, title, description, day, starts_at, ends_at, speakers,
      capacity, version, changed_at) VALUES (?, 'aconf_2023', ?, '', ?, ?, ?, '[]', ?, 1, 0)`,
    ...[id, title, startsAt.slice(0, 10), Date.parse(startsAt), Date.parse(endsAt), capacity ?? null],
  );
  return id;
}

const item = (page: Page, id: string) => page.locator(`#s-${id}`);
const button = (page: Page, id: string, name: string) => item(page, id).getByRole("button", { name });

/** Opens a page in this browser context for another delegate, who is signed in. */
async function visitor(portal: Portal, context: BrowserContext): Promise<Page> {
  await portal.signIn(context, await portal.accountLike("gold"));
  return context.newPage();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled, timezoneId: "Asia/Tokyo" });

    test("choose, clash, the last seat, the waiting list and who moves up", async ({
      browser,
      portal,
      baseURL,
    }) => {
      const at = { startsAt: `${DAY}T13:00:00Z`, endsAt: `${DAY}T14:00:00Z` };
      const mark = newId().slice(0, 6);
      const last = await session(portal, { title: `Last seat ${mark}`, capacity: 1, ...at });
      const same = await session(portal, { title: `Same time ${mark}`, ...at });
      const options = { baseURL: baseURL!, javaScriptEnabled };
      const one = await visitor(portal, await browser.newContext(options));
      const two = await visitor(portal, await browser.newContext(options));

      await one.goto(PROGRAMME);
      await expect(item(one, last)).toContainText("1 place left");
      await button(one, last, "Choose").click();
      await expect(one).toHaveURL(`${PROGRAMME}#s-${last}`);
      await expect(item(one, last)).toContainText("In your agenda");
      await expect(item(one, same)).toContainText(`At the same time as Last seat ${mark}`);
      await button(one, same, "Choose").click();
      await expect(item(one, same)).toContainText(`Overlaps with Last seat ${mark}.`);
      await one.goto("/scheduling/agenda");
      await expect(item(one, last)).toContainText(`Overlaps with Same time ${mark}.`);

      await two.goto(PROGRAMME);
      await expect(item(two, last)).toContainText("No places left");
      await button(two, last, "Join the waiting list").click();
      await expect(item(two, last)).toContainText("You are 1st on the waiting list.");

      await button(one, last, "Leave").click();
      await expect(item(one, last)).toHaveCount(0);
      if (!javaScriptEnabled) await two.reload();
      // An open page shows the change within five seconds.
      await expect(item(two, last)).toContainText("In your agenda", { timeout: 5_000 });
      await one.context().close();
      await two.context().close();
    });

    test("times of another zone: by the address, and without asking where there is JavaScript", async ({
      page,
      context,
      portal,
    }) => {
      await portal.signIn(context, demoAccount("gold"));
      const id = await session(portal, {
        title: "Across the world",
        startsAt: `${DAY}T13:00:00Z`,
        endsAt: `${DAY}T14:00:00Z`,
      });
      await page.goto(PROGRAMME);
      await expect(item(page, id)).toContainText("09:00–10:00");
      if (javaScriptEnabled)
        await expect(item(page, id)).toContainText("09:00–10:00 (22:00–23:00 your time)");
      await page.getByText("Search, tracks and time zones").click();
      await page.getByLabel("Also in the time of").selectOption("Asia/Kolkata");
      await page.getByRole("button", { name: "Show" }).click();
      await expect(item(page, id)).toContainText("09:00–10:00 (18:30–19:30 in Kolkata)");
      await expect(item(page, id)).not.toContainText("your time");
    });
  });
}

test("each session that somebody may not choose says the gate's own sentence", async ({
  page,
  context,
  portal,
}) => {
  await portal.signIn(context, demoAccount("submitted"));
  const at = { startsAt: "2023-03-13T13:00:00Z", endsAt: "2023-03-13T14:00:00Z" };
  const labels = { registered: "a registration", goldPlus: "Harvard Conference ticket" };
  const planned = Object.keys(labels).flatMap((level) => [level, level]);
  const ids = await Promise.all(planned.map((title) => session(portal, { title, ...at })));
  await portal.query(
    "UPDATE programme_sessions SET access_level = title WHERE day = '2023-03-13' AND title IN ('registered', 'goldPlus')",
  );
  await page.goto("/scheduling?day=2023-03-13");
  for (const [index, id] of ids.entries()) {
    const label = labels[planned[index] as keyof typeof labels];
    const refusal = item(page, id).getByText(`This is only available for users who have purchased ${label}`);
    await expect(refusal).toBeVisible();
    await expect(refusal.getByRole("link", { name: "See what it costs" })).toBeVisible();
    await expect(button(page, id, "Choose")).toHaveCount(0);
  }
});

test("what changes in the programme appears on an open page within five seconds", async ({
  page,
  context,
  portal,
}) => {
  await portal.signIn(context, await portal.accountLike("gold"));
  const at = { startsAt: `${DAY}T20:00:00Z`, endsAt: `${DAY}T21:00:00Z` };
  const id = await session(portal, { title: "To be changed", ...at });
  await page.clock.install();
  await page.goto(PROGRAMME);
  await portal.query("UPDATE programme_sessions SET title = 'Changed', version = 2 WHERE id = ?", id);
  await expect(item(page, id)).toContainText("Changed", { timeout: 5_000 });
  const added = await session(portal, { title: "Added", ...at });
  await expect(item(page, added)).toBeVisible({ timeout: 5_000 });
  // While nothing changes, the open page asks only for the version, and never for the page itself.
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  for (let times = 1; times <= 3; times += 1) {
    const answer = page.waitForResponse("**/scheduling/version*");
    await page.clock.runFor(5_000);
    await (await answer).finished();
  }
  expect(new Set(asked)).toEqual(new Set(["/scheduling/version"]));
});

test("the state of a payment follows on an open page within five seconds", async ({
  page,
  context,
  portal,
}) => {
  const { uid } = await portal.signIn(context, await portal.accountLike("signed"));
  await portal.pay(uid);
  await page.goto("/payment-info");
  await expect(page.getByText("Given back")).toHaveCount(0);
  await portal.query("UPDATE payments SET state = 'refunded' WHERE delegate_uid = ?", uid);
  await expect(page.getByText("Given back").first()).toBeVisible({ timeout: 5_000 });
});

test("a calendar imports the agenda with the right instants on both sides of the change of clocks", async ({
  page,
  context,
  portal,
  origin,
}) => {
  await portal.signIn(context, await portal.accountLike("gold"));
  // New York is five hours behind UTC on 11 March, and four hours from 12 March on.
  const expected: Record<string, string[]> = {};
  for (const [day, hour] of [
    ["2023-03-11", 14],
    [DAY, 13],
  ] as const) {
    const startsAt = `${day}T${hour}:00:00Z`;
    const id = await session(portal, { title: `On ${day}`, startsAt, endsAt: `${day}T${hour + 1}:00:00Z` });
    await page.goto(`/scheduling?day=${day}`);
    await button(page, id, "Choose").click();
    expected[id] = ["09:00", `${hour}:00`, `${hour + 9}:00`];
  }
  await page.goto("/scheduling/agenda");
  await page.getByRole("button", { name: "Make a private address" }).click();
  const address = await page.getByLabel("Address").inputValue();
  expect(await page.getByRole("link", { name: "Open in your calendar" }).getAttribute("href")).toBe(
    address.replace(/^https?:/, "webcal:"),
  );
  const answer = await fetch(origin + new URL(address).pathname);
  const calendar = new ICAL.Component(ICAL.parse(await answer.text()));
  const zones = ["America/New_York", "UTC", "Asia/Tokyo"];
  const seen = Object.fromEntries(
    calendar.getAllSubcomponents("vevent").map((component) => {
      const { uid, startDate } = new ICAL.Event(component);
      const clock = (timeZone: string) =>
        startDate.toJSDate().toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
      return [uid.split("@")[0], zones.map(clock)];
    }),
  );
  expect(seen).toEqual(expected);

  await page.goto("/scheduling/agenda");
  await page.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("button", { name: "Make a private address" })).toBeVisible();
  expect((await fetch(origin + new URL(address).pathname)).status).toBe(404);
});
