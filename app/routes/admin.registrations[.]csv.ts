import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAbility } from "~/access/gate.server.ts";
import { csvFile } from "~/platform/csv-file.server.ts";
import { exportRegistrations } from "~/staff/exports.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, ["money", "door"]);
  const { columns, pages } = await exportRegistrations(args.context, visit.settings.conferenceId);
  return csvFile(args.context, visit, "registrations.csv", columns, pages);
}
