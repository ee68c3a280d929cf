import { expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { staffMessages } from "~/staff/messages.ts";
import { Browser, signedIn } from "../support/browser.ts";
import { CONFERENCE, delegate, PASSWORD } from "../support/people.ts";
import { Program, SIGN_IN } from "../support/programs.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";

const disabledAt = async (uid: string) =>
  (await row<{ disabled_at: number | null }>("SELECT disabled_at FROM users WHERE uid = ?", uid)).disabled_at;

/** A new director for this test. */
async function director() {
  const person = await delegate();
  await run("UPDATE users SET admin = 1 WHERE uid = ?", person.uid);
  await run("INSERT INTO staff (uid, abilities, created_at) VALUES (?, '[\"everything\"]', 0)", person.uid);
  return person;
}

test("accounts are listed by address and found by its beginning or by a name", async () => {
  const { browser } = await director();
  const page = await browser.open("/admin/accounts?search=REVIEWER@");
  expect(page.text).toMatch(/reviewer@hpair\.example Since [^,]*? Reviewer/);
  expect(page.text).not.toContain("director@hpair.example");
  for (const search of ["nguyen", "minh chau", "Nguyễn  minh"]) {
    const found = await browser.open(`/admin/accounts?search=${encodeURIComponent(search)}`);
    expect(found.text, search).toContain("regular@hpair.example");
    expect(found.text, search).toMatch(/Minh Châu Nguyễn regular@hpair\.example Since/);
    expect(found.html, search).toContain(`/admin/delegates/${demoUid("regular")}?show=everyone`);
  }
  expect((await browser.open("/admin/accounts?search=nobody")).text).toContain("No accounts here");
});

test("the list goes on page by page, nobody twice", async () => {
  const { browser } = await director();
  for (let n = 0; n < 120; n += 1)
    await run(
      "INSERT INTO users (uid, email, email_key, password_hash, created_at) VALUES (?1, ?2, ?2, '', 0)",
      `paged-${n}`,
      `paged${String(n).padStart(3, "0")}@many.example`,
    );
  const seen: string[] = [];
  let path: string | undefined = "/admin/accounts?search=paged";
  while (path) {
    const { html }: { html: string } = await browser.open(path);
    seen.push(...[...html.matchAll(/href="\/admin\/accounts\/(paged-\d+)\?/g)].map(([, uid]) => uid!));
    path = /<a href="([^"]*)" rel="next">Next page/.exec(html)?.[1]?.replaceAll("&amp;", "&");
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => `paged-${n}`));
});

test("a disabled account is logged out everywhere and cannot log in, in a browser or a program, until it is enabled", async () => {
  const admin = await director();
  const { uid, email, browser } = await delegate();
  const program = new Program(null, "", "198.51.100.31");
  const { body: tokens } = await program.post(SIGN_IN, { email, password: PASSWORD });
  const signedInProgram = new Program(tokens.idToken, tokens.refreshToken, "198.51.100.31");
  expect((await signedInProgram.call("getDecision")).status).toBe(200);

  const page = await admin.browser.open(`/admin/accounts/${uid}`);
  const refused = await changingNothing(() => page.press("Disable", { reason: " " }));
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(staffMessages.account.reasonNeeded);
  expect((await page.press("Disable", { reason: "Asked us to" })).location).toBe(`/admin/accounts/${uid}`);
  expect(await disabledAt(uid)).not.toBeNull();
  expect(await rows("SELECT * FROM sessions WHERE uid = ?", uid)).toEqual([]);
  expect((await browser.get("/application")).status).toBe(401);
  expect((await signedInProgram.call("getDecision")).status).toBe(401);
  expect((await signedInProgram.refresh()).status).toBe(400);
  expect((await program.post(SIGN_IN, { email, password: PASSWORD })).status).toBe(400);
  const visitor = new Browser("198.51.100.32");
  const wrong = await visitor.post("/?index", { account: "sign-in", email, password: PASSWORD });
  expect(wrong.status).toBe(401);
  expect(await wrong.text()).toContain("Invalid email/password combination.");
  expect((await page.press("Disable", { reason: "Once more" })).status).toBe(409);

  const again = await admin.browser.open(`/admin/accounts/${uid}`);
  expect((await again.press("Enable", { reason: "A mistake" })).status).toBe(302);
  const back = await visitor.post("/?index", { account: "sign-in", email, password: PASSWORD });
  expect(back.status).toBe(302);
  const acts = await rows<{ action: string; actor_uid: string; detail: string }>(
    "SELECT action, actor_uid, detail FROM audit WHERE object = ? ORDER BY rowid",
    `users/${uid}`,
  );
  expect(acts).toEqual([
    { action: "disableAccount", actor_uid: admin.uid, detail: '{"reason":"Asked us to"}' },
    { action: "enableAccount", actor_uid: admin.uid, detail: '{"reason":"A mistake"}' },
  ]);
});

test("to disable an account twice does it once; somebody else with another reason is told that it has changed", async () => {
  const [admin, other, person] = [await director(), await director(), await delegate()];
  const page = await admin.browser.open(`/admin/accounts/${person.uid}`);
  const others = await other.browser.open(`/admin/accounts/${person.uid}`);
  const press = () => page.press("Disable", { reason: "Asked us to" });
  expect((await press()).status).toBe(302);
  expect((await changingNothing(press)).status).toBe(302);
  const refused = await changingNothing(() => others.press("Disable", { reason: "Wrote to others" }));
  expect([refused.status, refused.text.includes(staffMessages.account.notChanged)]).toEqual([409, true]);
  expect(refused.html).toContain("Wrote to others");
});

test("nobody disables themselves, and if two directors disable each other one is left", async () => {
  const [one, other] = [await director(), await director()];
  const own = await one.browser.open(`/admin/accounts/${one.uid}`);
  expect(own.has("Disable")).toBe(false);
  const refused = await changingNothing(() =>
    one.browser.post(`/admin/accounts/${one.uid}`, { intent: "disable", reason: "Tired" }),
  );
  expect(refused.status).toBe(409);
  const disable = (by: typeof one, whom: typeof one) =>
    by.browser.post(`/admin/accounts/${whom.uid}`, { intent: "disable", reason: "Quarrel" });
  await Promise.all([disable(one, other), disable(other, one)]);
  expect([await disabledAt(one.uid), await disabledAt(other.uid)].filter((at) => at === null)).toHaveLength(
    1,
  );
});

test("only a director disables or enables accounts, and only existing ones", async () => {
  const { uid, browser } = await delegate();
  const fields = { intent: "disable", reason: "x" };
  await changingNothing(
    async () => {
      for (const who of [browser, await signedIn("reviewer"), new Browser()])
        expect([401, 403]).toContain((await who.post(`/admin/accounts/${uid}`, fields)).status);
      const admin = await signedIn("director");
      expect((await admin.post("/admin/accounts/nobody", fields)).status).toBe(404);
    },
    { but: ["sessions"] },
  );
});

test("payments are found by the name on the application, too", async () => {
  const { browser } = await director();
  const found = await browser.open("/admin/payments?search=goldplus");
  const name = /<th [^>]*scope="row"[^>]*><a[^>]*><bdi>([^<]+)</.exec(found.html)?.[1] ?? "";
  const last = name.split(" ").at(-1)!;
  expect(last.length).toBeGreaterThan(2);
  for (const search of [last.toUpperCase(), last.slice(0, 3), name]) {
    const page = await browser.open(`/admin/payments?search=${encodeURIComponent(search)}`);
    expect(page.text, search).toContain("goldplus@hpair.example");
    expect(page.text, search).not.toContain("gold@hpair.example");
  }
  expect(await rows("SELECT 1 FROM payments WHERE conference_id = ?", CONFERENCE)).not.toHaveLength(1);
});
