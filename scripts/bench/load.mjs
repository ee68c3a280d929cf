// Requests a second and CPU a request: the portal, the bare Worker and the page from memory, by turns.
import { ADDRESSES, PAYING } from "./addresses.mjs";
import { newAgent, send } from "./client.mjs";
import { loadFigures, turned } from "./figures.mjs";
import { payersLike, requestsFor } from "./people.mjs";
import { playOf, record } from "./recording.mjs";
import { copyOf, openPortal, openRecorder, openReplay, seededState } from "./workers.mjs";

const AT_ONCE = 8;
/** Payments in a slice: each needs a delegate of its own. */
const PAYMENTS = 60;

/**
 * @param {{ runs: number, seconds: number }} options each run gives every Worker a slice of that length for every
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
  const measured = [];
  for (const request of requests) {
    const always = () => request;
    measured.push(await interleaved(workers, request, runs, () => ({ next: always, seconds })));
  }
  if (payers.length > 0) measured.push(await interleaved(workers, PAYING, runs, queues(payers)));
  if (payers.length > 0) await compareWritten(workers, PAYMENTS * (runs + 1));
  for (const worker of Object.values(workers)) await worker.close();
  return measured;
}

/** Everybody signed in, and everything recorded once. */
async function prepare(state, addresses, payingSlices, processor) {
  const recorder = await openRecorder(state, processor);
  const requests = await requestsFor(recorder, addresses);
  const plays = [];
  for (const request of requests) plays.push(playOf(await record(recorder, request)));
  const payers = [];
  if (payingSlices > 0) {
    const made = await payersLike(PAYING.as, PAYING.name, recorder, PAYMENTS * payingSlices + 1);
    plays.push(playOf(await record(recorder, made.pop())));
    payers.push(...made);
  }
  await recorder.close();
  return { requests, payers, plays };
}

/** Every Worker has the same delegates, each with a database of its own. */
function queues(payers) {
  const left = new Map();
  return (worker) => {
    if (!left.has(worker)) left.set(worker, [...payers]);
    const queue = left.get(worker);
    return { next: () => queue.pop(), requests: PAYMENTS };
  };
}

/** @returns the figures of one address. */
async function interleaved(workers, { name }, runs, sliceOf) {
  const slices = { ours: [], bare: [], still: [] };
  for (const [kind, worker] of Object.entries(workers)) await slice(worker, sliceOf(kind));
  for (let run = 0; run < runs; run += 1) {
    for (const [kind, worker] of turned(Object.entries(workers), run))
      slices[kind].push(await slice(worker, sliceOf(kind)));
  }
  const figures = loadFigures(name, slices);
  console.error(
    `${name}: ${figures.perSecond.toFixed(0)} a second, ${figures.ofBare.toFixed(2)} of the bare Worker`,
  );
  return figures;
}

async function slice(
  worker,
  { next, seconds = Number.POSITIVE_INFINITY, requests = Number.POSITIVE_INFINITY },
) {
  const agent = newAgent(AT_ONCE);
  const latencies = [];
  const start = performance.now();
  const cpuBefore = worker.cpu();
  let begun = 0;
  const caller = async () => {
    while (performance.now() - start < seconds * 1000 && begun < requests) {
      begun += 1;
      const request = next();
      const { status, whole } = await send(worker.origin, request, agent);
      if (status >= 400)
        throw new Error(`${request.name} answered ${status}: ${worker.log.slice(-3).join("")}`);
      latencies.push(whole);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  const measured = {
    requests: latencies.length,
    seconds: (performance.now() - start) / 1000,
    cpu: worker.cpu() - cpuBefore,
    latencies,
  };
  agent.destroy();
  return measured;
}

/** A bare Worker that had written less than the portal would not be a measure of it. */
async function compareWritten({ ours, bare }, expected) {
  for (const worker of [ours, bare]) {
    const database = await worker.database();
    const count = await database
      .prepare("SELECT count(*) AS n FROM payments WHERE state = 'captured' AND gateway = 'authorize-net'")
      .first("n");
    if (count < expected) throw new Error(`Of ${expected} payments ${count} were written.`);
  }
}
