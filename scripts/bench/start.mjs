// Measures how long a new Worker takes to give its first answer.
import { Miniflare } from "miniflare";
import { productionWorker } from "../production.mjs";
import { median } from "./figures.mjs";

/** How many times each Worker starts in a run: a start is short, so a single one says little. */
const TURNS = 5;

/**
 * Starts the production bundle and an empty Worker in turn. Neither has settings or a database. So the portal only
 * answers that it is not set up, but it has loaded and run all of its code by then.
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
  // The first start of each is not counted, because its files are not in the memory of the machine yet.
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
