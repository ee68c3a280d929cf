import { env } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { demoUid } from "#db/seed/demo.ts";
import { editionMessages } from "~/editions/messages.ts";
import { makeCurrent } from "~/editions/publishing/current-edition.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { settingsFrom } from "~/platform/settings.server.ts";
import { signedIn } from "../../support/browser.ts";
import { restoreClock, stopClockAt } from "../../support/clock.ts";
import { addFormerEdition, FORMER_CONFERENCE, switchBack, switchTo } from "../../support/editions.ts";
import { CONFERENCE } from "../../support/people.ts";
import { changingNothing, row, rows, run } from "../../support/storage.ts";

await addFormerEdition();
afterEach(switchBack);

const context = { db: connect(env.DB, newMeter()), requestId: "test" } as Context;
const settings = settingsFrom(await rows("SELECT key, value FROM settings"));
const director = { viewer: { uid: demoUid("director") }, settings } as SignedIn;
const current = async () =>
  (await row<{ value: string }>("SELECT value FROM settings WHERE key = 'currentConference'")).value;

test("a whole edition becomes the current one, and it is written down who did that", async () => {
  expect(await makeCurrent(context, director, FORMER_CONFERENCE, CONFERENCE)).toEqual({
    current: FORMER_CONFERENCE,
  });
  expect(await current()).toBe(FORMER_CONFERENCE);
  expect(
    await rows("SELECT actor_uid AS actor, object, detail FROM audit WHERE action = 'makeCurrent'"),
  ).toEqual([
    {
      actor: demoUid("director"),
      object: `editions/${FORMER_CONFERENCE}`,
      detail: JSON.stringify({ instead: CONFERENCE }),
    },
  ]);
  const home = await (await signedIn("returning")).open("/");
  expect(home.text).toContain("Your Harvard Conference ticket");
});

test("it is written down too if the former edition has its own site already", async () => {
  const entries = () => rows("SELECT id FROM audit WHERE action = 'makeCurrent'");
  const before = (await entries()).length;
  await makeCurrent(context, director, FORMER_CONFERENCE, CONFERENCE);
  await makeCurrent(context, director, CONFERENCE, FORMER_CONFERENCE);
  await makeCurrent(context, director, FORMER_CONFERENCE, CONFERENCE);
  expect(await entries()).toHaveLength(before + 3);
  await run("UPDATE editions SET site = NULL");
});

test("to make an edition the current one twice does it once", async () => {
  const [here, there] =
    (await current()) === CONFERENCE ? [CONFERENCE, FORMER_CONFERENCE] : [FORMER_CONFERENCE, CONFERENCE];
  const act = () => makeCurrent(context, director, there, here);
  expect(await act()).toEqual({ current: there });
  expect(await act()).toEqual({ current: there });
  await makeCurrent(context, director, here, there);
  await run("UPDATE editions SET site = NULL");
});

test("to make an edition the current one is asked first, with who is touched", async () => {
  const browser = await signedIn("director");
  const page = await browser.open(`/admin/editions/${FORMER_CONFERENCE}`);
  expect(page.has(/current edition/)).toBe(false);
  const asked = await browser.open(`/admin/editions/${FORMER_CONFERENCE}?ask=current`);
  const touched = (conferenceId: string) =>
    row<{ drafts: number; submitted: number; holders: number }>(
      `SELECT sum(submitted_at IS NULL) AS drafts, sum(submitted_at IS NOT NULL) AS submitted,
          (SELECT count(*) FROM holdings WHERE conference_id = ?1 AND item = pass_type AND state = 'held') AS holders
        FROM applications WHERE conference_id = ?1`,
      conferenceId,
    );
  const [there, here] = [await touched(CONFERENCE), await touched(FORMER_CONFERENCE)];
  expect([there.holders, here.holders]).toEqual([2, 1]);
  expect(asked.text).toContain(editionMessages.makeCurrent.there("Asia Conference 2023", there));
  expect(asked.text).toContain(editionMessages.makeCurrent.here("Asia Conference 2022", here));
  expect(asked.text).toContain(
    "Open applications, tickets, programme, agendas and transfers can be seen no more",
  );
  const doors = editionMessages.makeCurrent.doors("Asia Conference 2023");
  expect(asked.text).toContain(doors);
  await stopClockAt("2023-03-01T12:00:00Z");
  const over = await browser.open(`/admin/editions/${FORMER_CONFERENCE}?ask=current`);
  expect(over.text).not.toContain(doors);
  await restoreClock();
  expect(await current()).toBe(CONFERENCE);
  expect((await asked.press("Make Asia Conference 2022 the current edition")).status).toBe(302);
  expect(await current()).toBe(FORMER_CONFERENCE);
});

test.each([
  ["hconf_2023", "nobody has set up an edition for it"],
  ["nonsense", "nobody has set up an edition for it"],
])("%s is refused with the reason", async (id, reason) => {
  await changingNothing(async () => {
    const refused = await makeCurrent(context, director, id, CONFERENCE);
    expect(refused).toMatchObject({ status: 400, refused: expect.stringContaining(reason) });
  });
});

test.each([
  ["prices WHERE conference_id = 'aconf_2022' AND ticket_id = 'gold' AND round_id = 'bonus'", "no price"],
  [
    "mail_templates WHERE conference_id = 'aconf_2022' AND decision = 'Rejected'",
    "Rejected: Nobody can be told",
  ],
])("without its %s an edition is refused", async (part, reason) => {
  const table = part.split(" ")[0]!;
  const [lost] = await rows(`SELECT * FROM ${part}`);
  await run(`DELETE FROM ${part}`);
  const refused = await makeCurrent(context, director, FORMER_CONFERENCE, CONFERENCE);
  expect(refused).toMatchObject({
    status: 400,
    problems: expect.arrayContaining([expect.stringContaining(reason)]),
  });
  expect(await current()).toBe(CONFERENCE);
  const columns = Object.keys(lost!);
  await run(
    `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => "?").join()})`,
    ...Object.values(lost!),
  );
});

test("its site becomes the portal's in the same moment; without a logo there is none", async () => {
  const before = await rows("SELECT * FROM settings ORDER BY key");
  const site = {
    ...{ name: "Delta", shortName: "DLT", accent: "#123456", logo: null, liveDataUrl: "/live" },
    ...{ supportEmail: "help@delta.example", plan: { title: "Delta+", cents: 100, months: 3 } },
  };
  await run("INSERT INTO settings (key, value) VALUES ('logo', '/media/old.png') ON CONFLICT DO NOTHING");
  await run("UPDATE editions SET site = ? WHERE conference_id = ?", JSON.stringify(site), FORMER_CONFERENCE);
  await makeCurrent(context, director, FORMER_CONFERENCE, CONFERENCE);
  const found = await rows<{ key: string; value: string }>("SELECT key, value FROM settings");
  expect(Object.fromEntries(found.map(({ key, value }) => [key, value]))).toEqual({
    ...{ currentConference: FORMER_CONFERENCE, clockOffset: expect.any(String) },
    ...{ siteName: "Delta", siteShortName: "DLT", accent: "#123456", liveDataUrl: "/live" },
    ...{ supportEmail: "help@delta.example", hpairPlusTitle: "Delta+", hpairPlusCents: "100" },
    hpairPlusMonths: "3",
  });
  await run("UPDATE editions SET site = NULL WHERE conference_id = ?", FORMER_CONFERENCE);
  await run("DELETE FROM settings");
  for (const { key, value } of before)
    await run("INSERT INTO settings (key, value) VALUES (?, ?)", key, value);
});

test("what the portal said of itself comes back with the edition for which it was said", async () => {
  const before = await rows("SELECT * FROM settings ORDER BY key");
  const site = {
    ...{ name: "Delta", shortName: "DLT", accent: "#123456", logo: null, liveDataUrl: "/live" },
    ...{ supportEmail: "help@delta.example", plan: { title: "Delta+", cents: 100, months: 3 } },
  };
  await run("UPDATE editions SET site = ? WHERE conference_id = ?", JSON.stringify(site), FORMER_CONFERENCE);
  await makeCurrent(context, director, FORMER_CONFERENCE, CONFERENCE);
  expect(await row("SELECT value FROM settings WHERE key = 'siteName'")).toEqual({ value: "Delta" });
  await makeCurrent(context, director, CONFERENCE, FORMER_CONFERENCE);
  const said = (all: Record<string, unknown>[]) => all.filter(({ key }) => key !== "logo");
  expect(said(await rows("SELECT * FROM settings ORDER BY key"))).toEqual(said(before));
  await run("UPDATE editions SET site = NULL");
});

test("nothing changes, the site neither, if another edition is the current one by now", async () => {
  const site = {
    ...{ name: "Delta", shortName: "DLT", accent: "#123456", logo: null, liveDataUrl: "/live" },
    ...{ supportEmail: "help@delta.example", plan: { title: "Delta+", cents: 100, months: 3 } },
  };
  await run("UPDATE editions SET site = ? WHERE conference_id = ?", JSON.stringify(site), FORMER_CONFERENCE);
  await switchTo("hconf_2023");
  await changingNothing(async () => {
    const late = await makeCurrent(context, director, FORMER_CONFERENCE, CONFERENCE);
    expect(late).toMatchObject({ status: 409 });
  });
  await run("UPDATE editions SET site = NULL WHERE conference_id = ?", FORMER_CONFERENCE);
});
