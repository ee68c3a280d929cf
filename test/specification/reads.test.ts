import { afterEach, expect, test, vi } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { Browser, type Page } from "../support/browser.ts";
import { PASS_PAYMENT } from "../support/payments.ts";
import { delegate, PASSWORD, readyToPay } from "../support/people.ts";
import { Program, programAs, SIGN_IN } from "../support/programs.ts";
import { colleague } from "../support/staff.ts";
import { run } from "../support/storage.ts";
import { answerWith } from "../support/worker.ts";

// The live reads of the specification, and what analytics receive when somebody signs in (section 7). Tests in browsers
// try whether an open page asks again.

afterEach(() => {
  vi.restoreAllMocks();
});

/** The attributes of a part of a page that keeps itself up to date. */
function livePart({ html }: Page, id: string): Record<string, string> {
  const [tag = ""] = new RegExp(`<live-part [^>]*\\bid="${id}"[^>]*>`).exec(html) ?? [];
  return Object.fromEntries(
    Array.from(tag.matchAll(/([\w-]+)="([^"]*)"/g), ([, name, value]) => [
      name!,
      value!.replaceAll("&amp;", "&"),
    ]),
  );
}

test("an open page learns of a delegate's own payments within five seconds, and of nobody else's [221]", async () => {
  const [mine, other] = [await readyToPay(), await readyToPay()];
  const {
    src,
    version,
    "version-at": versionAt = "",
    every,
  } = livePart(await mine.browser.open("/payment-info"), "payments");
  expect(Number(every)).toBeLessThan(5);
  const now = async () => (await mine.browser.get(versionAt)).text();
  expect(await now()).toBe(version);

  const pay = async (uid: string) => (await programAs(uid)).call("triggerPayment", PASS_PAYMENT);
  expect((await pay(other.uid)).status).toBe(200);
  expect(await now()).toBe(version);
  expect((await mine.browser.open(src!)).text).not.toContain("Visa ending in 1111");

  expect((await pay(mine.uid)).status).toBe(200);
  expect(await now()).not.toBe(version);
  const renewed = await mine.browser.open(src!);
  expect(renewed.text).toContain("Visa ending in 1111");
  expect(livePart(renewed, "payments")["version"]).toBe(await now());
});

test("an open desk reads its reader's own comments again within five seconds [222]", async () => {
  const applicant = await delegate({ submittedAt: "2022-11-05T16:20:00Z" });
  const [mine, other] = [await colleague(), await colleague()];
  for (const { uid } of [mine, other])
    await run(
      "INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at) VALUES ('aconf_2023', ?, ?, 'test', 0)",
      applicant.uid,
      uid,
    );
  const path = `/admin/delegates/${applicant.uid}`;
  const { src, every } = livePart(await mine.browser.open(path), "comments");
  expect(Number(every)).toBeLessThan(5);

  const comment = async (browser: Browser, text: string) =>
    expect((await (await browser.open(path)).press("Comment", { comment: text })).status).toBe(302);
  await comment(other.browser, "Said by somebody else");
  await comment(mine.browser, "Said in another tab");
  const { text } = await mine.browser.open(src!);
  expect(text).toContain("Said in another tab");
  // A reader sees the comments of others only after their own review.
  expect(text).not.toContain("Said by somebody else");
});

test("signing in tells analytics the user's id, in a browser and a program, and nothing else does [226]", async () => {
  const writeDataPoint = vi.fn();
  const ANALYTICS = { writeDataPoint };
  const point = { indexes: [demoUid("accepted")], blobs: ["sign-in"] };

  const browser = new Browser("203.0.113.226");
  browser.send = (request) => answerWith({ ANALYTICS }, request);
  const home = await browser.open("/");
  const fields = { email: "accepted@hpair.example", password: "not this" };
  expect((await home.press("Log in", fields)).status).toBe(401);
  expect(writeDataPoint).not.toHaveBeenCalled();
  expect((await home.press("Log in", { ...fields, password: PASSWORD })).status).toBe(302);
  expect(writeDataPoint.mock.calls).toEqual([[point]]);
  const inside = await browser.open("/decision");
  expect((await inside.press("Logout")).status).toBe(302);
  expect(writeDataPoint).toHaveBeenCalledOnce();

  const program = new Program(null, "", "203.0.113.227");
  program.send = browser.send;
  const signIn = { ...fields, password: PASSWORD, returnSecureToken: true };
  expect((await program.post(SIGN_IN, signIn)).status).toBe(200);
  expect(writeDataPoint.mock.calls).toEqual([[point], [point]]);
});
