// Measures requests per second, and CPU time per request. The portal, the bare Worker and the Worker that answers from
// memory take turns.
import { ADDRESSES, PAYING } from "./addresses.mjs";
import { newAgent, send } from "./client.mjs";
import { loadFigures, together, turned } from "./figures.mjs";
import { payersLike, requestsFor } from "./people.mjs";
import { playOf, record } from "./recording.mjs";
import { copyOf, openPortal, openRecorder, openReplay, seededState } from "./workers.mjs";

const AT_ONCE = 8;
/** The number of slices of each Worker in one run. */
const TURNS = 5;
/** The number of payments in a run: each needs a delegate of its own. */
const PAYMENTS = 60;

/**
 * @param {{ runs: number, seconds: number }} options in each run, every Worker is under load for `seconds` at every
 *   address.
 */
export async function measureLoad({ runs, seconds, only }, processor) {
  const addresses = Object.values(ADDRESSES).flat().filter(only);
  const state = seededState();
  const { requests, payers, plays } = await prepare(state, addresses, only(PAYING) ? runs + 1 : 0, processor);
  const workers = {
    bare: await openReplay(plays, copyOf(state)),
    ours: await openPortal(state, processor),
    still: await openReplay(plays),
  };
  for (const worker of Object.values(workers)) worker.agent = newAgent(AT_ONCE);
  const measured = [];
  for (const request of requests) {
    const always = () => request;
    measured.push(
      await interleaved(workers, request, runs, () => ({ next: always, seconds: seconds / TURNS })),
    );
  }
  if (payers.length > 0) measured.push(await interleaved(workers, PAYING, runs, queues(payers)));
  if (payers.length > 0) await compareWritten(workers, PAYMENTS * (runs + 1));
  for (const worker of Object.values(workers)) {
    worker.agent.destroy();
    await worker.close();
  }
  return measured;
}

/** Signs everybody in, and makes a recording of each request. */
async function prepare(state, addresses, payingSlices, processor) {
  const recorder = await openRecorder(state, processor);
  const requests = await requestsFor(recorder, addresses);
  const plays = [];
  for (const request of requests) {
    // The first request may also fetch things that the isolate then keeps.
    await record(recorder, request);
    plays.push(playOf(await record(recorder, request)));
  }
  const payers = [];
  if (payingSlices > 0) {
    const made = await payersLike(PAYING.as, PAYING.name, recorder, PAYMENTS * payingSlices + 1);
    plays.push(playOf(await record(recorder, made.pop())));
    payers.push(...made);
  }
  await recorder.close();
  return { requests, payers, plays };
}

/** Each Worker gets the same payers. A payer can pay at every Worker, because each Worker has a database of its own. */
function queues(payers) {
  const left = new Map();
  return (worker) => {
    if (!left.has(worker)) left.set(worker, [...payers]);
    const queue = left.get(worker);
    return { next: () => queue.pop(), most: PAYMENTS / TURNS };
  };
}

/** @returns the figures of one address, measured after a run that only warms up. */
async function interleaved(workers, { name }, runs, sliceOf) {
  await inTurns(workers, sliceOf, 0);
  const slices = { ours: [], bare: [], still: [] };
  for (let run = 0; run < runs; run += 1) {
    for (const [kind, measured] of Object.entries(await inTurns(workers, sliceOf, run)))
      slices[kind].push(measured);
  }
  const figures = loadFigures(name, slices);
  const rate = figures.perSecond.toFixed(0);
  console.error(
    `${name}: ${rate} requests a second, ${figures.ofBare.toFixed(2)} times the bare Worker's rate`,
  );
  return figures;
}

/**
 * One run. It consists of many short slices for each Worker, so that a slow moment of the machine affects all Workers
 * alike.
 */
async function inTurns(workers, sliceOf, run) {
  const taken = { ours: [], bare: [], still: [] };
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [kind, worker] of turned(Object.entries(workers), run + turn))
      taken[kind].push(await slice(worker, sliceOf(kind)));
  }
  return Object.fromEntries(Object.entries(taken).map(([kind, slices]) => [kind, together(slices)]));
}

async function slice(worker, { next, seconds = Number.POSITIVE_INFINITY, most = Number.POSITIVE_INFINITY }) {
  const latencies = [];
  const start = performance.now();
  const cpuBefore = worker.cpu();
  let begun = 0;
  const caller = async () => {
    while (performance.now() - start < seconds * 1000 && begun < most) {
      begun += 1;
      const request = next();
      const { status, whole } = await send(worker.origin, request, worker.agent);
      if (status >= 400)
        throw new Error(`${request.name} answered ${status}: ${worker.log.slice(-3).join("")}`);
      latencies.push(whole);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  const elapsed = (performance.now() - start) / 1000;
  return { requests: latencies.length, seconds: elapsed, cpu: worker.cpu() - cpuBefore, latencies };
}

/**
 * Checks that both Workers wrote all payments: a bare Worker that wrote less than the portal would not be comparable.
 */
async function compareWritten({ ours, bare }, expected) {
  for (const worker of [ours, bare]) {
    const database = await worker.database();
    const count = await database
      .prepare(
        "SELECT count(*) AS n FROM payments JOIN orders ON orders.id = order_id WHERE state = 'captured' AND means = 'authorize-net'",
      )
      .first("n");
    if (count < expected) throw new Error(`Only ${count} of ${expected} payments were written.`);
  }
}
