import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAct } from "~/access/gate.server.ts";
import { csvFile } from "~/platform/csv-file.server.ts";
import { exportEmergencyContacts } from "~/staff/exports.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAct(args, "door", "export");
  const { columns, pages } = await exportEmergencyContacts(args.context, visit.settings.conferenceId);
  return csvFile(args.context, visit, "emergency-contacts.csv", columns, pages);
}
