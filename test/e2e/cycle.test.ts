import { type BrowserContext, expect, type Page } from "@playwright/test";
import Papa from "papaparse";
import { EASTERN, wallTime } from "../../app/values/times.ts";
import { CURRENT_CONFERENCE } from "../../db/seed/first-edition.ts";
import { type Account, demoAccount, type Portal, test } from "./support.ts";

// Follows four submitted applications on the pages of directors, readers and delegates, until the four people know the
// outcome. The test runs with JavaScript and without.

const ROUND = "regular";
const HOUR = 3_600_000;
const WISHED = ["Accepted", "Deferred to virtual", "Waitlisted", "Rejected"];

/** Applicants of the regular round, separate from the demo accounts. */
async function applicants(portal: Portal): Promise<Account[]> {
  const accounts = await Promise.all(WISHED.map(() => portal.accountLike("submitted")));
  for (const { uid } of accounts)
    await portal.query(
      "UPDATE applications SET submitted_at = ? WHERE uid = ?",
      Date.parse("2023-05-12T09:00:00Z"),
      uid,
    );
  return accounts;
}

const list = (uids: Account[]) => JSON.stringify(uids.map(({ uid }) => uid));

async function as(portal: Portal, context: BrowserContext, account: Pick<Account, "uid">): Promise<Page> {
  await context.clearCookies();
  await portal.signIn(context, account as Account);
  return context.pages()[0] ?? context.newPage();
}

test("directors and readers lead an application from its distribution to the release of its decision", async ({
  portal,
  context,
  page,
  origin,
}) => {
  test.setTimeout(120_000);
  const people = await applicants(portal);
  const [accepted] = people as [Account];
  const [round] = await portal.query<{ decisionRelease: number }>(
    "SELECT decision_release AS decisionRelease FROM rounds WHERE conference_id = ? AND id = ?",
    CURRENT_CONFERENCE,
    ROUND,
  );
  const [clock] = await portal.query<{ offset: number }>(
    "SELECT CAST(value AS INTEGER) AS offset FROM settings WHERE key = 'clockOffset'",
  );
  const eastern = (at: number) => wallTime(Date.now() + clock!.offset + at, EASTERN);
  // A portal closes idle connections, perhaps just at this moment, so the request is repeated. Running the cron twice
  // is the same as running it once.
  const cron = () => page.request.post("/dev/scheduled", { headers: { Origin: origin }, maxRetries: 2 });
  const assigned = () =>
    portal.query<{ uid: string; staffUid: string }>(
      "SELECT uid, staff_uid AS staffUid FROM assignments WHERE uid IN (SELECT value FROM json_each(?))",
      list(people),
    );
  const stored = async () => {
    const rows = await portal.query<{ uid: string; decision: string }>(
      "SELECT uid, decision FROM decisions WHERE uid IN (SELECT value FROM json_each(?))",
      list(people),
    );
    return people.map(({ uid }) => rows.find((row) => row.uid === uid)?.decision ?? null);
  };

  await test.step("a director distributes them, one reader each", async () => {
    await as(portal, context, demoAccount("director"));
    await page.goto("/admin/distribute-apps");
    await page.getByLabel("Round").selectOption(ROUND);
    await page.getByLabel("Readers per application").selectOption("1");
    await page.getByRole("button", { name: "Make a plan" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Distribution plan");
    expect(await assigned()).toEqual([]);
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByText("Applied").first()).toBeVisible();
    expect(new Set((await assigned()).map(({ uid }) => uid)).size).toBe(people.length);
  });

  await test.step("a reader reviews what was given to them, and nothing else", async () => {
    const [first] = await assigned();
    await as(portal, context, { uid: first!.staffUid });
    await page.goto(`/admin/delegates/${first!.uid}`);
    for (const fieldset of await page.locator("fieldset.criterion:not(.recommendation)").all())
      await fieldset.getByLabel("4").check();
    await page.getByRole("group", { name: "Recommendation" }).getByLabel("Accepted").check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText(/^Saved on/)).toBeVisible();
    const [review] = await portal.query("SELECT score FROM reviews WHERE uid = ?", first!.uid);
    expect(review).toEqual({ score: 400 });
  });

  const file =
    await test.step("a director takes the table away and writes the decisions into it", async () => {
      await as(portal, context, demoAccount("director"));
      const answer = await page.request.get(`/admin/decisions.csv?round=${ROUND}`);
      expect(answer.status()).toBe(200);
      const { data } = Papa.parse<Record<string, string>>((await answer.text()).replace(/^\uFEFF/, ""), {
        header: true,
        skipEmptyLines: true,
      });
      const wished = new Map(people.map(({ email }, index) => [email, WISHED[index]!]));
      const rows = data.map((row) => ({ ...row, decision: wished.get(row["email"]!) ?? row["decision"] }));
      expect(data.map((row) => row["email"])).toEqual(expect.arrayContaining([...wished.keys()]));
      return Papa.unparse(rows);
    });

  const upload = async () => {
    await page.goto("/admin/upload-decisions");
    await page
      .getByLabel("CSV file")
      .setInputFiles({ name: "decisions.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
    await page.getByRole("button", { name: "Show what would change" }).click();
    await expect(page.getByText(/^4 new/)).toBeVisible();
    await expect(page.getByRole("row", { name: new RegExp(accepted.email) })).toContainText(
      "none → Accepted",
    );
  };

  await test.step("uploads it, applies the plan, takes it back, and applies it again", async () => {
    await upload();
    expect(await stored()).toEqual([null, null, null, null]);
    await page.getByRole("button", { name: "Apply 4 decisions" }).click();
    await expect(page.getByText("Applied").first()).toBeVisible();
    expect(await stored()).toEqual(WISHED);

    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Apply 4 decisions" }).click();
    await expect(page.getByText("Applied").first()).toBeVisible();
    expect(await stored()).toEqual([null, null, null, null]);

    await upload();
    await page.getByRole("button", { name: "Apply 4 decisions" }).click();
    await expect(page.getByText("Applied").first()).toBeVisible();
    expect(await stored()).toEqual(WISHED);
  });

  const seesNothing = async () => {
    await as(portal, context, accepted);
    await page.goto("/decision");
    await expect(page.getByText("You have not yet received a decision.")).toBeVisible();
  };
  await seesNothing();

  const schedule = async (at: string) => {
    await as(portal, context, demoAccount("director"));
    await page.goto(`/admin/release/${ROUND}`);
    await page.getByLabel("Decision release").fill(at);
    await page.getByRole("button", { name: "Save schedule" }).click();
    await expect(page.getByLabel("Decision release")).toHaveValue(at);
  };

  try {
    await test.step("releases them for later: until then nobody sees or is told anything", async () => {
      // In this round, decisions of the demo are already visible. Scheduling a later release would not hide them, so
      // their release is taken back first.
      await as(portal, context, demoAccount("director"));
      await page.goto(`/admin/release/${ROUND}?ask=back`);
      await page.getByRole("button", { name: "Take the release back" }).click();
      await expect(page.getByText("Not released").first()).toBeVisible();
      await schedule(eastern(HOUR));
      await page.getByRole("button", { name: "Release", exact: true }).click();
      await expect(page.getByText("Released, not yet visible")).toBeVisible();
      await seesNothing();
      await cron();
      expect(await mailsTo(portal, accepted)).toEqual([]);
    });

    await test.step("the moment has come: the delegates see their decisions and are written to", async () => {
      await schedule(eastern(-HOUR));
      await as(portal, context, accepted);
      await page.goto("/decision");
      await expect(page.getByText("Accepted").first()).toBeVisible();
      await page.getByRole("link", { name: /letter of acceptance/i }).click();
      await expect(page.getByRole("heading", { level: 1 })).toContainText(/letter/i);
      await as(portal, context, people[3]!);
      await page.goto("/decision");
      await expect(page.getByText("You have not yet received a decision.")).toBeHidden();
      await cron();
      expect(await mailsTo(portal, accepted)).toEqual([expect.stringMatching(/accepted/i)]);
    });
  } finally {
    await portal.query(
      "UPDATE rounds SET decision_release = ? WHERE conference_id = ? AND id = ?",
      round!.decisionRelease,
      CURRENT_CONFERENCE,
      ROUND,
    );
  }
});

/** The subjects of the mails that this account got about a decision. */
async function mailsTo(portal: Portal, { email }: Account): Promise<string[]> {
  const mails = await portal.query<{ subject: string }>(
    "SELECT subject FROM outbox WHERE recipient = ? AND event_key LIKE 'decision/%'",
    email,
  );
  return mails.map(({ subject }) => subject);
}
