// How a request uses the database: the number of trips, how many of them wait for one another, the number of
// statements, and the time to the first byte if each call is delayed.
import { ADDRESSES, PAYING } from "./addresses.mjs";
import { depthOf, median } from "./figures.mjs";
import { payersLike, requestsFor } from "./people.mjs";
import { record } from "./recording.mjs";
import { openRecorder, seededState } from "./workers.mjs";

/** @param {{ runs: number, delay?: number }} options `delay` ms are added to each database call. */
export async function measureTrips({ runs, delay = 150, only }, processor) {
  const recorder = await openRecorder(seededState(), processor);
  const requests = await requestsFor(recorder, Object.values(ADDRESSES).flat().filter(only));
  const measured = [];
  for (const request of requests) {
    // The first answers of an isolate take longer than later ones, because the isolate fetches things that it then
    // keeps.
    for (let first = 0; first < 3; first += 1) await record(recorder, request);
    measured.push(await tripsOf(recorder, () => request, runs, delay));
  }
  if (only(PAYING)) {
    const payers = await payersLike(PAYING.as, PAYING.name, recorder, runs + 1);
    await record(recorder, payers.pop());
    measured.push(await tripsOf(recorder, () => payers.pop(), runs, delay));
  }
  await recorder.close();
  return { delay, measured };
}

async function tripsOf(recorder, next, runs, delay) {
  const recordings = [];
  for (let run = 0; run < runs; run += 1) recordings.push(await record(recorder, next(), delay));
  const [{ name, trips }] = recordings;
  const toDatabase = trips.filter(({ how }) => how !== "fetch");
  return {
    name,
    trips: toDatabase.length,
    depth: depthOf(toDatabase.filter(({ isAfterwards }) => !isAfterwards)),
    statements: toDatabase.flatMap(({ statements }) => statements).length,
    rowsRead: toDatabase.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
    firstByte: median(recordings.map(({ answer }) => answer.firstByte)),
  };
}
