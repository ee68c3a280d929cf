import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireDirector } from "~/access/gate.server.ts";
import { DECISION_COLUMNS, exportDecisions } from "~/decisions/decisions.server.ts";
import { csvFile } from "~/platform/csv-file.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireDirector(args);
  const asked = new URL(args.request.url).searchParams.get("round");
  return csvFile(
    args.context,
    visit,
    "decisions.csv",
    DECISION_COLUMNS,
    exportDecisions(args.context, visit.settings.conferenceId, asked ?? undefined),
  );
}
