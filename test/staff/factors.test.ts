import { describe, expect, onTestFinished, test } from "vitest";
import { accountMessages } from "~/accounts/messages.ts";
import { staffMessages } from "~/staff/messages.ts";
import { Browser } from "../support/browser.ts";
import { codeOf, codeTyped, giveFactor, typePassword } from "../support/factors.ts";
import { mailsTo, subjectsTo } from "../support/mails.ts";
import { PASSWORD } from "../support/people.ts";
import { type Colleague, colleague } from "../support/staff.ts";
import { row, rows, run } from "../support/storage.ts";

const PAGE = "/admin/manage-staff/second-factor";
const HOUR = 60 * 60 * 1000;

/** A director who has a second factor and typed a code a moment ago. */
async function director(): Promise<Colleague & { secret: string }> {
  const person = await colleague("director");
  const secret = await giveFactor(person.uid);
  await codeTyped(person.uid, 0);
  return { ...person, secret };
}

const post = async ({ browser }: Colleague, intent: string, uid: string) => {
  const answer = await browser.post(PAGE, { intent, uid });
  return [answer.status, await answer.text()] as const;
};

const hasFactor = async (uid: string) =>
  (await rows("SELECT 1 FROM factors WHERE uid = ?", uid)).length === 1;

/* ------------------------------------------------------------------ who must have one */

describe("who must have a second factor", () => {
  /** Sets the rule as a director does. It holds for these abilities, from a wall time in the zone of the deadlines. */
  async function ruled(abilities: string[], from: string) {
    onTestFinished(async () => {
      await run("DELETE FROM settings WHERE key = 'factorRule'");
    });
    const { browser } = await director();
    const page = await browser.open(PAGE);
    const kept = page.form("Save").fields.filter(([name]) => name !== "abilities" && name !== "from");
    const saved = await browser.submit(PAGE, [
      ...[...kept, ["intent", "rule"] as [string, string], ["from", from] as [string, string]],
      ...abilities.map((ability) => ["abilities", ability] as [string, string]),
    ]);
    return saved;
  }

  test("is said by a director, recorded, and at first asked for with its date on the hub", async () => {
    const saved = await ruled(["money", "decide"], "2030-01-02T09:00");
    expect([saved.status, saved.location]).toEqual([302, PAGE]);
    const treasurer = await colleague("treasurer");
    const hub = await treasurer.browser.open("/admin");
    expect([hub.status, hub.text.includes("2 January 2030") || hub.text.includes("January 2, 2030")]).toEqual(
      [200, true],
    );
    expect(hub.text).toContain("Set up your second factor");
    for (const role of ["reviewer", "door", "content"] as const)
      expect((await (await colleague(role)).browser.open("/admin")).text).not.toContain("second factor");
    expect((await (await director()).browser.open("/admin")).text).not.toContain("Set up your second factor");
    expect(await rows("SELECT 1 FROM audit WHERE action = 'setFactorRule'")).not.toEqual([]);
  });

  test("keeps them, from then on, from all pages and files of the staff but the one to set it up", async () => {
    await ruled(["money", "decide"], "2022-12-01T00:00");
    for (const role of ["treasurer", "decisions", "director"] as const) {
      const { browser } = await colleague(role);
      for (const path of ["/admin", "/admin/payments", "/admin/delegates", "/admin/registrations.csv"]) {
        const { status, location } = await browser.open(path);
        expect([role, path, status, location]).toEqual([role, path, 302, "/second-factor?first"]);
      }
      expect((await browser.post("/admin/payments/invoicing", { intent: "propose" })).status).toBe(403);
      expect((await browser.open("/second-factor?first")).text).toContain(accountMessages.factor.mustHave);
    }
    for (const role of ["reviewer", "door", "content"] as const)
      expect((await (await colleague(role)).browser.get("/admin")).status).toBe(200);
    expect((await (await director()).browser.get("/admin")).status).toBe(200);
  });

  test("cannot be said of the door, nor without a time", async () => {
    expect((await ruled(["door"], "2030-01-02T09:00")).status).toBe(400);
    const refused = await ruled(["money"], "");
    expect([refused.status, refused.text.includes("Required from: This field is required")]).toEqual([
      400,
      true,
    ]);
    expect(await rows("SELECT 1 FROM settings WHERE key = 'factorRule'")).toEqual([]);
  });

  test("is nobody when nothing is ticked", async () => {
    await ruled(["money"], "2022-12-01T00:00");
    expect((await ruled([], "")).status).toBe(302);
    expect((await (await colleague("treasurer")).browser.get("/admin")).status).toBe(200);
  });
});

/* ------------------------------------------------------------------ a lost phone */

describe("a lost phone", () => {
  test("takes two directors; the person then logs in with the password and is told, as all directors are", async () => {
    const [lost, one, two] = [await director(), await director(), await director()];
    expect((await post(one, "ask", lost.uid))[0]).toBe(302);
    expect((await subjectsTo(lost.email)).at(-1)).toBe("Somebody asked to reset your second factor");
    expect(await hasFactor(lost.uid)).toBe(true);
    expect((await two.browser.open(PAGE)).text).toContain(`${one.email} asked to remove it.`);
    expect((await post(two, "confirm", lost.uid))[0]).toBe(302);
    expect(await hasFactor(lost.uid)).toBe(false);
    expect((await lost.browser.get("/admin")).status).toBe(401);
    const again = new Browser();
    expect((await typePassword(again, lost.email, PASSWORD)).location).toBe("/admin");
    expect((await again.get("/second-factor")).status).toBe(200);
    for (const { email } of [lost, one, two]) {
      const mail = (await mailsTo(email)).at(-1)!;
      expect([mail.subject, mail.body.includes(lost.email)]).toEqual(["A second factor was reset", true]);
    }
    expect(
      await row(
        "SELECT actor_uid, detail FROM audit WHERE action = 'resetFactor' AND object = ?",
        `users/${lost.uid}`,
      ),
    ).toEqual({ actor_uid: two.uid, detail: JSON.stringify({ askedBy: one.uid }) });
  });

  test("is asked for once: who presses twice is told so, another director is not put in their place", async () => {
    const [lost, one, two] = [await director(), await director(), await director()];
    const before = (await subjectsTo(lost.email)).length;
    const answers = await Promise.all([post(one, "ask", lost.uid), post(one, "ask", lost.uid)]);
    expect(answers.map(([status]) => status)).toEqual([302, 302]);
    expect((await post(one, "ask", lost.uid))[0]).toBe(302);
    expect((await post(two, "ask", lost.uid))[0]).toBe(409);
    expect((await two.browser.open(PAGE)).text).toContain(`${one.email} asked to remove it.`);
    expect((await subjectsTo(lost.email)).slice(before)).toEqual([
      "Somebody asked to reset your second factor",
    ]);
    await run("UPDATE factor_resets SET asked_at = ? WHERE uid = ?", Date.now() - 25 * HOUR, lost.uid);
    expect((await post(two, "ask", lost.uid))[0]).toBe(302);
    expect(await subjectsTo(lost.email)).toHaveLength(before + 2);
  });

  test.each<
    [
      string,
      (people: { lost: Colleague; one: Colleague; two: Colleague }) => Promise<unknown>,
      "one" | "two" | "lost",
    ]
  >([
    ["by one alone", async ({ one, lost }) => post(one, "ask", lost.uid), "one"],
    ["by the person", async ({ one, lost }) => post(one, "ask", lost.uid), "lost"],
    ["before anybody asked", async () => undefined, "two"],
    [
      "a day later",
      async ({ one, lost }) => {
        await post(one, "ask", lost.uid);
        await run("UPDATE factor_resets SET asked_at = ? WHERE uid = ?", Date.now() - 25 * HOUR, lost.uid);
      },
      "two",
    ],
    [
      "after it was taken back",
      async ({ one, two, lost }) => {
        await post(one, "ask", lost.uid);
        await post(two, "withdraw", lost.uid);
      },
      "two",
    ],
    [
      "once who asked is a director no more",
      async ({ one, lost }) => {
        await post(one, "ask", lost.uid);
        await run(`UPDATE staff SET abilities = '["read"]' WHERE uid = ?`, one.uid);
      },
      "two",
    ],
  ])("is not confirmed %s", async (_, before, who) => {
    const people = { lost: await director(), one: await director(), two: await director() };
    await before(people);
    const [status] = await post(people[who], "confirm", people.lost.uid);
    expect([status >= 400 && status < 500, await hasFactor(people.lost.uid)]).toEqual([true, true]);
  });

  test("cannot be asked for by the person, who is told why", async () => {
    const lost = await director();
    const [status, text] = await post(lost, "ask", lost.uid);
    expect([status, text.includes(staffMessages.factors.notOwn.slice(0, 20))]).toEqual([403, true]);
  });

  test("twelve who confirm at once reset it once", async () => {
    const [lost, one] = [await director(), await director()];
    await post(one, "ask", lost.uid);
    const others = await Promise.all(Array.from({ length: 12 }, () => director()));
    const answers = await Promise.all(others.map((other) => post(other, "confirm", lost.uid)));
    expect(answers.filter(([status]) => status === 302)).toHaveLength(1);
    expect(
      await rows("SELECT 1 FROM audit WHERE action = 'resetFactor' AND object = ?", `users/${lost.uid}`),
    ).toHaveLength(1);
  });

  test("asking and confirming need a fresh code of one's own", async () => {
    const [lost, one, two] = [await director(), await director(), await director()];
    await codeTyped(one.uid, 6);
    expect((await post(one, "ask", lost.uid))[0]).toBe(401);
    expect(
      (await one.browser.post(PAGE, { intent: "ask", uid: lost.uid, factorCode: codeOf(one.secret) })).status,
    ).toBe(302);
    await codeTyped(two.uid, 6);
    expect((await post(two, "confirm", lost.uid))[0]).toBe(401);
    expect(await hasFactor(lost.uid)).toBe(true);
  });
});
