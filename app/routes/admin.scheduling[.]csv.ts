import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { csvFile } from "~/csv.server.ts";
import { EXPORT_COLUMNS, exportProgramme } from "~/models/programme-plans.server.ts";
import { requireDirector } from "~/session.server.ts";

/** The current programme, for a spreadsheet that can be imported again. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireDirector(args);
  return csvFile(
    args.context,
    visit,
    "programme.csv",
    EXPORT_COLUMNS,
    exportProgramme(args.context, visit.settings.conferenceId),
  );
}
