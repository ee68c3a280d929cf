import { describe, expect, test, vi } from "vitest";
import { accountMessages } from "~/accounts/messages.ts";
import { Browser, ORIGIN, signedInAs } from "../support/browser.ts";
import { codeOf, codeTyped, giveFactor, typePassword, wrongCode } from "../support/factors.ts";
import { mailsTo, subjectsTo } from "../support/mails.ts";
import { delegate, PASSWORD } from "../support/people.ts";
import { programAs } from "../support/programs.ts";
import { colleague } from "../support/staff.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";

const STEP = 30_000;

/** The secret that a page shows, to be typed into an app. */
const secretOn = (text: string) =>
  /type this key into the app: ((?:[A-Z2-7]{4} ){7}[A-Z2-7]{4})/.exec(text)![1]!;

const codesOn = (html: string) => html.match(/[a-z2-7]{4}(?:-[a-z2-7]{4}){3}/g) ?? [];

const sessionsOf = (uid: string) =>
  rows("SELECT 1 FROM sessions WHERE uid = ? AND expires_at > ?", uid, Date.now());

/** Somebody on the staff who has just set up a second factor. */
async function withFactor() {
  const person = await colleague("director");
  const page = await person.browser.open("/second-factor");
  const secret = secretOn(page.text);
  const done = await page.press("Turn on", { firstCode: codeOf(secret, -1) });
  return { ...person, secret, codes: codesOn(done.html), done };
}

describe("setting it up", () => {
  test("needs the app's first code, gives ten codes once, ends other sessions, and tells the owner", async () => {
    const { uid, email, browser } = await colleague("director");
    const phone = await signedInAs(uid);
    const page = await browser.open("/second-factor");
    expect(page.html).toMatch(/<svg class="qr-code" role="img"/);
    const secret = secretOn(page.text);
    const wrong = await changingNothing(() => page.press("Turn on", { firstCode: wrongCode(secret) }));
    expect([wrong.status, wrong.text.includes(accountMessages.factor.firstWrong)]).toEqual([400, true]);
    // The page keeps the same secret, because the app already has it.
    expect(secretOn(wrong.text)).toBe(secret);
    const done = await wrong.press("Turn on", { firstCode: codeOf(secret) });
    expect([done.status, new Set(codesOn(done.html)).size]).toEqual([200, 10]);
    expect((await browser.open("/second-factor")).text).toContain("10 recovery codes left");
    expect((await phone.get("/admin")).status).toBe(401);
    expect((await subjectsTo(email)).at(-1)).toBe("Your second factor is on");
    expect(await rows("SELECT action FROM audit WHERE actor_uid = ?", uid)).toEqual([
      { action: "switchFactorOn" },
    ]);
  });

  test("nothing readable is stored", async () => {
    const { uid, secret, codes } = await withFactor();
    const stored = JSON.stringify([
      await rows("SELECT * FROM factors WHERE uid = ?", uid),
      await rows("SELECT * FROM recovery_codes WHERE uid = ?", uid),
    ]);
    for (const text of [
      secret.replaceAll(" ", ""),
      ...codes,
      ...codes.map((code) => code.replaceAll("-", "")),
    ])
      expect(stored.toUpperCase()).not.toContain(text.toUpperCase());
  });

  test("asks for the password if it was typed a while ago", async () => {
    const { uid, browser } = await colleague("director");
    await run("UPDATE sessions SET authenticated_at = ? WHERE uid = ?", Date.now() - 6 * 60_000, uid);
    const page = await browser.open("/second-factor");
    const firstCode = codeOf(secretOn(page.text));
    for (const password of ["", "not the password"]) {
      const refused = await page.press("Turn on", { firstCode, password });
      expect([refused.status < 500 && refused.status >= 400, codesOn(refused.html)]).toEqual([true, []]);
    }
    expect(codesOn((await page.press("Turn on", { firstCode, password: PASSWORD })).html)).toHaveLength(10);
  });

  test("a secret that was offered to somebody else, or long ago, is not taken", async () => {
    const [own, other] = [await colleague("director"), await colleague("director")];
    const page = await other.browser.open("/second-factor");
    const sealed = page.form("Turn on").fields.find(([name]) => name === "sealed")![1];
    const firstCode = codeOf(secretOn(page.text));
    const stolen = await own.browser.submit("/second-factor", [
      ...[["intent", "set-up"] as [string, string], ["sealed", sealed] as [string, string]],
      ["firstCode", firstCode],
    ]);
    expect([stolen.status, stolen.text.includes(accountMessages.factor.offerOver)]).toEqual([400, true]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61 * 60_000 });
    try {
      const late = await page.press("Turn on", { firstCode: codeOf(secretOn(page.text)) });
      expect(late.text).toContain(accountMessages.factor.offerOver);
    } finally {
      vi.useRealTimers();
    }
  });

  test("delegates have none", async () => {
    const { browser } = await delegate();
    expect((await browser.get("/second-factor")).status).toBe(403);
  });
});

describe("logging in", () => {
  test("asks for the code before there is a session, and then leads where somebody wanted to go", async () => {
    const { uid, email, secret } = await withFactor();
    const before = await sessionsOf(uid);
    const browser = new Browser();
    const password = await typePassword(browser, email, PASSWORD, "/admin/release?x=1");
    expect([password.status, password.location]).toEqual([
      302,
      "/code?redirectTo=%2Fadmin%2Frelease%3Fx%3D1",
    ]);
    expect(browser.cookies.has("session")).toBe(false);
    expect(await sessionsOf(uid)).toEqual(before);
    expect((await browser.get("/admin")).status).toBe(401);
    const page = await password.follow();
    const wrong = await page.press("Continue", { factorCode: wrongCode(secret) });
    expect([wrong.status, wrong.text.includes(accountMessages.factor.wrong)]).toEqual([401, true]);
    const done = await wrong.press("Continue", { factorCode: codeOf(secret, 1) });
    expect([done.status, done.location]).toEqual([302, "/admin/release?x=1"]);
    expect((await browser.get("/admin")).status).toBe(200);
  });

  test("a form whose session had ended is sent on after the code", async () => {
    const { uid, email, secret, browser } = await withFactor();
    await run("DELETE FROM sessions WHERE uid = ?", uid);
    const fields: [string, string][] = [
      ["intent", "preview"],
      ["subject", "Kept subject"],
      ["audience", "drafts"],
    ];
    const refused = await browser.submit("/admin/mail", [...fields, ["body", "Kept body"]]);
    const asked = await (await refused.press("Log in", { email, password: PASSWORD })).follow();
    expect(asked.text).toContain("Type your code");
    const sent = await asked.press("Continue", { factorCode: codeOf(secret, 1) });
    expect([sent.status, sent.location]).toEqual([307, "/admin/mail"]);
    const there = await sent.follow();
    expect(there.html).toContain("Kept subject");
    expect(there.html).not.toContain("factorCode");
  });

  test("is not finished with what another password has made worthless, or ten minutes later", async () => {
    const { uid, email, secret } = await withFactor();
    const late = new Browser();
    await typePassword(late, email, PASSWORD);
    const page = await late.open("/code?redirectTo=%2Fadmin");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * 60_000 });
    try {
      const refused = await page.press("Continue", { factorCode: codeOf(secret) });
      expect([refused.status, refused.text.includes(accountMessages.factor.passwordAgain)]).toEqual([
        401,
        true,
      ]);
    } finally {
      vi.useRealTimers();
    }
    const changed = new Browser();
    await typePassword(changed, email, PASSWORD);
    await run("UPDATE users SET password_hash = password_hash || 'x' WHERE uid = ?", uid);
    expect((await changed.post("/code", { factorCode: codeOf(secret, 1) })).status).toBe(401);
    expect(changed.cookies.has("session")).toBe(false);
  });

  test("with a forged browser entry is refused", async () => {
    const { uid, secret } = await withFactor();
    const stranger = new Browser();
    for (const entry of [
      `${uid}.${Date.now() + 60_000}.`,
      `${uid}.${Date.now() + 60_000}.${"A".repeat(43)}`,
      "x",
    ]) {
      stranger.cookies.set("halfway", encodeURIComponent(btoa(JSON.stringify(entry))));
      expect((await stranger.post("/code", { factorCode: codeOf(secret, 1) })).status).toBe(401);
    }
  });
});

describe("a code", () => {
  test("counts once, and none before it counts any more", async () => {
    const { uid, browser } = await colleague("director");
    const secret = await giveFactor(uid);
    const type = async (code: string) => {
      await codeTyped(uid, null);
      return (await browser.post("/code", { factorCode: code })).status;
    };
    const now = Math.floor(Date.now() / STEP) * STEP + STEP / 2;
    vi.useFakeTimers({ toFake: ["Date"], now });
    try {
      const statuses: [string, number][] = [];
      for (const [name, code] of [
        ["two steps ago", codeOf(secret, -2)],
        ["two steps ahead", codeOf(secret, 2)],
        ["now", codeOf(secret)],
        ["again", codeOf(secret)],
        ["the step before", codeOf(secret, -1)],
        ["the next step", codeOf(secret, 1)],
      ] as const)
        statuses.push([name, await type(code)]);
      expect(statuses).toEqual([
        ...[
          ["two steps ago", 401],
          ["two steps ahead", 401],
          ["now", 302],
          ["again", 401],
        ],
        ...[
          ["the step before", 401],
          ["the next step", 302],
        ],
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("typed in twelve tabs at once counts in one", async () => {
    const { uid } = await colleague("director");
    const secret = await giveFactor(uid);
    const tabs = await Promise.all(Array.from({ length: 12 }, () => signedInAs(uid)));
    const code = codeOf(secret);
    const answers = await Promise.all(tabs.map((tab) => tab.post("/code", { factorCode: code })));
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
  });

  test("of another account is worth nothing", async () => {
    const [own, other] = [await colleague("director"), await colleague("director")];
    await giveFactor(own.uid);
    const theirs = await giveFactor(other.uid);
    expect((await own.browser.post("/code", { factorCode: codeOf(theirs) })).status).toBe(401);
  });

  test("can be guessed five times in a quarter of an hour, also after the right one came too late", async () => {
    const { uid, browser } = await colleague("director");
    const secret = await giveFactor(uid);
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push((await browser.post("/code", { factorCode: wrongCode(secret) })).status);
    statuses.push((await browser.post("/code", { factorCode: codeOf(secret) })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    // The wrong codes do not hold up another session of the owner.
    const other = await signedInAs(uid);
    expect((await other.post("/code", { factorCode: codeOf(secret) })).status).toBe(302);
  });
});

test("a stranger who knows the password cannot guess on from many networks, nor lock the owner out", async () => {
  const { uid, email, secret, browser: signedIn } = await withFactor();
  const unused = () => run("UPDATE factors SET last_step = 0 WHERE uid = ?", uid);
  const known = new Browser("198.51.100.99");
  const logIn = async () => {
    await unused();
    await typePassword(known, email, PASSWORD);
    return (await known.post("/code", { factorCode: codeOf(secret) })).status;
  };
  expect(await logIn()).toBe(302);
  const statuses = new Map<number, number>();
  const first = new Browser("198.51.100.0");
  await typePassword(first, email, PASSWORD);
  const halfway = [...first.cookies].find(([name]) => name.includes("halfway"))!;
  for (let network = 1; network <= 21; network += 1) {
    const stranger = new Browser(`198.51.100.${network}`);
    stranger.cookies.set(...halfway);
    for (let count = 0; count < 5; count += 1) {
      const { status } = await stranger.post("/code", { factorCode: wrongCode(secret) });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  expect(statuses).toEqual(
    new Map([
      [401, 100],
      [429, 5],
    ]),
  );
  await codeTyped(uid, null);
  await unused();
  expect((await signedIn.post("/code", { factorCode: codeOf(secret) })).status).toBe(302);
  known.cookies.delete("session");
  expect(await logIn()).toBe(302);
});

describe("a recovery code", () => {
  test("counts once in whatever spelling, is recorded and told", async () => {
    const { uid, email, browser, codes } = await withFactor();
    await codeTyped(uid, null);
    const [first, second] = codes as [string, string];
    expect(
      (await browser.post("/code", { factorCode: ` ${first.replaceAll("-", " ").toUpperCase()} ` })).status,
    ).toBe(302);
    expect((await browser.post("/code", { factorCode: first })).status).toBe(401);
    expect((await browser.post("/code", { factorCode: second })).status).toBe(302);
    expect(
      (await subjectsTo(email)).filter((subject) => subject === "A recovery code was used"),
    ).toHaveLength(2);
    expect((await browser.open("/second-factor")).text).toContain("8 recovery codes left");
    expect(
      await rows("SELECT 1 FROM audit WHERE actor_uid = ? AND action = 'useRecoveryCode'", uid),
    ).toHaveLength(2);
  });

  test("of another account is worth nothing, and old ones end with new ones", async () => {
    const [own, other] = [await withFactor(), await withFactor()];
    await codeTyped(own.uid, null);
    expect((await own.browser.post("/code", { factorCode: other.codes[0]! })).status).toBe(401);
    await codeTyped(own.uid, 0);
    const renewed = await (await own.browser.open("/second-factor")).press("Make new recovery codes");
    expect(codesOn(renewed.html)).toHaveLength(10);
    expect((await own.browser.post("/code", { factorCode: own.codes[1]! })).status).toBe(401);
    expect((await own.browser.post("/code", { factorCode: codesOn(renewed.html)[0]! })).status).toBe(302);
    expect((await mailsTo(own.email)).map(({ subject }) => subject)).toContain("You have new recovery codes");
  });
});

describe("replacing and switching off", () => {
  test.each(["Make new recovery codes", "Turn off"])("“%s” asks for a fresh code", async (button) => {
    const { uid, browser, secret } = await withFactor();
    await codeTyped(uid, 6);
    const page = await browser.open("/second-factor");
    await changingNothing(
      async () => {
        for (const factorCode of ["", wrongCode(secret)]) {
          const refused = await page.press(button, { factorCode });
          expect([refused.status, refused.text.includes("Confirm with a code")]).toEqual([401, true]);
        }
      },
      { but: ["counters"] },
    );
    expect((await page.press(button, { factorCode: codeOf(secret, 1) })).status).toBeLessThan(400);
  });

  test("another app takes the place of the first, whose codes end", async () => {
    const { uid, browser, secret, codes, email } = await withFactor();
    await codeTyped(uid, 6);
    const page = await browser.open("/second-factor?replace");
    const next = secretOn(page.text);
    const firstCode = codeOf(next);
    expect((await page.press("Replace", { firstCode, factorCode: wrongCode(secret) })).status).toBe(401);
    const done = await page.press("Replace", { firstCode, factorCode: codeOf(secret, 1) });
    expect(codesOn(done.html)).toHaveLength(10);
    await codeTyped(uid, null);
    for (const factorCode of [codeOf(secret, 1), codes[0]!])
      expect((await browser.post("/code", { factorCode })).status).toBe(401);
    expect((await browser.post("/code", { factorCode: codeOf(next, 1) })).status).toBe(302);
    expect((await subjectsTo(email)).at(-1)).toBe("Your second factor was replaced");
  });

  test("off means off: the password alone opens the account, and the owner is told", async () => {
    const { uid, email, browser } = await withFactor();
    const off = await (await browser.open("/second-factor")).press("Turn off");
    expect([off.status, off.location]).toEqual([302, "/second-factor?off"]);
    expect(await rows("SELECT 1 FROM recovery_codes WHERE uid = ?", uid)).toEqual([]);
    expect((await typePassword(new Browser(), email, PASSWORD)).location).toBe("/admin");
    expect((await subjectsTo(email)).at(-1)).toBe("Your second factor is off");
  });

  test("somebody who has left the staff reads that it is off", async () => {
    const { uid, browser } = await withFactor();
    await run("UPDATE users SET admin = 0 WHERE uid = ?", uid);
    await run("DELETE FROM staff WHERE uid = ?", uid);
    const off = await (await browser.open("/second-factor")).press("Turn off");
    const page = await off.follow();
    expect(page.text).toContain(accountMessages.factor.off);
    expect(page.text).not.toContain("Set it up again");
    expect((await browser.open("/second-factor")).status).toBe(403);
    // The page is refused to delegates who never had a second factor.
    const { browser: another } = await delegate();
    expect((await another.open("/second-factor?off")).status).toBe(403);
  });
});

test("no other way in opens a session in a browser without a code", async () => {
  const { uid, email } = await withFactor();
  const known = new Browser();
  await typePassword(known, email, PASSWORD);
  const owned = await sessionsOf(uid);
  // The other ways in are the link for a new device and the link to choose a password.
  const other = new Browser();
  await other.post("/?index", { account: "new-device", email });
  await other.post("/?index", { account: "forgot", email });
  for (const { body } of await mailsTo(email)) {
    const link = /https?:\S+\/(?:known-device|reset-password)\/\S+/.exec(body)?.[0];
    if (!link) continue;
    await other.post(link.slice(ORIGIN.length), { password: "another-conference" });
    const again = await typePassword(other, email, "another-conference");
    if (again.status === 302) expect(again.location).toContain("/code");
    expect(other.cookies.has("session")).toBe(false);
  }
  expect((await sessionsOf(uid)).length).toBeLessThanOrEqual(owned.length);
  const program = await programAs(uid);
  const { factor_typed_at } = await row<{ factor_typed_at: number | null }>(
    "SELECT factor_typed_at FROM sessions WHERE uid = ?",
    uid,
  );
  expect([factor_typed_at, program !== null]).toEqual([null, true]);
});
