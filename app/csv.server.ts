import { csvHead, csvRow } from "./domain/csv.ts";

/**
 * A file for spreadsheets, streamed page by page as it is read: it is never whole in memory.
 *
 * @param pages rows of values, in the order of the columns.
 */
export function csvFile(fileName: string, columns: string[], pages: AsyncIterable<string[][]>): Response {
  const encoder = new TextEncoder();
  const reading = pages[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(csvHead(columns))),
    async pull(controller) {
      const { value: rows, done } = await reading.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(rows.map(csvRow).join("")));
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
    },
  });
}
