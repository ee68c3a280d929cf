import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { csvFile } from "~/csv.server.ts";
import { exportEmergencyContacts } from "~/models/exports.server.ts";
import { requireDirector } from "~/session.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireDirector(args);
  const { columns, pages } = await exportEmergencyContacts(args.context, visit.settings.conferenceId);
  return csvFile(args.context, visit, "emergency-contacts.csv", columns, pages);
}
