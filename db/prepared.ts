import { fillPlaceholders, type Placeholder, sql } from "drizzle-orm";
import type { D1PreparedQuery } from "drizzle-orm/d1";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import type { Database } from "./client.ts";
import { type Content, LIBRARY } from "./kept-answers.ts";

type Value = string | number | null;

/** A query that can be awaited or be part of a batch. */
export type Reading<Rows> = RunnableQuery<Rows, "sqlite"> & PromiseLike<Rows>;

/** Higher than every count, price and limit that a query may contain, and lower than every instant (UTC ms). */
const AN_INSTANT = 100_000_000_000;

/**
 * A query whose SQL is built only once, because building it takes longer than running most queries. Every value that
 * varies between uses is a parameter of `build`. `build` gets placeholders in place of these values, so it must not
 * depend on the values themselves.
 *
 * @throws Error if the query contains an instant, because every later use would then have the instant of the first use.
 */
export const prepared = <Values extends Value[], Query extends Reading<unknown>>(
  build: (db: Database, ...values: Values) => Query,
) => preparedFor(build, () => null);

/**
 * Like `prepared`, for a query whose answer is the same for everybody in an edition. The edition's id is the first
 * value. The answer is kept as long as the edition does not change. So the query must not read anything about a person,
 * and must not count anything. Every point in time that it uses must be passed in as a value.
 */
export const ofEdition = <Values extends [string, ...Value[]], Query extends Reading<unknown>>(
  build: (db: Database, ...values: Values) => Query,
) => preparedFor(build, (...values) => values[0]);

/** Like `ofEdition`, for a query about the library, whose answer is the same for everybody. */
export const ofLibrary = <Values extends Value[], Query extends Reading<unknown>>(
  build: (db: Database, ...values: Values) => Query,
) => preparedFor(build, () => LIBRARY);

function preparedFor<Values extends Value[], Query extends Reading<unknown>>(
  build: (db: Database, ...values: Values) => Query,
  contentOf: (...values: Values) => Content | null,
): (db: Database, ...values: Values) => Reading<Query["_"]["result"]> {
  const rowsOfKept = new WeakMap<D1Result, unknown>();
  let first: D1PreparedQuery | undefined;

  function builtBy(db: Database): D1PreparedQuery {
    const placeholders = Array.from({ length: build.length - 1 }, (_, index) => sql.placeholder(`${index}`));
    const query = build(db, ...(placeholders as Placeholder[] as unknown as Values));
    const made = (query as unknown as { _prepare(): D1PreparedQuery })._prepare();
    if (made.getQuery().params.some((param) => typeof param === "number" && param > AN_INSTANT))
      throw new Error(`An instant must be a parameter: ${made.getQuery().sql}`);
    return made;
  }

  /** The rows of an answer that may be kept. They are made only once, and shared by all callers. */
  function rowsOf(answer: D1Result, isFromBatch: boolean): unknown {
    if (!rowsOfKept.has(answer)) rowsOfKept.set(answer, frozen(first!.mapResult(answer, isFromBatch)));
    return rowsOfKept.get(answer);
  }

  return (db, ...values) => {
    first ??= builtBy(db);
    const query = first.getQuery();
    const content = contentOf(...values);
    const own: D1PreparedQuery = Object.create(first, {
      stmt: { value: db.$client.prepare(query.sql, content ?? undefined) },
      ...(content !== null && { mapResult: { value: rowsOf } }),
      query: {
        value: {
          ...query,
          params: fillPlaceholders(query.params, values as unknown as Record<string, unknown>),
        },
      },
    });
    const reading = {
      _prepare: () => own,
      // biome-ignore lint/suspicious/noThenProperty: a query is sent when it is awaited, as drizzle's own are
      then: (...settled: Parameters<PromiseLike<unknown>["then"]>) => own.execute().then(...settled),
    };
    return reading as unknown as Reading<Query["_"]["result"]>;
  };
}

/** Freezes the value, so that no caller can change what others read. */
function frozen(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
