import { expect, test } from "vitest";
import { signedIn } from "../support/browser.ts";
import { run } from "../support/storage.ts";

test("the days of the event are one whole-day entry, which a holder finds on home", async () => {
  const browser = await signedIn("goldplus");
  const home = await browser.open("/");
  expect(home.html).toContain('href="/event/goldPlus.ics"');
  const answer = await browser.get("/event/goldPlus.ics");
  expect(answer.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
  expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="harvard.ics"');
  const text = await answer.text();
  // The end of an event is the day after its last day (RFC 5545, section 3.6.1).
  for (const line of [
    "DTSTART;VALUE=DATE:20230217",
    "DTEND;VALUE=DATE:20230220",
    "SUMMARY:Harvard Conference 2023",
    "LOCATION:Harvard campus",
  ])
    expect(text).toContain(`\r\n${line}\r\n`);
  expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
  const again = await browser.get("/event/goldPlus.ics", {
    headers: { "If-None-Match": answer.headers.get("ETag")! },
  });
  expect(again.status).toBe(304);
});

test("an event without days has no file, nor has a pass that does not exist", async () => {
  const browser = await signedIn("gold");
  expect((await browser.open("/")).html).not.toContain("/event/");
  for (const path of ["/event/gold.ics", "/event/silver.ics", "/event/goldPlus"])
    expect((await browser.get(path)).status, path).toBe(404);
});

test("home carries what the page of the payment said", async () => {
  const { text } = await (await signedIn("goldplus")).open("/");
  expect(text).toMatch(/Your Harvard Conference ticket You paid \$600 on \d+ \w+ 2022\./);
  expect(text).toMatch(/Add-ons .*Executive seminars, Unisex black shirt \(M\)/);
  expect(text).toContain("Date 17–19 February 2023 Place Harvard campus");
  await run("UPDATE events SET first_day = NULL, last_day = NULL WHERE id = 'harvard'");
  const without = await (await signedIn("goldplus")).open("/");
  expect(without.text).not.toContain("17–19 February");
  expect(without.html).not.toContain("/event/");
});
