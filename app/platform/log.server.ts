export type Where = { requestId: string; method: string; path: string };

/** The facts about a request that a log line contains: its id, its method and its path. */
export const whereOf = (request: Request, requestId: string): Where => ({
  requestId,
  method: request.method,
  path: new URL(request.url).pathname,
});

/**
 * Logs one line for a fault: where it happened, the request id, and what failed, without anything that was sent.
 * Messages of database errors contain the bound values, so only the cause of such an error is logged. Digits that could
 * be a card number are masked.
 */
export function logFault(error: unknown, where: Where) {
  if (error instanceof Error) {
    // Loaders of one page share the visit's round trip. If it fails, all of them fail, but this is logged only once.
    if (logged.has(error)) return;
    logged.add(error);
  }
  console.error(
    JSON.stringify({
      ...where,
      path: withoutSecrets(where.path),
      error: causeOf(error),
      stack: framesOf(error),
    }),
  );
}

const logged = new WeakSet<Error>();

/**
 * Does the work for each row, one row after the other. If it fails for a row, this is logged with the row's object, and
 * does not hold up the other rows.
 *
 * @returns whether it was done for all rows.
 */
export async function forEachRow<Row>(
  rows: readonly Row[],
  { requestId, method }: Pick<Where, "requestId" | "method">,
  objectOf: (row: Row) => string,
  work: (row: Row) => Promise<unknown>,
): Promise<boolean> {
  let isWhole = true;
  for (const row of rows) {
    try {
      await work(row);
    } catch (error) {
      isWhole = false;
      logFault(error, { requestId, method, path: objectOf(row) });
    }
  }
  return isWhole;
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const chain: Error[] = [];
  for (let link: unknown = error; link instanceof Error; link = link.cause) chain.push(link);
  const texts = chain
    .filter((link) => !holdsBoundValues(link))
    .map(({ name, message }) => `${name}: ${message}`);
  return (texts.join(" < ") || error.name).replace(/\d(?:[ -]?\d){11,18}/g, "[digits]").slice(0, 500);
}

const holdsBoundValues = ({ name, message }: Error) =>
  name === "DrizzleQueryError" || message.startsWith("Failed query");

function framesOf(error: unknown): string[] {
  const lines = error instanceof Error ? (error.stack ?? "").split("\n") : [];
  return lines
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
}

/**
 * Links have a secret of 43 characters as the last part of their path. Ids have 20 characters and are kept, so that the
 * log shows which row the request was about.
 */
function withoutSecrets(path: string): string {
  return path.replace(/[A-Za-z0-9_-]{32,}/g, "…");
}
