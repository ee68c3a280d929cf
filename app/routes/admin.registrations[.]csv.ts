import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { csvFile } from "~/csv.server.ts";
import { exportRegistrations } from "~/models/exports.server.ts";
import { requireDirector } from "~/session.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireDirector(args);
  const { columns, pages } = await exportRegistrations(args.context, visit.settings.conferenceId);
  return csvFile(args.context, visit, "registrations.csv", columns, pages);
}
