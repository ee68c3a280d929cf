// Measures with a profiler how long the isolate works on a page. The database, the runtime around the isolate, and
// waiting are not counted.
import { ADDRESSES } from "./addresses.mjs";
import { send } from "./client.mjs";
import { median } from "./figures.mjs";
import { requestsFor } from "./people.mjs";
import { openPortal, seededState } from "./workers.mjs";

/** The number of requests for one page in a profile, made one after the other. */
const REQUESTS = 200;
/** The time between two samples, in microseconds. */
const INTERVAL = 200;

/** The names of nodes in a profile. Such a node means that no code of the isolate is running. */
const WAITING = new Set(["(idle)", "(program)", "(root)"]);

/**
 * How many milliseconds the isolate works on one request (the median of the runs), and the size of its heap after all
 * requests, including uncollected garbage.
 */
export async function measureIsolate({ runs, only }, processor) {
  const portal = await openPortal(seededState(), processor, { isInspected: true });
  const requests = await requestsFor(portal, [...ADDRESSES.delegates, ...ADDRESSES.staff].filter(only));
  const inspector = await openInspector(await portal.inspector());
  await inspector.call("Profiler.enable");
  await inspector.call("Profiler.setSamplingInterval", { interval: INTERVAL });
  const measured = [];
  for (const request of requests) {
    for (let warm = 0; warm < REQUESTS; warm += 1) await answered(portal, request);
    const all = [];
    for (let run = 0; run < runs; run += 1) {
      await inspector.call("Profiler.start");
      for (let index = 0; index < REQUESTS; index += 1) await answered(portal, request);
      all.push(worked((await inspector.call("Profiler.stop")).profile));
    }
    measured.push({ name: request.name, milliseconds: median(all) / REQUESTS / 1_000 });
  }
  inspector.close();
  const heapMegabytes = await heapOf(portal);
  await portal.close();
  return { pages: measured, heapMegabytes };
}

/** The size of the isolate's heap in megabytes, including uncollected garbage. */
export async function heapOf(worker) {
  const inspector = await openInspector(await worker.inspector());
  const { usedSize } = await inspector.call("Runtime.getHeapUsage");
  inspector.close();
  return usedSize / 1_000_000;
}

async function answered(portal, request) {
  const answer = await send(portal.origin, request);
  if (answer.status !== 200) throw new Error(`${request.name} answered ${answer.status}.`);
}

/** The microseconds of a profile during which code of the isolate ran. */
function worked({ nodes, samples, timeDeltas }) {
  const waiting = new Set(
    nodes.filter(({ callFrame }) => WAITING.has(callFrame.functionName)).map(({ id }) => id),
  );
  return timeDeltas.reduce((sum, delta, index) => (waiting.has(samples[index]) ? sum : sum + delta), 0);
}

/** Connects to the runtime's inspector, which speaks the Chrome DevTools protocol. */
async function openInspector(address) {
  const found = await fetch(Object.assign(new URL("/json", address), { protocol: "http:" }));
  const [{ webSocketDebuggerUrl }] = await found.json();
  const socket = new WebSocket(webSocketDebuggerUrl);
  const waiting = new Map();
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error } = JSON.parse(String(data));
    const one = waiting.get(id);
    waiting.delete(id);
    if (error) one?.reject(new Error(error.message));
    else one?.resolve(result);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", reject, { once: true });
  });
  let last = 0;
  return {
    call: (method, params = {}) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        socket.send(JSON.stringify({ id: last, method, params }));
      }),
    close: () => socket.close(),
  };
}
