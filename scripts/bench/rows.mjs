// Measures what grows with the number of applications: the number of rows that are read, and the time of an answer.
import { ADDRESSES } from "./addresses.mjs";
import { median } from "./figures.mjs";
import { requestsFor } from "./people.mjs";
import { record } from "./recording.mjs";
import { openRecorder, seededState } from "./workers.mjs";

/** @returns for each address and size: the rows read, and the median time (ms) of an answer to a single visitor. */
export async function measureRows({ runs, sizes, only }, processor) {
  const addresses = [...ADDRESSES.delegates, ...ADDRESSES.staff].filter(only);
  const measured = new Map(addresses.map(({ name }) => [name, { name, sizes: [] }]));
  for (const applications of sizes) {
    const start = performance.now();
    const state = seededState(applications);
    console.error(
      `${applications} applications seeded in ${((performance.now() - start) / 1000).toFixed(0)} s`,
    );
    const recorder = await openRecorder(state, processor);
    for (const request of await requestsFor(recorder, addresses)) {
      await record(recorder, request);
      const recordings = [];
      for (let run = 0; run < runs; run += 1) recordings.push(await record(recorder, request));
      const rows = recordings[0].trips.reduce((sum, { rowsRead = 0 }) => sum + rowsRead, 0);
      const time = median(recordings.map(({ answer }) => answer.whole));
      measured.get(request.name).sizes.push({ applications, rows, time });
    }
    await recorder.close();
  }
  return [...measured.values()];
}
