import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAct } from "~/access/gate.server.ts";
import { csvFile } from "~/platform/csv-file.server.ts";
import { exportApplications } from "~/staff/exports.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAct(args, "decide", "export");
  const { columns, pages } = await exportApplications(args.context, visit.settings.conferenceId);
  return csvFile(args.context, visit, "applications.csv", columns, pages);
}
