import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAbility } from "~/access/gate.server.ts";
import { DECISION_COLUMNS, exportDecisions } from "~/decisions/decisions.server.ts";
import { csvFile } from "~/platform/csv-file.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "decide");
  const asked = new URL(args.request.url).searchParams.get("round");
  return csvFile(
    args.context,
    visit,
    "decisions.csv",
    DECISION_COLUMNS,
    exportDecisions(args.context, visit.settings.conferenceId, asked ?? undefined),
  );
}
