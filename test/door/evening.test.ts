import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { doorMessages } from "~/door/messages.ts";
import { openEntry, type Roster, ticketKeys } from "~/door/roster.ts";
import { signTicket } from "~/door/ticket-keys.server.ts";
import { readConfig } from "~/platform/config.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { helperAt, journalDifferences } from "../../scripts/bench/door-visits.mjs";
import { deadAmong, eveningOf, forgedAmong, LANES } from "../../scripts/bench/evening.mjs";
import { paymentStatements } from "../support/bills.ts";
import type { Browser } from "../support/browser.ts";
import { seeded } from "../support/images.ts";
import { CONFERENCE, readyToPay } from "../support/people.ts";
import { colleague } from "../support/staff.ts";
import { row, rows, run, runAll } from "../support/storage.ts";

/**
 * `npm run bench -- door` plays an evening with 1,200 people. This evening is smaller. Some tickets are shown to both
 * phones while neither of them has a network.
 */
const PEOPLE = 60;
const SEED = 301;

const letters = (number: number) => String(number).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)]!);

/** Makes somebody with an in-person pass, a mug and a name that nobody else has. */
async function ticketOf(number: number, sessionSecret?: string) {
  const { uid } = await readyToPay();
  const name = `evening${letters(number)}`;
  const payment = name.padEnd(20, "z");
  await runAll(
    paymentStatements({
      ...{ id: payment, uid, amountCents: 100, state: "captured", transactionId: payment, resolvedAt: 1 },
      addOns: '{"h2023mug":true}',
    }),
  );
  await run("INSERT INTO search_words (conference_id, uid, word) VALUES (?, ?, ?)", CONFERENCE, uid, name);
  const ticket = await row<{ id: string; secret: string; mug: string }>(
    `SELECT pass.id, secret, mug.id AS mug FROM holdings AS pass JOIN ticket_codes ON holding_id = pass.id
      JOIN holdings AS mug ON mug.uid = pass.uid AND mug.item = 'h2023mug' WHERE pass.uid = ? AND pass.item = 'goldPlus'`,
    uid,
  );
  const config = readConfig(env);
  const code = await signTicket(
    { ...config, ...(sessionSecret && { sessionSecret, ticketSecrets: [] }) },
    { holdingId: ticket.id, secret: ticket.secret },
  );
  return { ...ticket, name, code };
}

const askedBy = (browser: Browser) => async (_: string, path: string, fields?: Record<string, string>) => {
  const response = await (fields ? browser.post(path, fields) : browser.get(path));
  return {
    status: response.status,
    location: response.headers.get("Location"),
    body: await response.text(),
  };
};

test("an evening: everybody comes in once, and the journal is what was scanned, entry by entry", async () => {
  const many = (count: number, from: number, secret?: string) =>
    Promise.all(Array.from({ length: count }, (_, index) => ticketOf(from + index, secret)));
  const tickets = {
    alive: await many(PEOPLE, 0),
    dead: await many(deadAmong(PEOPLE), 200),
    forged: await many(forgedAmong(PEOPLE), 300, "another secret of thirty-two characters"),
  };
  for (const { id } of tickets.dead)
    await run("UPDATE holdings SET state = 'ended', until = since WHERE id = ?", id);
  const team = await Promise.all(LANES.map(() => colleague("door")));
  const helpers = team.map(({ uid, browser }, lane) =>
    helperAt({
      ...{ by: uid, lane, ask: askedBy(browser), wait: async () => undefined, newId, keysOf: ticketKeys },
      async listed({ entries }: Roster, secret) {
        const { address, key } = await ticketKeys(secret);
        return entries[address] === undefined ? null : openEntry(key, entries[address]);
      },
    }),
  );
  const visits = eveningOf(PEOPLE, seeded(SEED));
  // In each minute of the evening, all helpers work at once.
  const last = Math.ceil(visits.at(-1)!.at / 60);
  for (let minute = 0; minute <= last; minute += 1)
    await Promise.all(
      helpers.map(async (helper, lane) => {
        for (const visit of visits)
          if (visit.lane === lane && Math.floor(visit.at / 60) === minute)
            await helper.play(visit, ({ kind, number }) => tickets[kind][number]!);
      }),
    );
  for (const helper of helpers) await helper.end(last * 60);

  const written = await rows<Parameters<typeof journalDifferences>[0][number]>(
    `SELECT id, thing, number, act, times, way, by_uid AS byUid FROM door_entries
      WHERE by_uid IN (${team.map(() => "?").join(", ")})`,
    ...team.map(({ uid }) => uid),
  );
  expect(
    journalDifferences(
      written,
      helpers.flatMap(({ entries }) => entries),
    ),
  ).toEqual([]);
  const inside = new Set(written.filter(({ act }) => act === "in").map(({ thing }) => thing));
  expect([...inside].sort()).toEqual(tickets.alive.map(({ id }) => id).sort());
  const scans = helpers.flatMap((helper) => helper.scans);
  expect(
    await rows(
      `SELECT id, outcome, reason FROM door_scans WHERE by_uid IN (${team.map(() => "?").join(", ")}) ORDER BY id`,
      ...team.map(({ uid }) => uid),
    ),
  ).toEqual(scans.toSorted((one, other) => (one.id < other.id ? -1 : 1)));
  expect(scans.filter(({ outcome }) => outcome === "double")).toHaveLength(2);
  expect(scans.filter(({ outcome }) => outcome === "against")).toEqual([]);

  const { held } = await row<{ held: number }>(
    "SELECT count(*) AS held FROM holdings WHERE conference_id = ? AND item = 'goldPlus' AND state = 'held'",
    CONFERENCE,
  );
  expect((await team[0]!.browser.open("/admin/door")).text).toContain(
    doorMessages.insideOf(String(PEOPLE), String(held)),
  );
});
