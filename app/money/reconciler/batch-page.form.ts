/** The place where a page of batches begins: after the one with this time and name; null for the newest. */
export type BatchCursor = { settledAt: number; batchId: string } | null;

/** Reads from an address where the page of batches begins. Anything that is no such place means the newest. */
export function batchCursorOf(params: URLSearchParams): BatchCursor {
  const [, settledAt, batchId] = /^(\d{1,15})-([\w-]{1,40})$/.exec(params.get("after") ?? "") ?? [];
  return settledAt && batchId ? { settledAt: Number(settledAt), batchId } : null;
}
