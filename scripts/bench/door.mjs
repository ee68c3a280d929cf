// Plays an evening at the door, on which eight helpers let 1,200 people in. In reality it takes 45 minutes; here, time
// passes faster.
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { tsImport } from "tsx/esm/api";
import { newAgent, send } from "./client.mjs";
import { helperAt, journalDifferences } from "./door-visits.mjs";
import { deadAmong, EVENING_SECONDS, eveningOf, forgedAmong, LANES } from "./evening.mjs";
import { median } from "./figures.mjs";
import { accountsLike, BROWSER, delegatesLike, FORM, insertionOf } from "./people.mjs";
import { doorFigures, growthIn } from "./sums.mjs";
import { copyOf, openRecorder, SESSION_SECRET, seededState } from "./workers.mjs";

const { seeded } = await tsImport("../../test/support/images.ts", import.meta.url);
const { codeSignedWith } = await tsImport("../../test/support/ticket-code.ts", import.meta.url);
const { openEntry, ticketKeys } = await tsImport("../../app/door/roster.ts", import.meta.url);
const { CURRENT_CONFERENCE } = await tsImport("../../db/seed/first-edition.ts", import.meta.url);

const SEED = 41;
/** The rows that are read are counted for this many visits at the beginning and at the end. */
const COUNTED = 100;
/** Some statements run only after an answer. So rows are counted this long (ms) after the answer. */
const AFTERWARDS_MS = 50;
/**
 * Requests are turned away at the same limit as in production, because helpers make their requests one after the other,
 * and not all at once as the delegates do on a night of results.
 */
const AS_IN_PRODUCTION = { BUSY_AFTER_MS: "150" };
/** How often the sealed list is loaded to measure what it costs. */
const LISTS = 10;
/**
 * The portal limits codes per real minute, but here an evening is played in less time. So the counters are emptied
 * whenever this many minutes of the evening have passed.
 */
const COUNTER_MINUTES = 5;

/**
 * @param {{ people: number, speeds: number[], delay?: number }} options each speed is the number of seconds that the
 *   evening takes; `delay` ms are added to each database call.
 * @returns the figures of each speed.
 * @throws Error if a request fails, a page is wrong, the last visits read many more rows than the first ones
 *   (`growthIn`), or the journal of the door differs from what was scanned.
 */
export async function measureDoor({ people = 1200, speeds = [180], delay = 20 }, processor) {
  const state = seededState();
  const recorder = await openRecorder(state, processor);
  const tickets = await ticketsFor(recorder, people);
  const helpers = await helpersFor(recorder);
  await recorder.close();
  const evenings = [];
  for (const seconds of speeds)
    evenings.push({
      seconds,
      ...(await evening(copyOf(state), { people, tickets, helpers, seconds, delay }, processor)),
    });
  return { delay, people, evenings };
}

async function evening(state, { people, tickets, helpers, seconds, delay }, processor) {
  const recorder = await openRecorder(state, processor, { settings: AS_IN_PRODUCTION });
  const agent = newAgent(Number.POSITIVE_INFINITY);
  const database = await recorder.database();
  const list = await costOfList(recorder, helpers[0], agent);
  const pace = seconds / EVENING_SECONDS;
  const visits = eveningOf(people, seeded(SEED)).map((visit, index, all) => ({
    ...visit,
    counted: index < COUNTED ? "first" : index >= all.length - COUNTED ? "last" : null,
  }));
  const requests = [];
  const begun = performance.now();
  const counters = setInterval(
    () => database.prepare("DELETE FROM counters WHERE key LIKE 'door:%'").run(),
    COUNTER_MINUTES * 60 * pace * 1000,
  );
  const played = await Promise.all(
    LANES.map(async (_, lane) => {
      const { uid, cookie } = helpers[lane];
      const now = { counted: null };
      const helper = helperAt({
        ...{ by: uid, lane, keysOf: ticketKeys, listed: openedIn, newId },
        wait: (more) => sleep(more * pace * 1000),
        ask: (kind, path, fields) =>
          asked({ recorder, agent, delay, requests }, cookie, now.counted, kind, path, fields),
      });
      for (const visit of visits.filter((one) => one.lane === lane)) {
        await sleep(Math.max(0, visit.at * pace * 1000 - (performance.now() - begun)));
        now.counted = visit.counted;
        await helper.play(visit, ({ kind, number }) => tickets[kind][number]);
      }
      now.counted = null;
      await helper.end(visits.at(-1).at);
      return helper;
    }),
  );
  clearInterval(counters);
  const took = (performance.now() - begun) / 1000;
  const [entries, scans] = ["entries", "scans"].map((name) => played.flatMap((helper) => helper[name]));
  const summed = doorFigures(requests);
  const wrong = [
    ...(summed.failed > 0 ? [`${summed.failed} requests failed.`] : []),
    ...growthIn(summed.kinds),
    ...(await differencesAfter(database, { entries, scans, tickets })),
  ];
  agent.destroy();
  await recorder.close();
  const figures = {
    ...summed,
    ...{ took, list, visits: visits.length, entries: entries.length, scans: scans.length },
    doubles: scans.filter(({ outcome }) => outcome === "double").length,
    refused: scans.filter(({ outcome }) => outcome === "refused").length,
  };
  console.error(JSON.stringify(figures));
  if (wrong.length > 0)
    throw new Error(`Something is wrong after the evening:\n${wrong.slice(0, 20).join("\n")}`);
  return figures;
}

/** An id in the form in which a phone makes it. */
const newId = () =>
  [...randomBytes(20)].map((byte) => "abcdefghijklmnopqrstuvwxyz234567"[byte & 31]).join("");

/**
 * Sends a request of a helper. If `counted` is true, it also records how many rows of the database the request reads.
 */
async function asked({ recorder, agent, delay, requests }, cookie, counted, kind, path, fields) {
  const id = counted && randomUUID();
  const answer = await send(
    recorder.origin,
    {
      ...(fields ? { method: "POST", body: new URLSearchParams(fields).toString() } : { method: "GET" }),
      path,
      headers: {
        ...{ ...BROWSER, Cookie: cookie, "X-D1-Delay": String(delay) },
        ...(fields && FORM),
        ...(id && { "X-Recording": id }),
      },
    },
    agent,
  );
  const request = { kind, status: answer.status, time: answer.whole };
  requests.push(request);
  if (id) {
    await sleep(AFTERWARDS_MS + delay);
    const told = await send(
      recorder.origin,
      { method: "GET", path: `/recordings/${id}`, headers: {} },
      agent,
    );
    const { trips } = JSON.parse(String(told.body));
    Object.assign(request, { counted, rows: trips.reduce((sum, { rowsRead = 0 }) => sum + rowsRead, 0) });
  }
  return {
    status: answer.status,
    location: answer.headers.location ?? null,
    body: String(answer.body),
  };
}

/**
 * What the sealed list of all tickets costs: the CPU time of the Worker's process (ms), and the time (ms) and the size
 * (bytes) of the answer.
 */
async function costOfList(recorder, { cookie }, agent) {
  const request = { method: "GET", path: "/door/roster", headers: { ...BROWSER, Cookie: cookie } };
  await send(recorder.origin, request, agent);
  const cpu = recorder.cpu();
  const answers = [];
  for (let turn = 0; turn < LISTS; turn += 1) answers.push(await send(recorder.origin, request, agent));
  return {
    cpu: (recorder.cpu() - cpu) / LISTS,
    time: median(answers.map(({ whole }) => whole)),
    bytes: answers[0].body.length,
  };
}

/** The entry in a sealed list for the ticket with this secret; null if there is none. */
async function openedIn({ entries }, secret) {
  const { address, key } = await ticketKeys(secret);
  return entries[address] ? openEntry(key, entries[address]) : null;
}

/* ------------------------------------------------------------------ who is there */

const SYLLABLES = ["ba", "de", "fi", "go", "hu", "ka", "le", "mi", "no", "pu", "ra", "se", "ti", "vo", "zu"];

/**
 * The name of the person with this number. No two people have the same name, but a few people share each part, as in
 * reality.
 */
function nameOf(number) {
  const [high, low] = [Math.floor(number / SYLLABLES.length), number % SYLLABLES.length];
  const rest = Math.floor(high / SYLLABLES.length);
  const of = (...parts) => parts.map((part) => SYLLABLES[part % SYLLABLES.length]).join("");
  const [first, last] = [of(low, high, 3), of(high, rest, low % 4, 7)];
  return { first, last };
}

/**
 * Makes the tickets. Returns a list for each kind: tickets that count, tickets whose pass was given back, and forged
 * tickets.
 */
async function ticketsFor(portal, people) {
  const database = await portal.database();
  const [dead, forged] = [deadAmong(people), forgedAmong(people)];
  const made = await accountsLike("signed", portal, people + dead + forged);
  const owners = made.map(({ uid }, number) => ({ uid, payment: `e${uid.slice(9)}`, ...nameOf(number) }));
  const all = JSON.stringify(owners);
  const own = (name) => ({ sql: `value ->> '${name}'` });
  const inserted = (table, row) => {
    const values = Object.values(row);
    return database
      .prepare(
        insertionOf(
          table,
          row,
          values.map((value) => value?.sql ?? "?"),
        ),
      )
      .bind(...values.filter((value) => !value?.sql), all);
  };
  const at = Date.parse("2022-12-17T15:00:00Z");
  const payment = own("payment");
  await database.batch([
    inserted("orders", {
      ...{ id: payment, conference_id: CURRENT_CONFERENCE, payer_uid: own("uid"), means: "simulator" },
      ...{ transaction_id: payment, card_brand: "Visa", card_last_four: "1111", due_cents: 55_000 },
      ...{ lease_until: 0, created_at: at },
    }),
    inserted("payments", {
      ...{ id: payment, order_id: payment, conference_id: CURRENT_CONFERENCE, delegate_uid: own("uid") },
      pass_type: "goldPlus",
      add_ons: JSON.stringify({ h2023mug: true, h2023shirtblack: "M" }),
      amount_cents: 55_000,
      lines: JSON.stringify([
        { id: "goldPlus", title: "Harvard Conference ticket", variant: null, cents: 49_500 },
        { id: "h2023mug", title: "Mug", variant: null, cents: 2_500 },
        { id: "h2023shirtblack", title: "Unisex black shirt", variant: "M", cents: 3_000 },
      ]),
      ...{ state: "captured", created_at: at, resolved_at: at },
      booking: JSON.stringify({ at, on: "2022-12-17" }),
    }),
    database
      .prepare(
        `UPDATE answers SET answers = json_set(answers, '$.firstName', value ->> 'first', '$.middleName', '',
          '$.lastName', value ->> 'last') FROM json_each(?1)
          WHERE conference_id = ?2 AND uid = value ->> 'uid' AND answers ->> '$.firstName' IS NOT NULL`,
      )
      .bind(all, CURRENT_CONFERENCE),
    ...["first", "last"].map((name) =>
      database
        .prepare(
          `INSERT OR IGNORE INTO search_words (conference_id, uid, word)
            SELECT ?2, value ->> 'uid', value ->> '${name}' FROM json_each(?1)`,
        )
        .bind(all, CURRENT_CONFERENCE),
    ),
  ]);
  const { results } = await database
    .prepare(
      `SELECT pass.uid, pass.id, secret, mug.id AS mug FROM json_each(?1)
        JOIN holdings AS pass ON pass.uid = value ->> 'uid' AND pass.item = 'goldPlus'
        JOIN ticket_codes ON holding_id = pass.id
        JOIN holdings AS mug ON mug.uid = pass.uid AND mug.item = 'h2023mug'`,
    )
    .bind(all)
    .all();
  const byUid = new Map(results.map((ticket) => [ticket.uid, ticket]));
  const tickets = owners.map(({ uid, first, last }) => {
    const { id, secret, mug } = byUid.get(uid);
    return {
      id,
      secret,
      mug,
      name: `${first} ${last}`,
      code: codeSignedWith(SESSION_SECRET, { id, secret }),
    };
  });
  const gone = tickets.slice(people, people + dead);
  await database
    .prepare(
      "UPDATE holdings SET state = 'ended', until = since WHERE id IN (SELECT value FROM json_each(?)) AND state = 'held'",
    )
    .bind(JSON.stringify(gone.map(({ id }) => id)))
    .run();
  return {
    alive: tickets.slice(0, people),
    dead: gone,
    forged: tickets.slice(people + dead).map((ticket) => ({
      ...ticket,
      code: codeSignedWith("another secret of thirty-two characters", ticket),
    })),
  };
}

/** Makes helpers of the door team, one for each lane. */
async function helpersFor(portal) {
  const helpers = await delegatesLike("door", portal, LANES.length);
  const database = await portal.database();
  await database
    .prepare(
      `INSERT INTO staff (uid, name, abilities, created_at)
        SELECT value, 'Helper ' || key, '["door"]', 0 FROM json_each(?)`,
    )
    .bind(JSON.stringify(helpers.map(({ uid }) => uid)))
    .run();
  return helpers;
}

/* ------------------------------------------------------------------ what is written */

/** How the tables of the door differ from what was scanned, as sentences. */
async function differencesAfter(database, { entries, scans, tickets }) {
  const passes = JSON.stringify(Object.values(tickets).flatMap((some) => some.map(({ id }) => id)));
  const read = async (sql, ...values) =>
    (
      await database
        .prepare(sql)
        .bind(...values)
        .all()
    ).results;
  const [journal, kept] = [
    await read(
      `SELECT id, thing, number, act, times, way, by_uid AS byUid FROM door_entries
        WHERE pass_holding IN (SELECT value FROM json_each(?))`,
      passes,
    ),
    await read("SELECT id, outcome, reason FROM door_scans WHERE device LIKE 'LAN%'"),
  ];
  const texts = (rows) => rows.map(({ id, outcome, reason }) => [id, outcome, reason].join(" ")).sort();
  const alive = new Set(tickets.alive.map(({ id }) => id));
  const inside = new Set(journal.filter(({ act }) => act === "in").map(({ thing }) => thing));
  return [
    ...journalDifferences(journal, entries),
    ...(texts(kept).join("\n") === texts(scans).join("\n")
      ? []
      : ["The outcomes and reasons in `door_scans` differ from those that the portal sent to the phones."]),
    ...[...alive]
      .filter((id) => !inside.has(id))
      .map((id) => `Ticket ${id} came to the door, but no entry of the journal lets it in.`),
    ...[...inside]
      .filter((id) => !alive.has(id))
      .map((id) => `Ticket ${id} was let in, although it does not count.`),
  ];
}
