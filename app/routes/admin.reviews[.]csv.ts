import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAct } from "~/access/gate.server.ts";
import { csvFile } from "~/platform/csv-file.server.ts";
import { exportReviews } from "~/staff/exports.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAct(args, "decide", "export");
  const { columns, pages } = await exportReviews(args.context, visit.settings.conferenceId);
  return csvFile(args.context, visit, "reviews.csv", columns, pages);
}
