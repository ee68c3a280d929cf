import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { csvFile } from "~/csv.server.ts";
import { ROUND_IDS } from "~/domain/types.ts";
import { DECISION_COLUMNS, exportDecisions } from "~/models/decisions.server.ts";
import { requireDirector } from "~/session.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireDirector(args);
  const asked = new URL(args.request.url).searchParams.get("round");
  const round = ROUND_IDS.find((id) => id === asked);
  return csvFile(
    args.context,
    visit,
    "decisions.csv",
    DECISION_COLUMNS,
    exportDecisions(args.context, visit.settings.conferenceId, round),
  );
}
