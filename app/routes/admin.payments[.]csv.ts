import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { csvHead, csvRow } from "~/domain/csv.ts";
import { dollarAmount } from "~/domain/money.ts";
import { filterOf } from "~/forms/payment-filter.ts";
import { exportPayments } from "~/models/payment-list.server.ts";
import { requireDirector } from "~/session.server.ts";

const COLUMNS = [
  "reference",
  "email",
  "name",
  "pass",
  "addOns",
  "amount",
  "state",
  "card",
  "transaction",
  "created",
  "settled",
];

/** What the list of payments shows, whole, for a spreadsheet; streamed page by page. */
export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await requireDirector(args);
  const { filter } = filterOf(new URL(args.request.url).searchParams);
  const instant = (at: number | null) => (at === null ? "" : new Date(at).toISOString());
  const encoder = new TextEncoder();
  const pages = exportPayments(args.context, settings.conferenceId, filter);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(csvHead(COLUMNS))),
    async pull(controller) {
      const { value: rows, done } = await pages.next();
      if (done) return controller.close();
      const lines = rows.map((row) =>
        csvRow([
          row.id,
          row.email,
          row.name,
          row.passType,
          Object.entries(row.addOns)
            .map(([id, variant]) => (variant === true ? id : `${id}=${variant}`))
            .join(" "),
          dollarAmount(row.amountCents).toFixed(2),
          row.state,
          row.cardLastFour ? `${row.cardBrand ?? ""} ${row.cardLastFour}`.trim() : "",
          row.transactionId ?? "",
          instant(row.createdAt),
          instant(row.settledAt),
        ]),
      );
      controller.enqueue(encoder.encode(lines.join("")));
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="payments.csv"',
    },
  });
}
