// Records the calls that the portal makes for one request: its calls to the database and to other services.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { send } from "./client.mjs";

/** How long (ms) to wait for writes that happen after the answer. */
const AFTERWARDS_MS = 50;

/**
 * Makes the request once, and records its trips and its answer.
 *
 * @param delay milliseconds added to each database call.
 */
export async function record(recorder, request, delay = 0) {
  const id = randomUUID();
  const headers = { ...request.headers, "X-Recording": id, "X-D1-Delay": String(delay) };
  const answer = await send(recorder.origin, { ...request, headers });
  if (answer.status >= 400)
    throw new Error(`${request.name} answered ${answer.status}:\n${recorder.log.slice(-5).join("")}`);
  await sleep(AFTERWARDS_MS + delay);
  const told = await send(recorder.origin, { method: "GET", path: `/recordings/${id}`, headers: {} });
  const { trips } = JSON.parse(String(told.body));
  return { name: request.name, trips, answer, self: request.self };
}

/** The recording in the form that `replay-worker.mjs` expects. */
export function playOf({ name, trips, answer, self }) {
  return {
    name,
    trips: trips.map(({ how, statements, call, isAfterwards }) => ({ how, statements, call, isAfterwards })),
    names: self ? { kept: self, made: madeIn(trips, self) } : null,
    status: answer.status,
    headers: withoutHops(answer.headers),
    body: answer.body.toString("base64"),
  };
}

/** The ids that the portal and the processor made for this one request, and the keys of the payer's counters. */
function madeIn(trips, self) {
  const asked = JSON.stringify(trips.map(({ statements }) => statements));
  const ours = asked.match(/\b(?:[a-z2-7]{20}|[0-9a-f]{32})\b/g) ?? [];
  const processors = trips.flatMap(({ answer = "" }) =>
    [...answer.matchAll(/"(?:transId|networkTransId)":"(\d{6,})"/g)].map(([, id]) => id),
  );
  return [...new Set([...ours, ...processors])].filter((id) => !self.includes(id));
}

const HOPS = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "date"]);

const withoutHops = (headers) =>
  Object.entries(headers)
    .filter(([name]) => !HOPS.has(name))
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
