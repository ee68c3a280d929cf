import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAbility } from "~/access/gate.server.ts";
import { csvFile } from "~/platform/csv-file.server.ts";
import { EXPORT_COLUMNS, exportProgramme } from "~/programme/programme-file.server.ts";

/** The current programme, as a file for spreadsheets. The file can be imported again. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "content");
  return csvFile(
    args.context,
    visit,
    "programme.csv",
    EXPORT_COLUMNS,
    exportProgramme(args.context, visit.settings.conferenceId),
  );
}
