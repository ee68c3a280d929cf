// Gives the browser tests access to the databases and files of a portal, for what no delegate can do on a page. The
// Worker that serves the tests answers these requests itself (recorded-worker.ts). Another process would need a second
// runtime to open the same files. Each value of a statement would also need a call of its own, and each such call would
// block the test's process.

/** The address for a POST of `Asked` or a PUT of a file (`?key=`). A portal in production has no such address. */
export const BEHIND = "/behind-the-scenes";

type Bindings = { DB: D1Database; SIMULATOR?: D1Database | undefined; FILES: R2Bucket };
export type Question = { sql: string; values: unknown[] };
/** Statements for one database. Either all of them run or none. */
type Asked = { of: "DB" | "SIMULATOR"; statements: Question[] };

/**
 * Runs in the Worker. Answers with the rows of each statement as JSON, or with 204 when a file is stored. If the
 * database refuses, the answer is 500 with the database's message.
 */
export async function answerBehind(request: Request, { FILES, ...databases }: Bindings): Promise<Response> {
  if (request.method === "PUT") {
    const contentType = request.headers.get("Content-Type")!;
    const key = new URL(request.url).searchParams.get("key")!;
    await FILES.put(key, await request.arrayBuffer(), { httpMetadata: { contentType } });
    return new Response(null, { status: 204 });
  }
  const { of, statements } = (await request.json()) as Asked;
  const database = databases[of]!;
  try {
    const answers = await database.batch(
      statements.map(({ sql, values }) => database.prepare(sql).bind(...values)),
    );
    return Response.json(answers.map(({ results }) => results));
  } catch (error) {
    return new Response((error as Error).message, { status: 500 });
  }
}

const MOST_TRIES = 10;
const PAUSE_MS = 200;

/**
 * Runs in a test. Returns the rows of several statements, which are sent together.
 *
 * @throws Error with the database's message
 */
export async function askBehind<Row>(
  origin: string,
  statements: Question[],
  of: Asked["of"] = "DB",
): Promise<Row[][]> {
  const body = JSON.stringify({ of, statements } satisfies Asked);
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(origin + BEHIND, { method: "POST", body }).catch((error: Error) => error);
    if (answer instanceof Response && answer.ok) return (await answer.json()) as Row[][];
    const refused = answer instanceof Response ? new Error(await answer.text()) : answer;
    // The server may be starting again, or may close an idle connection at the moment of this request.
    const mayBeAskedAgain = refused === answer || /internal error|SQLITE_BUSY/.test(refused.message);
    if (tries === MOST_TRIES || !mayBeAskedAgain) throw refused;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Runs in a test: puts a file into the file store. */
export async function storeBehind(origin: string, key: string, bytes: Uint8Array, contentType: string) {
  const address = `${origin}${BEHIND}?${new URLSearchParams({ key })}`;
  const headers = { "Content-Type": contentType };
  const { ok } = await fetch(address, { method: "PUT", body: bytes as BodyInit, headers });
  if (!ok) throw new Error(`The file ${key} was not stored`);
}
