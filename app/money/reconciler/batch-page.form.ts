/** The position at which a page of batches begins: after the batch with this time and id. Null for the newest batch. */
export type BatchCursor = { settledAt: number; batchId: string } | null;

/**
 * Reads, from a URL, the position at which a page of batches begins. Anything that is not a position means the newest
 * batch.
 */
export function batchCursorOf(params: URLSearchParams): BatchCursor {
  const [, settledAt, batchId] = /^(\d{1,15})-([\w-]{1,40})$/.exec(params.get("after") ?? "") ?? [];
  return settledAt && batchId ? { settledAt: Number(settledAt), batchId } : null;
}
