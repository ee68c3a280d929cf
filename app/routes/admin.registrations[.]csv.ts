import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAct } from "~/access/gate.server.ts";
import { csvFile } from "~/platform/csv-file.server.ts";
import { exportRegistrations } from "~/staff/exports.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAct(args, ["money", "door"], "export");
  const { columns, pages } = await exportRegistrations(args.context, visit.settings.conferenceId);
  return csvFile(args.context, visit, "registrations.csv", columns, pages);
}
