// The portal, with a recording of every call that a request makes to the database and to other services. This module is
// put in front of the bundle, which it imports under the name below.
import { AsyncLocalStorage } from "node:async_hooks";
import portal from "./portal-bundle.js";

/** The recording of the request to which the running code belongs. */
const current = new AsyncLocalStorage();
const recordings = new Map();
/**
 * Each isolate wraps its database only once, so that the portal can reuse statements that it prepared during an earlier
 * request.
 */
const databases = new WeakMap();

const realFetch = globalThis.fetch;
globalThis.fetch = async (resource, init) => {
  const request = new Request(resource, init);
  const body = request.method === "POST" ? await request.clone().text() : null;
  const call = { url: request.url, method: request.method, headers: [...request.headers], body };
  return trip({ how: "fetch", call }, async (entry) => {
    const response = await realFetch(request);
    entry.answer = await response.clone().text();
    return response;
  });
};

export default {
  async fetch(request, env, execution) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/recordings/")) return Response.json(await told(pathname.split("/").at(-1)));
    const recording = {
      trips: [],
      delay: Number(request.headers.get("X-D1-Delay") ?? 0),
      begun: Date.now(),
      isAnswered: false,
    };
    const name = request.headers.get("X-Recording");
    if (name) recordings.set(name, recording);
    if (!databases.has(env)) databases.set(env, { ...env, DB: recorded(env.DB) });
    return current.run(recording, async () => {
      const response = await portal.fetch(request, databases.get(env), execution);
      const flush = () => {
        recording.isAnswered = true;
      };
      if (response.body)
        return new Response(response.body.pipeThrough(new TransformStream({ flush })), response);
      flush();
      return response;
    });
  },
};

/** Returns a recording, after counting the rows that its trips have read. */
async function told(name) {
  const recording = recordings.get(name);
  if (!recording) return null;
  recordings.delete(name);
  for (const entry of recording.trips) {
    // `first` and `raw` return only rows. So a statement that only reads is run a second time with `all`, which reports
    // how many rows it read.
    if (entry.again) entry.rowsRead = (await entry.again()).meta.rows_read;
    delete entry.again;
  }
  return recording;
}

async function trip(entry, act) {
  const recording = current.getStore();
  if (!recording) return act(entry);
  const { delay, begun, isAnswered, trips } = recording;
  trips.push(Object.assign(entry, { start: Date.now() - begun, isAfterwards: isAnswered }));
  if (delay > 0 && entry.how !== "fetch") await scheduler.wait(delay);
  try {
    return await act(entry);
  } finally {
    entry.end = Date.now() - begun;
  }
}

const rowsIn = (results) => results.reduce((sum, { meta }) => sum + (meta.rows_read ?? 0), 0);

function recorded(d1) {
  const originals = new WeakMap();

  function wrap(statement, sql, values = []) {
    const one = { statements: [[sql, values]] };
    const isRead = /^\s*(select|with)\b/i.test(sql);
    const again = isRead ? { again: () => statement.all() } : {};
    const wrapped = {
      bind: (...bound) => wrap(statement.bind(...bound), sql, bound),
      first: (...column) => trip({ how: "first", ...one, ...again }, () => statement.first(...column)),
      raw: (...options) => trip({ how: "raw", ...one, ...again }, () => statement.raw(...options)),
      run: () => trip({ how: "run", ...one }, counted(statement, "run")),
      all: () => trip({ how: "all", ...one }, counted(statement, "all")),
    };
    originals.set(wrapped, { statement, sql, values });
    return wrapped;
  }

  const counted = (statement, how) => async (entry) => {
    const answer = await statement[how]();
    entry.rowsRead = rowsIn([answer]);
    return answer;
  };

  const over = (database) => ({
    prepare: (sql) => wrap(database.prepare(sql), sql),
    batch: (wrapped) => {
      const parts = wrapped.map((statement) => originals.get(statement));
      const statements = parts.map(({ sql, values }) => [sql, values]);
      return trip({ how: "batch", statements }, async (entry) => {
        const answers = await database.batch(parts.map(({ statement }) => statement));
        entry.rowsRead = rowsIn(answers);
        return answers;
      });
    },
    withSession: (...options) => {
      const session = database.withSession(...options);
      return { ...over(session), getBookmark: () => session.getBookmark() };
    },
  });
  return over(d1);
}
