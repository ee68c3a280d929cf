import { expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { MOST_SHOWN } from "~/money/awards/grant-list.server.ts";
import { grantMessages } from "~/money/awards/messages.ts";
import { newId } from "~/platform/ids.server.ts";
import { signedIn } from "../../support/browser.ts";
import { CONFERENCE, delegate, readyToPay } from "../../support/people.ts";
import { row, rows, run } from "../../support/storage.ts";

const DESK = "/admin/grants";
const director = await signedIn("director");

const add = (intent: string, fields: Record<string, string>) => addAs("", intent, fields);

/** Sends the form with this id. If the id is empty, the portal treats every form as a new one. */
const addAs = (entry: string, intent: string, fields: Record<string, string>) =>
  director.post(DESK, {
    ...{ intent, entry },
    ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${intent}-${name}`, value])),
  });

const audited = (action: string) =>
  rows<{ detail: string }>("SELECT detail FROM audit WHERE action = ? ORDER BY at", action);

test("a budget, a code and an award are made, shown, and make a pass cheaper", async () => {
  const fund = { "budget-title": "Diversity fund", "budget-amount": "$1000" };
  expect((await (await director.open(DESK)).press("Add the budget", fund)).status).toBe(302);
  const { id: budgetId } = await row<{ id: string }>("SELECT id FROM budgets WHERE cents = 100000");
  const code = {
    code: "spring 24",
    title: "Spring",
    size: "10%",
    budgetId,
    passType: "goldPlus",
    maxUses: "3",
  };
  expect((await add("code", { ...code, roundId: "early", lastDay: "2022-12-31" })).status).toBe(302);
  expect(
    await row("SELECT code, percent, max_uses, round_id, valid_until FROM grants WHERE kind = 'code'"),
  ).toEqual({
    ...{ code: "SPRING24", percent: 10, max_uses: 3, round_id: "early" },
    valid_until: Date.parse("2023-01-01T04:59:59Z"),
  });
  const { uid, email, browser } = await readyToPay();
  expect(
    (await add("award", { people: email, title: "Diversity award", size: "$100", budgetId })).status,
  ).toBe(302);
  const page = await director.open(DESK);
  expect(page.text).toMatch(/Mei Chen \S+@\S+ Diversity award \$100 Diversity fund Not used yet/);
  expect(page.text).toMatch(/SPRING24 Spring 10% Harvard Conference ticket, .* 0 of 3/);
  expect(page.text).toMatch(/Diversity fund \$1,000 \$0 \$1,000/);

  expect((await browser.open("/decision")).text).toContain(
    "Diversity award: $100 off the price of your pass.",
  );
  expect((await browser.open("/register?code=Spring24")).text).toMatch(/-\$100 Spring -\$39\.50 .*\$355\.50/);
  const PAID = { intendedPassCost: "355.50", total: "355.50", code: "spring24", intent: "pay" };
  const card = {
    firstName: "Mei",
    lastName: "Chen",
    cardNumber: "4111111111111111",
    expirationDate: "12/30",
    cardCode: "123",
  };
  expect((await browser.post("/register?code=spring24", { ...PAID, ...card })).status).toBe(302);
  const after = (await director.open(DESK)).text;
  expect(after).toMatch(/Diversity fund Used/);
  expect(after).toMatch(/1 of 3/);
  expect(after).toMatch(/Diversity fund \$1,000 \$139\.50 \$860\.50/);

  // A code that has ended is not deducted any more. What it took off earlier bills stays.
  const used = await row<{ id: string }>("SELECT id FROM grants WHERE kind = 'code' AND ended_at IS NULL");
  expect((await director.post(DESK, { intent: "end", id: used.id })).status).toBe(302);
  const other = await readyToPay();
  expect((await other.browser.open("/register?code=spring24")).text).toContain("You cannot use this code");
  expect((await director.open(DESK)).text).toMatch(/\$139\.50 \$860\.50/);
  expect(await rows("SELECT cents FROM grant_uses ORDER BY cents")).toEqual([
    { cents: 3_950 },
    { cents: 10_000 },
  ]);
  expect(JSON.parse((await audited("award"))[0]!.detail)).toMatchObject({
    uid,
    amountCents: 10_000,
    budgetId,
  });
  expect(await audited("end grant")).toHaveLength(1);
  // The name of the code is free again.
  expect((await add("code", { code: "SPRING24", title: "Again", size: "5%" })).status).toBe(302);
  const taken = await add("code", { code: "spring24", title: "Once more", size: "5%" });
  expect(taken.status).toBe(400);
  expect(await taken.text()).toContain(grantMessages.codeTaken);
});

test("many are given awards at once; each line that is not says why and stays, and nobody gets two", async () => {
  const [one, two, undecided] = [await readyToPay(), await readyToPay(), await delegate()];
  const people = [
    one.email.toUpperCase(),
    `${two.email}, 50%`,
    one.email,
    "nobody@example.com",
    undecided.email,
    "Mei Chen",
    "",
  ].join("\n");
  const answer = await add("award", { people, title: "Award", size: "80%", budgetId: "" });
  expect(answer.status).toBe(400);
  const text = await answer.text();
  expect(text).toContain(grantMessages.onlySome(2, 4));
  for (const reason of ["hasAward", "noAccount", "noApplication", "notALine"] as const)
    expect(text).toContain(grantMessages[reason]);
  const left = [one.email, "nobody@example.com", undecided.email, "Mei Chen"].join("\n");
  expect(text).toContain(`>${left}</textarea>`);
  expect(
    await rows("SELECT uid, percent FROM grants WHERE uid IN (?, ?) ORDER BY percent", one.uid, two.uid),
  ).toEqual([
    { uid: two.uid, percent: 50 },
    { uid: one.uid, percent: 80 },
  ]);
  const again = await add("award", { people: one.email, title: "Award", size: "80%", budgetId: "" });
  expect(await again.text()).toContain(grantMessages.hasAward);
});

test("a form that is sent twice gives its awards and makes its code once, and succeeds both times", async () => {
  const [one, two] = [await readyToPay(), await readyToPay()];
  const entry = newId();
  const people = `${one.email}, 50%\n${two.email}`;
  const awards = () => addAs(entry, "award", { people, title: "Award", size: "20%", budgetId: "" });
  const both = await Promise.all([awards(), awards()]);
  const statuses = [...both, await awards()].map(({ status }) => status);
  expect(statuses).toEqual([302, 302, 302]);
  expect(await rows("SELECT 1 FROM grants WHERE uid IN (?, ?)", one.uid, two.uid)).toHaveLength(2);
  // The same form with another size asks for another award, so it is refused. If the form is sent again after its award
  // has ended, the award is not given again.
  const larger = await addAs(entry, "award", {
    people: one.email,
    title: "Award",
    size: "60%",
    budgetId: "",
  });
  expect(await larger.text()).toContain(grantMessages.hasAward);
  const { id } = await row<{ id: string }>("SELECT id FROM grants WHERE uid = ?", one.uid);
  expect((await director.post(DESK, { intent: "end", id })).status).toBe(302);
  expect(await (await awards()).text()).toContain(grantMessages.awardEnded);
  const given = "SELECT 1 FROM audit WHERE action = 'award' AND detail LIKE ?";
  expect(await rows(given, `%${one.uid}%`)).toHaveLength(1);

  const made = newId();
  const code = (size: string) => addAs(made, "code", { code: "TWICE", title: "Twice", size });
  const answers = [...(await Promise.all([code("5%"), code("5%")])), await code("5%")];
  expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
  expect(await (await code("6%")).text()).toContain(grantMessages.madeAlready);
  expect(await rows("SELECT 1 FROM grants WHERE code = 'TWICE'")).toHaveLength(1);
});

test("an award for one person, sent twice, is given once and succeeds both times", async () => {
  const { uid } = await readyToPay();
  const entry = newId();
  const give = () =>
    director.post(`/admin/payments/person/${uid}`, {
      ...{ intent: "award", entry, "award-title": "Award", "award-size": "$100", "award-budgetId": "" },
    });
  const answers = [...(await Promise.all([give(), give()])), await give()];
  expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
  const { id } = await row<{ id: string }>("SELECT id FROM grants WHERE uid = ?", uid);
  expect((await director.post(DESK, { intent: "end", id })).status).toBe(302);
  const ended = await give();
  expect([ended.status, await ended.text()]).toEqual([
    400,
    expect.stringContaining(grantMessages.madeAlready),
  ]);
});

test("a budget of another conference is refused", async () => {
  await run("INSERT INTO budgets VALUES ('elsewhere', 'hconf_2023', 'Elsewhere', 100, 'x', 0)");
  const answer = await add("code", { code: "ELSEWHERE", title: "Code", size: "5%", budgetId: "elsewhere" });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(grantMessages.unknownBudget);
  const { email, uid } = await readyToPay();
  const award = await add("award", { people: email, title: "Award", size: "5%", budgetId: "elsewhere" });
  expect(await award.text()).toContain(grantMessages.unknownBudget);
  expect(await rows("SELECT 1 FROM grants WHERE uid = ? OR code = 'ELSEWHERE'", uid)).toEqual([]);
  expect(await rows("SELECT 1 FROM grants WHERE conference_id <> ?", CONFERENCE)).toEqual([]);
});

test("delegates and reviewers do not get there", async () => {
  for (const account of ["submitted", "reviewer"]) {
    const browser = await signedIn(account);
    expect((await browser.fetch(DESK)).status).toBe(403);
    expect((await browser.post(DESK, { intent: "award", "award-people": demoUid("submitted") })).status).toBe(
      403,
    );
  }
});

test("a code is shown however many awards are newer, and lists that are cut say so", async () => {
  const many = (kind: "award" | "code", number: number) =>
    run(
      `INSERT INTO grants (id, conference_id, kind, title, code, uid, percent, created_by, created_at)
        SELECT 'many-' || ?1 || value, ?2, ?1, 'One of many', iif(?1 = 'code', 'MANY' || value, NULL),
          iif(?1 = 'award', 'many-' || value, NULL), 10, 'x', ?3 FROM json_each(?4)`,
      ...[kind, CONFERENCE, Date.now() + 1000],
      JSON.stringify(Array.from({ length: number }, (_, index) => index)),
    );
  const cut = grantMessages.newest(MOST_SHOWN);
  try {
    expect((await add("code", { code: "OLDEST", title: "Oldest", size: "10%" })).status).toBe(302);
    expect((await director.open(DESK)).text).not.toContain(cut);
    await many("award", MOST_SHOWN + 1);
    const shown = (await director.open(DESK)).text;
    expect(shown).toContain("OLDEST");
    expect(shown.split(cut)).toHaveLength(2);
    await many("code", MOST_SHOWN + 1);
    expect((await director.open(DESK)).text.split(cut)).toHaveLength(3);
  } finally {
    await run("UPDATE grants SET ended_at = 1 WHERE title = 'One of many'");
  }
});
