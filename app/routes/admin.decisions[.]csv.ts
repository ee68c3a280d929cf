import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAct } from "~/access/gate.server.ts";
import { decisionColumns, exportDecisions } from "~/decisions/decisions.server.ts";
import { csvFile } from "~/platform/csv-file.server.ts";
import { can } from "~/values/abilities.ts";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAct(args, "decide", "export");
  const asked = new URL(args.request.url).searchParams.get("round");
  const withAwards = can(visit.viewer.abilities, "money");
  return csvFile(
    args.context,
    visit,
    "decisions.csv",
    decisionColumns(withAwards),
    exportDecisions(args.context, visit.settings.conferenceId, { round: asked ?? undefined, withAwards }),
  );
}
