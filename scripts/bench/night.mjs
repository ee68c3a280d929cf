// A night of results: thousands of delegates come within a few minutes, and some of them pay.
import { setTimeout as sleep } from "node:timers/promises";
import { tsImport } from "tsx/esm/api";
import { PAYING, PAYMENT } from "./addresses.mjs";
import { cookiesAfter, newAgent, send } from "./client.mjs";
import { heapOf } from "./isolate.mjs";
import { BROWSER, delegatesLike, FORM } from "./people.mjs";
import { differencesIn, nightFigures } from "./sums.mjs";
import { requestsIn, visitsOf } from "./visits.mjs";
import { copyOf, openPortal, openRecorder, seededState } from "./workers.mjs";

const { seeded } = await tsImport("../../test/support/images.ts", import.meta.url);

const SEED = 37;
/** How many more times somebody tries after being turned away. */
const RETURNS = 3;
/** A visitor gives up after waiting for an answer for this long (ms). */
const PATIENCE = 60_000;
/** The number of requests before the night. Because of them, the isolate is not new when the night begins. */
const WARMING = 50;
/**
 * How many times the cron is run at the end: it settles an abandoned attempt only after the attempt's 90 s lease has
 * expired.
 */
const CRONS = 5;
const CRON_MS = 30_000;

/**
 * @param {{ people: number, speeds: number[], delay?: number }} options each speed is the number of seconds within
 *   which all requests are made; `delay` ms are added to each database call.
 * @returns the figures of each speed.
 * @throws Error if our sums differ from the processor's, or if a payer was charged twice or turned away.
 */
export async function measureNight({ people = 3000, speeds = [180, 60, 20], delay = 20 }, processor) {
  const state = seededState();
  const portal = await openPortal(state, processor);
  const delegates = await delegatesLike(PAYING.as, portal, people);
  await portal.close();
  const nights = [];
  for (const seconds of speeds) {
    const visits = visitsOf(people, seconds, seeded(SEED));
    const figures = await night(copyOf(state), { visits, delegates, delay }, processor);
    nights.push({ seconds, requests: requestsIn(visits.map(({ steps }) => steps)), ...figures });
  }
  return { delay, nights };
}

async function night(state, { visits, delegates, delay }, processor) {
  const recorder = await openRecorder(state, processor, { isInspected: true });
  const agent = newAgent(Number.POSITIVE_INFINITY);
  const call = (request) =>
    send(
      recorder.origin,
      { ...request, headers: { ...request.headers, "X-D1-Delay": String(delay) } },
      agent,
      AbortSignal.timeout(PATIENCE),
    );
  for (let warm = 0; warm < WARMING; warm += 1) await call(pageFor(delegates.at(-1), "/decision"));
  const earlier = processor.ledger.length;
  const told = { requests: [], payments: [] };
  await Promise.all(visits.map((visit) => live(visit, delegates, call, told)));
  agent.destroy();
  const { requests, payments } = told;
  const heapMegabytes = await heapOf(recorder);
  const { open, captured, payerOf } = await writtenIn(recorder);
  await recorder.close();
  const charged = processor.ledger
    .slice(earlier)
    .filter((entry) => processor.captured().includes(entry))
    .map(({ invoiceNumber, amountCents }) => ({
      uid: payerOf.get(invoiceNumber) ?? invoiceNumber,
      cents: amountCents,
    }));
  const figures = { ...nightFigures(requests, payments), captured: captured.length, heapMegabytes };
  console.error(JSON.stringify(figures));
  const differences = differencesIn({ captured, charged, payments, open });
  if (differences.length > 0)
    throw new Error(`Something is wrong after the night:\n${differences.join("\n")}`);
  return figures;
}

/** One visit. It lasts until every step has been requested, or until the visitor gives up. */
async function live({ at, person, steps }, delegates, call, told) {
  const visitor = person === null ? { cookie: "" } : { ...delegates[person] };
  await sleep(at * 1000);
  for (const { path, reads, from, reloads, pays } of steps) {
    await sleep(reads * 1000);
    const answer = pays
      ? await pay(visitor, call, told)
      : await ask(pageFor(visitor, path, { from, reloads }), call, told);
    if (!answer) return;
    visitor.cookie = cookiesAfter(visitor.cookie, answer);
  }
}

/** Pays, and measures the time from pressing the button to the receipt. */
async function pay(visitor, call, told) {
  const start = performance.now();
  const page = pageFor(visitor, PAYING.path);
  const body = new URLSearchParams(PAYMENT).toString();
  const posted = { requests: [], payments: [] };
  const paid = await ask(
    { ...page, method: "POST", headers: { ...page.headers, ...FORM }, body },
    call,
    posted,
  );
  told.requests.push(...posted.requests);
  const location = paid?.headers.location;
  const receipt = location ? await ask(pageFor(visitor, location), call, told) : null;
  told.payments.push({
    uid: visitor.uid,
    // If the outcome of the attempt is not known yet, the answer is also a page, but one without a link to the receipt.
    milliseconds: receipt?.body.includes(`${location}/receipt`) ? performance.now() - start : null,
    turnedAway: posted.requests[0].turnedAway,
  });
  return receipt;
}

function pageFor({ cookie }, path, { from = "same-origin", reloads = false } = {}) {
  const headers = { ...BROWSER, "Sec-Fetch-Site": from };
  if (cookie) headers["Cookie"] = cookie;
  if (reloads) headers["Cache-Control"] = "max-age=0";
  return { method: "GET", path, headers };
}

/**
 * Sends the request. If it is turned away, it is sent again after the time that `Retry-After` gives, at most `RETURNS`
 * times.
 *
 * @returns the answer; null if the request failed, or if its last attempt was turned away too.
 */
async function ask(request, call, told) {
  for (let turnedAway = 0; ; turnedAway += 1) {
    const answer = await call(request).catch(() => null);
    const end = endOf(answer);
    if (end === "turned away" && turnedAway < RETURNS) {
      await sleep(Number(answer.headers["retry-after"]) * 1000);
      continue;
    }
    const times = end === "turned away" ? turnedAway + 1 : turnedAway;
    told.requests.push({ end, turnedAway: times, wait: answer?.whole });
    return end === "answered" ? answer : null;
  }
}

function endOf(answer) {
  if (answer && answer.status < 400) return "answered";
  return answer?.status === 503 && answer.headers["retry-after"] ? "turned away" : "failed";
}

/** The card payments that our database has recorded. They are read when no attempt is open any more. */
async function writtenIn(recorder) {
  const database = await recorder.database();
  const attempts = async () => {
    const { results } = await database
      .prepare(
        "SELECT orders.id, payer_uid AS uid, state, amount_cents - credit_cents AS cents FROM payments JOIN orders ON orders.id = order_id WHERE means = 'authorize-net'",
      )
      .all();
    return results;
  };
  const openAmong = (all) =>
    all.filter(({ state }) => ["reserved", "charging", "unknown"].includes(state)).length;
  let all = await attempts();
  for (let cron = 0; openAmong(all) > 0 && cron < CRONS; cron += 1) {
    await sleep(CRON_MS);
    await send(recorder.origin, { method: "POST", path: "/dev/scheduled", headers: BROWSER });
    all = await attempts();
  }
  return {
    open: openAmong(all),
    captured: all.filter(({ state }) => state === "captured"),
    payerOf: new Map(all.map(({ id, uid }) => [id, uid])),
  };
}
