import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAct } from "~/access/gate.server.ts";
import { csvFile } from "~/platform/csv-file.server.ts";
import { applicationAddress } from "~/selections/application-filter.ts";
import { applicationsSelected } from "~/selections/filter-conditions.server.ts";
import { filterToActOn } from "~/selections/filter-to-act-on.server.ts";
import { exportApplications } from "~/staff/exports.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAct(args, "decide", "export");
  const { conferenceId } = visit.settings;
  const filter = filterToActOn(new URL(args.request.url).searchParams, visit.viewer);
  const isWhole = applicationAddress(filter) === "";
  const selection = isWhole
    ? undefined
    : await applicationsSelected(args.context.db, { conferenceId, staffUid: visit.viewer.uid }, filter);
  const { columns, pages } = await exportApplications(args.context, conferenceId, selection);
  return csvFile(args.context, visit, "applications.csv", columns, pages);
}
