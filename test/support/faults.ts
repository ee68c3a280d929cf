import { env } from "cloudflare:workers";
import { connect, newMeter } from "#db/client.ts";
import { readVisit } from "~/accounts/visit.server.ts";
import { readConfig } from "~/platform/config.server.ts";
import type { Context, Visit } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { logFault } from "~/platform/log.server.ts";
import { keptApart } from "./apart.ts";
import {
  ASK_FAULTS,
  CHANGE_CARD_FAULTS,
  CHARGE_FAULTS,
  type FakeGateway,
  GIVE_BACK_FAULTS,
  SUBSCRIBE_FAULTS,
} from "./fake-gateway.ts";

/** One fault: what happens to the call with this number; calls are counted over a whole schedule. */
export type Fault = { at: number; what: string };

/** One call to the outside, as it is recorded in a schedule. */
export type Call = {
  step: string;
  kind: "read" | "write" | "charge" | "ask" | "give back" | "subscribe" | "change card";
  name: string;
};

/**
 * Everything that can happen to a call. Killing a request before a call has the same effect as killing it after the
 * last call that changed something, so only one of the two has to be tried. A read changes nothing, so requests need
 * not be killed after a read.
 */
export function faultsOf({ kind }: Call): readonly string[] {
  switch (kind) {
    case "read":
      return ["fails before"];
    case "write":
      return ["killed after", "fails before", "fails after"];
    case "charge":
      return ["killed after", ...CHARGE_FAULTS];
    case "ask":
      return ASK_FAULTS;
    case "give back":
      return ["killed after", ...GIVE_BACK_FAULTS];
    case "subscribe":
      return ["killed after", ...SUBSCRIBE_FAULTS];
    case "change card":
      return ["killed after", ...CHANGE_CARD_FAULTS];
  }
}

const KIND_OF_CALL = {
  charge: "charge",
  lookup: "ask",
  find: "ask",
  list: "ask",
  lookupRefund: "ask",
  void: "give back",
  refund: "give back",
  subscribe: "subscribe",
  updateSubscription: "change card",
  cancelSubscription: "give back",
  findSubscription: "ask",
  subscriptionsOf: "ask",
} as const;

/** A killed request waits for this promise for ever. */
const never = <Result>() => new Promise<Result>(() => {});

/** How a request ended, for the person who made it. */
export type Ending<Result> = { value: Result } | { error: unknown } | "killed" | "hangs";

/** Plans the fault of the call with this number. */
export type Plan = (call: Call, at: number) => string | undefined;

export const planned =
  (faults: Fault[]): Plan =>
  (_call, at) =>
    faults.find((fault) => fault.at === at)?.what;

/** The calls of a schedule in order, each with its planned fault. */
export class Seams {
  readonly trace: Call[] = [];
  /** Requests that are still waiting for the processor's answer. */
  readonly hanging: Promise<unknown>[] = [];
  private readonly plan: Plan;

  constructor(plan: Plan) {
    this.plan = plan;
  }

  next(call: Call): string | undefined {
    return this.plan(call, this.trace.push(call) - 1);
  }
}

/** Changes every SQL statement. A negative control uses this to break the code under test. */
export type Rewrite = (sql: string) => string;

type World = {
  database: D1Database;
  gateway: FakeGateway;
  mailer: Context["mailer"];
  rewrite?: Rewrite | undefined;
  /** The contents of the file store, by key. */
  files?: Map<string, Uint8Array> | undefined;
};

/** Runs before each call, and delays the call until it is the turn of the actor who makes the call. */
export type Turn = () => Promise<void>;

type How = {
  turn?: Turn | undefined;
  known?: Visit;
  /** Runs after each write, whatever happens to the request afterwards. */
  written?: ((name: string) => Promise<void>) | undefined;
};

/**
 * Runs one request of the portal, or one run of its cron, in a context whose database and card processor fail as
 * planned. A killed request makes no further calls, and nobody gets its answer.
 *
 * @param known the visit, if the route has already read it. If this is left out, the work reads the visit when it needs
 *   it.
 */
export async function request<Result>(
  world: World,
  seams: Seams | null,
  step: string,
  work: (context: Context) => Promise<Result>,
  { turn = async () => {}, known, written = async () => {} }: How = {},
): Promise<Ending<Result>> {
  let dead = false;
  let kill = () => {};
  const killed = new Promise<"killed">((resolve) => {
    kill = () => resolve("killed");
  });
  let hang = () => {};
  const hangs = new Promise<"hangs">((resolve) => {
    hang = () => resolve("hangs");
  });

  // If a request makes several calls at the same time, they are made one after the other here, so that each has a turn
  // of its own.
  let last: Promise<unknown> = Promise.resolve();
  function pass<Answer>(
    kind: Call["kind"],
    name: string,
    work: (fault?: string) => Promise<Answer>,
  ): Promise<Answer> {
    const mine = last.then(() => passAlone(kind, name, work));
    last = mine.catch(() => {});
    return mine;
  }

  async function passAlone<Answer>(
    kind: Call["kind"],
    name: string,
    work: (fault?: string) => Promise<Answer>,
  ): Promise<Answer> {
    const act = async (fault?: string) => {
      const answer = await work(fault);
      if (kind === "write") await written(name);
      return answer;
    };
    if (dead) return never();
    await turn();
    if (dead) return never();
    const fault = seams?.next({ step, kind, name });
    switch (fault) {
      case "killed after":
        dead = true;
        // Whatever the call returns, the killed request does not get the result.
        await act().catch(() => {});
        kill();
        return never();
      case "fails before":
        throw new Error("D1_ERROR: Network connection lost.");
      case "fails after":
        await act();
        throw new Error("D1_ERROR: Network connection lost.");
      default:
        return act(fault);
    }
  }

  const waited: Promise<unknown>[] = [];
  const db = connect(
    seamed(
      world.database,
      (sql, act) => pass(isRead(sql) ? "read" : "write", sql.join("; "), act),
      world.rewrite,
    ),
    newMeter(),
  );
  let visit = known && Promise.resolve(known);
  const cards = world.gateway.port((name, act) =>
    pass(KIND_OF_CALL[name], name, (fault) => act(fault, hang)),
  );
  const context: Context = {
    config: CONFIG,
    origin: "https://portal.example.org",
    requestId: newId(),
    network: "192.0.2.1",
    userAgent: null,
    version: undefined,
    db,
    files: seamedFiles(world.files ?? new Map(), pass),
    pictures: { convert: async () => null },
    cards,
    processors: [cards],
    mailer: world.mailer,
    meter: newMeter(),
    oversized: false,
    cookies: [],
    wait: { minutes: 0 },
    claims: async () => null,
    visit() {
      visit ??= readVisit(context, null);
      return visit;
    },
    visitOf: (session) => readVisit(context, session),
    forgetVisit() {
      visit = undefined;
    },
    waitUntil: (promise) => void waited.push(promise),
    record: () => {},
    handle: async () => {
      throw new Error("Nobody asks for a page here.");
    },
  };

  const whole = (async (): Promise<Ending<Result>> => {
    try {
      const value = await work(context);
      await Promise.all(waited);
      return { value };
    } catch (error) {
      await Promise.allSettled(waited);
      logFault(error, { requestId: context.requestId, method: step, path: "" });
      return { error };
    }
  })();
  const ending = await Promise.race([whole, killed, hangs]);
  // The request may still be killed even after its answer has come.
  if (ending === "hangs") seams?.hanging.push(Promise.race([whole, killed]));
  return ending;
}

/** This configuration has no demo clock, so that leases and the portal's days use the same clock. */
const CONFIG = readConfig({
  ENVIRONMENT: "development",
  SESSION_SECRET: "a secret of thirty-two characters or more",
  ID_TOKEN_KEYS: env.ID_TOKEN_KEYS,
});

const notAsked = () => Promise.reject(new Error("Nobody asks for this here."));

/** A file store whose round trips all go through `pass`. */
const seamedFiles = (
  files: Map<string, Uint8Array>,
  pass: <Answer>(kind: Call["kind"], name: string, act: () => Promise<Answer>) => Promise<Answer>,
): Context["files"] => ({
  put: (key, bytes) => pass("write", `file ${key}`, async () => void files.set(key, bytes)),
  add: (key, bytes) =>
    pass("write", `file ${key}`, async () => {
      if (!files.has(key)) files.set(key, bytes);
    }),
  list: (prefix) =>
    pass("read", `files ${prefix}`, async () =>
      [...files.keys()].filter((key) => key.startsWith(prefix)).sort(),
    ),
  get: (key) =>
    pass("read", `file ${key}`, async () => new Response(files.get(key) as BodyInit | undefined).body),
  has: async () => true,
  remove: notAsked,
  describe: notAsked,
  getPart: notAsked,
});

const isRead = (sql: string[]) => sql.every((statement) => /^\s*select/i.test(statement));

/** A D1 whose round trips all go through `pass`. */
function seamed(
  d1: D1Database,
  pass: <Answer>(sql: string[], act: () => Promise<Answer>) => Promise<Answer>,
  rewrite: Rewrite = (sql) => sql,
): D1Database {
  const originals = new WeakMap<object, { sql: string; statement: D1PreparedStatement }>();

  function wrap(sql: string, statement: D1PreparedStatement): D1PreparedStatement {
    const wrapped = {
      bind: (...values: unknown[]) => wrap(sql, statement.bind(...values)),
      first: (...column: [string]) => pass([sql], () => statement.first(...column)),
      run: () => pass([sql], () => statement.run()),
      all: () => pass([sql], () => statement.all()),
      raw: (...options: [{ columnNames: true }]) => pass([sql], () => statement.raw(...options)),
    } as D1PreparedStatement;
    originals.set(wrapped, { sql, statement });
    return wrapped;
  }

  return {
    prepare: (sql: string) => wrap(sql, d1.prepare(rewrite(sql))),
    batch: (statements: D1PreparedStatement[]) => {
      const parts = statements.map((statement) => originals.get(statement)!);
      return pass(
        parts.map(({ sql }) => sql),
        () => keptApart(d1).batch(parts.map(({ statement }) => statement)),
      );
    },
  } as D1Database;
}

/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = <Item>(items: readonly Item[], draw: () => number): Item =>
  items[Math.floor(draw() * items.length)]!;

/**
 * Lets actors take turns, one outside call at a time, in a random order that comes from `draw`. After each call, an
 * actor continues until it is about to make its next call. Meanwhile, all other actors wait.
 */
export async function interleave(
  actors: ((turn: Turn) => Promise<unknown>)[],
  draw: () => number,
  between: () => void = () => {},
): Promise<void> {
  const waiting = new Map<number, () => void>();
  const running = new Set(actors.keys());
  const over = new Set<number>();
  let wake = () => {};
  const stopped = (index: number) => {
    running.delete(index);
    wake();
  };
  const done = actors.map((actor, index) =>
    actor(
      () =>
        new Promise<void>((go) => {
          // Work that continues after its actor has ended does not wait for a turn.
          if (over.has(index)) return go();
          waiting.set(index, go);
          stopped(index);
        }),
    ).finally(() => {
      over.add(index);
      stopped(index);
    }),
  );
  for (;;) {
    while (running.size > 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (running.size === 0) resolve();
      });
    }
    if (waiting.size === 0) break;
    const index = pick([...waiting.keys()], draw);
    const go = waiting.get(index)!;
    waiting.delete(index);
    between();
    if (!over.has(index)) running.add(index);
    go();
  }
  await Promise.all(done);
}

/** The statements, with their values, that some work would send to an empty database. None of them is run. */
export async function statementsOf(
  database: D1Database,
  work: (db: D1Database) => Promise<unknown>,
): Promise<D1PreparedStatement[]> {
  const asked: D1PreparedStatement[] = [];
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement =>
    ({
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      raw: async () => {
        asked.push(statement);
        return [];
      },
      all: async () => {
        asked.push(statement);
        return { results: [] };
      },
    }) as unknown as D1PreparedStatement;
  await work({ prepare: (sql: string) => wrap(database.prepare(sql)) } as D1Database);
  return asked;
}

/**
 * A D1 that combines the round trips of many simultaneous requests into one. They become one transaction, so the
 * requests must be independent of each other, and none of them may fail.
 */
export function sharing(d1: D1Database): D1Database {
  const originals = new WeakMap<object, D1PreparedStatement>();
  type Trip = {
    statements: D1PreparedStatement[];
    arrive: (results: D1Result[]) => void;
    fail: (e: unknown) => void;
  };
  let waiting: Trip[] = [];

  function travel(statements: D1PreparedStatement[]): Promise<D1Result[]> {
    return new Promise((arrive, fail) => {
      if (waiting.length === 0) setTimeout(leave, 0);
      waiting.push({ statements, arrive, fail });
    });
  }

  async function leave(): Promise<void> {
    const trips = waiting;
    waiting = [];
    try {
      const results = await d1.batch(trips.flatMap(({ statements }) => statements));
      for (const { statements, arrive } of trips) arrive(results.splice(0, statements.length));
    } catch (error) {
      for (const { fail } of trips) fail(error);
    }
  }

  function wrap(statement: D1PreparedStatement): D1PreparedStatement {
    const one = async () => (await travel([statement]))[0]!;
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      run: one,
      all: one,
      // As in D1 itself: a batch returns objects, whose values are in the order of the columns.
      raw: async () => (await one()).results.map((row) => Object.values(row as object)),
    } as unknown as D1PreparedStatement;
    originals.set(wrapped, statement);
    return wrapped;
  }

  return {
    prepare: (sql: string) => wrap(d1.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) =>
      travel(statements.map((statement) => originals.get(statement)!)),
  } as D1Database;
}
