import { expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { decisionMessages } from "~/decisions/messages.ts";
import { grantMessages } from "~/money/awards/messages.ts";
import { type Applicant, applicants } from "../support/applicants.ts";
import { signedIn } from "../support/browser.ts";
import { applied, applyButton, planned, UPLOAD } from "../support/decision-plans.ts";
import { withInvoicing } from "../support/invoicing.ts";
import { CONFERENCE } from "../support/people.ts";
import { colleague } from "../support/staff.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";

const PLANS = { but: ["plans", "decision_lines", "sessions"] };
const director = await signedIn("director");

const fileWith = (lines: [{ email: string }, string, string][], name = "awards.csv") =>
  new File(
    [
      ["email,decision,award", ...lines.map(([{ email }, ...cells]) => [email, ...cells].join(","))].join(
        "\n",
      ),
    ],
    name,
  );

type AwardRow = { uid: string; title: string; percent: number | null; amount_cents: number | null };

/** The awards that these people have now. */
const awardsOf = (people: { uid: string }[]) =>
  rows<AwardRow>(
    `SELECT uid, title, percent, amount_cents FROM grants
      WHERE ended_at IS NULL AND uid IN (SELECT value FROM json_each(?)) ORDER BY uid`,
    JSON.stringify(people.map(({ uid }) => uid)),
  );

const decisionOf = ({ uid }: { uid: string }) => row("SELECT * FROM decisions WHERE uid = ?", uid);

const give = async ({ email }: { email: string }, size: string) => {
  const fields = { "award-people": email, "award-title": "By hand", "award-size": size };
  expect((await director.post("/admin/grants", { intent: "award", ...fields })).status).toBe(302);
};

/**
 * Three people. Staff gave the first an award of 50%, the second no award, and the third an award of $100. The third
 * was told “Accepted”.
 */
async function three(name: string) {
  const [first, second, third] = (await applicants(name, 3)) as [Applicant, Applicant, Applicant];
  await run(
    "INSERT INTO decisions (conference_id, uid, decision, set_by, set_at, told_at) VALUES (?, ?, 'Accepted', 'x', 5, 6)",
    ...[CONFERENCE, third.uid],
  );
  await give(first, "50%");
  await give(third, "$100");
  return [first, second, third] as const;
}

test("a file gives, replaces and ends awards with the decisions, and an undo brings both back", async () => {
  const [first, second, third] = await three("given");
  await run("INSERT INTO budgets VALUES ('fund', ?, 'Diversity fund', 500000, 'x', 0)", CONFERENCE);
  const before = { awards: await awardsOf([first, second, third]), decision: await decisionOf(third) };
  const asked = fileWith([
    [first, "Accepted", "whole"],
    [second, "Accepted", "$250"],
    [third, "", "none"],
  ]);
  const terms = { awardTitle: "Diversity award", awardBudget: "fund" };
  const plan = await changingNothing(() => planned(director, asked, terms), PLANS);
  expect(plan.text).toContain("2 new, 3 with an award.");
  expect(plan.text).toMatch(/Award: 50% → 100% ?, Diversity award/);
  expect(plan.text).toContain("Award: none → $250");
  expect(plan.text).toContain("Award: $100 → none");
  expect(plan.text).toContain("1 line would change an award that the delegate sees at once.");
  expect(plan.text).not.toContain("would change a decision that the delegate can already see");
  expect(applyButton(plan)).toBe("Apply 3 changes");

  const done = await applied(plan);
  const given = { title: "Diversity award", budget_id: "fund", created_by: demoUid("director"), max_uses: 1 };
  expect(
    await rows(
      `SELECT uid, title, percent, amount_cents, budget_id, created_by, max_uses FROM grants
        WHERE ended_at IS NULL AND uid IN (?, ?, ?) ORDER BY uid`,
      ...[first.uid, second.uid, third.uid],
    ),
  ).toEqual([
    { uid: first.uid, ...given, percent: 100, amount_cents: null },
    { uid: second.uid, ...given, percent: null, amount_cents: 25_000 },
  ]);
  // A decision that the file did not change keeps its version: it stays visible, and nobody is told again.
  expect(await decisionOf(third)).toEqual(before.decision);
  expect(await decisionOf(first)).toMatchObject({ decision: "Accepted", told_at: null });
  expect(
    await row("SELECT detail FROM audit WHERE action = 'applyDecisions' ORDER BY at DESC LIMIT 1"),
  ).toEqual({ detail: '{"added":2,"changed":0,"removed":0,"awards":3}' });

  const undo = await (await done.press("Undo")).follow();
  expect(undo.text).toContain("2 taken away, 3 with an award.");
  await applied(undo);
  expect(await awardsOf([first, second, third])).toEqual(before.awards);
  expect(await rows("SELECT uid FROM decisions WHERE uid IN (?, ?)", first.uid, second.uid)).toEqual([]);
  expect(await decisionOf(third)).toEqual(before.decision);
});

test("a plan is refused once an award in it has moved, and so is an undo", async () => {
  const [first, second, third] = await three("moved");
  const plan = await planned(director, fileWith([[second, "", "10%"]]));
  await give(second, "20%");
  const late = await changingNothing(() => director.post(plan.path, { intent: "apply" }));
  expect(late.status).toBe(409);
  expect(await late.text()).toContain("Nothing was applied");
  expect(await awardsOf([second])).toMatchObject([{ percent: 20 }]);

  const done = await applied(
    await planned(
      director,
      fileWith([
        [first, "", "none"],
        [third, "", "5%"],
      ]),
    ),
  );
  await give(first, "30%");
  const undo = await (await done.press("Undo")).follow();
  expect(undo.text).toContain(decisionMessages.plan.changedSince);
  expect(applyButton(undo)).toBeUndefined();
});

test("the exported file changes nothing, and shows awards to those who may give them", async () => {
  const [first] = await three("exported");
  await run("UPDATE grants SET percent = NULL, amount_cents = 100000 WHERE uid = ?", first.uid);
  const text = await (await director.get("/admin/decisions.csv")).text();
  expect(text.split("\r\n")[0]).toMatch(/"decision","award"$/);
  expect(text).toMatch(new RegExp(`${first.email}.*\\$1,000`));
  const plan = await planned(director, new File([text], "again.csv"));
  expect(plan.text).toMatch(/again\.csv Nothing changes [\d,]+ unchanged\./);
  expect(applyButton(plan)).toBeUndefined();
});

test("who may decide and not give awards is refused a file with awards, its plan, and its undo", async () => {
  const [first, second] = await three("decider");
  const { browser: decider } = await colleague("decisions");
  const asked = fileWith([[first, "Accepted", "10%"]]);
  expect((await decider.open(UPLOAD)).text).not.toContain("Awards in the file");
  expect((await director.open(UPLOAD)).text).toContain("Awards in the file");
  const table = await asked.text();
  const refused = await changingNothing(() => decider.post(UPLOAD, { table }), PLANS);
  expect(refused.status).toBe(403);
  const said = await refused.text();
  expect(said).toContain(decisionMessages.file.awardsNeedMoney);
  expect(said).toContain(`${first.email},Accepted,10%`);
  expect((await (await decider.get("/admin/decisions.csv")).text()).split("\r\n")[0]).not.toContain("award");

  const plan = await planned(director, asked);
  for (const intent of ["apply", "undo"]) {
    if (intent === "undo") await applied(plan);
    const answer = await changingNothing(() => decider.post(plan.path, { intent }));
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("gives or ends awards");
  }
  // The decider may apply a plan without awards.
  await applied(await planned(decider, new File([`email,decision\n${second.email},Rejected`], "plain.csv")));
});

test("an award that needs two people needs a budget here, and its line is refused without one", async () => {
  const [first, second, third] = await three("two");
  const terms = { awardTitle: "Diversity award" };
  const tooMuch: [Applicant, string, string][] = [
    [first, "Accepted", "whole"],
    [second, "Accepted", "$500.01"],
  ];
  for (const line of tooMuch) {
    const plan = await planned(director, fileWith([line]), terms);
    expect(plan.text).toContain(decisionMessages.file.awardNeedsTwo("$500"));
    expect(applyButton(plan)).toBeUndefined();
  }
  await applied(await planned(director, fileWith([[third, "", "$500"]]), terms));
  expect(await awardsOf([third])).toMatchObject([{ percent: null, amount_cents: 500_00 }]);
});

test("a plan that was made under another limit is refused once an award in it needs two people", async () => {
  const [first] = await three("limit");
  const plan = await planned(director, fileWith([[first, "Accepted", "$400"]]), { awardTitle: "Award" });
  await withInvoicing({ moneyOutCents: 300_00 }, async () => {
    const refused = await changingNothing(() => director.post(plan.path, { intent: "apply" }));
    expect(refused.status).toBe(409);
  });
  await applied(plan);
  expect(await awardsOf([first])).toMatchObject([{ amount_cents: 400_00 }]);
});

test("awards come out of a budget of this conference", async () => {
  const [first] = await three("budget");
  await run("INSERT INTO budgets VALUES ('elsewhere', 'aconf_2022', 'Old fund', 500000, 'x', 0)");
  const answer = await director.upload(UPLOAD, {
    file: fileWith([[first, "Accepted", "10%"]]),
    awardTitle: "Diversity award",
    awardBudget: "elsewhere",
  });
  expect(answer.status).toBe(400);
  const said = await answer.text();
  expect(said).toContain(grantMessages.unknownBudget);
  expect(said).toContain('value="Diversity award"');
});

test("who does not see money reads the decisions of a plan, and nothing of its awards", async () => {
  const [first, second] = await three("unseen");
  const lines: Parameters<typeof fileWith>[0] = [
    [first, "Rejected", "75%"],
    [second, "Accepted", "$250"],
  ];
  const plan = await planned(director, fileWith(lines, "hidden.csv"), { awardTitle: "Hidden award" });
  const AWARDS = /Hidden award|with an award|Award:|75%|\$250/;
  expect(plan.text).toMatch(AWARDS);
  const { browser } = await colleague("decisions");
  const seen = await browser.open(plan.path);
  expect(seen.text).toContain("2 new.");
  expect(seen.text).not.toMatch(AWARDS);
  expect(seen.text).toContain(decisionMessages.plan.hasAwards);
  expect([plan, seen].map(({ html }) => html.includes('value="apply"'))).toEqual([true, false]);
  for (const path of [`${plan.path}?state=change`, "/admin/upload-decisions"])
    expect((await browser.open(path)).text).not.toMatch(AWARDS);
});
