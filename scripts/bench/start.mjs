// How long a Worker takes from nothing to its first answer.
import { Miniflare } from "miniflare";
import { productionWorker } from "../production.mjs";
import { median } from "./figures.mjs";

/** How often each starts in a run: a start is short, and a single one tells little. */
const TURNS = 5;

/**
 * The bundle of production and an empty Worker, in turn. Neither has settings nor a database: the portal answers that
 * it is not set up, after reading and starting all of its code.
 *
 * @returns the milliseconds of each, and the portal's time as a multiple of the empty Worker's.
 */
export async function measureStart({ runs }) {
  const { modules, modulesRoot, ...how } = productionWorker();
  const portal = { ...how, modules, modulesRoot };
  const empty = {
    ...how,
    modules: [
      { type: "ESModule", path: "empty.js", contents: "export default { fetch: () => new Response() };" },
    ],
  };
  const starts = [];
  // The first start of each finds nothing in the machine's memory.
  for (const worker of [portal, empty]) await startOf(worker);
  for (let turn = 0; turn < runs * TURNS; turn += 1) {
    starts.push({ portal: await startOf(portal), empty: await startOf(empty) });
  }
  return {
    portal: median(starts.map((start) => start.portal)),
    empty: median(starts.map((start) => start.empty)),
    ofEmpty: median(starts.map((start) => start.portal / start.empty)),
  };
}

async function startOf(worker) {
  const before = performance.now();
  const miniflare = new Miniflare({ ...worker, handleRuntimeStdio: () => undefined });
  const origin = await miniflare.ready;
  await (await fetch(origin)).arrayBuffer();
  const passed = performance.now() - before;
  await miniflare.dispose();
  return passed;
}
