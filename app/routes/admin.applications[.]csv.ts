import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { csvFile } from "~/csv.server.ts";
import { exportApplications } from "~/models/exports.server.ts";
import { requireDirector } from "~/session.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireDirector(args);
  const { columns, pages } = await exportApplications(args.context, visit.settings.conferenceId);
  return csvFile(args.context, visit, "applications.csv", columns, pages);
}
