import { csvEnd, csvHead, csvRow } from "~/values/csv.ts";
import { auditFact } from "./audit.server.ts";
import type { Context, SignedIn } from "./context.server.ts";

/**
 * A file for spreadsheets. It is read and streamed page by page, so that the whole file is never in memory. Its last
 * line says how many rows there are, so that a file that was cut off can be recognised. Before the first byte is sent,
 * the audit log records that a download begins. When the download ends, the log records the number of rows. So an
 * interrupted download is in the log too.
 *
 * @param pages rows of values, in the order of the columns.
 */
export async function csvFile(
  context: Context,
  { viewer }: SignedIn,
  fileName: string,
  columns: string[],
  pages: AsyncIterable<string[][]>,
): Promise<Response> {
  const entry = { actorUid: viewer.uid, object: `exports/${fileName}` };
  await auditFact(context, { ...entry, action: "export" });
  let rowsSent = 0;
  const end = (isWhole: boolean) =>
    auditFact(context, { ...entry, action: "exportEnd", detail: { rows: rowsSent, isWhole } });
  const encoder = new TextEncoder();
  const reading = pages[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(csvHead(columns))),
    async pull(controller) {
      const { value: rows, done } = await reading.next();
      if (done) {
        await end(true);
        controller.enqueue(encoder.encode(csvEnd(rowsSent)));
        return controller.close();
      }
      rowsSent += rows.length;
      controller.enqueue(encoder.encode(rows.map(csvRow).join("")));
    },
    async cancel() {
      await end(false);
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
    },
  });
}
