import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAct } from "~/access/gate.server.ts";
import { csvFile } from "~/platform/csv-file.server.ts";
import { applicationFilterOf } from "~/selections/application-filter.form.ts";
import { allowedFilter, applicationAddress } from "~/selections/application-filter.ts";
import { applicationsSelected } from "~/selections/filter-conditions.server.ts";
import { exportApplications } from "~/staff/exports.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAct(args, "decide", "export");
  const { conferenceId } = visit.settings;
  const params = new URL(args.request.url).searchParams;
  const filter = allowedFilter(applicationFilterOf(params).filter, visit.viewer);
  const isWhole = applicationAddress(filter) === "";
  const selection = isWhole
    ? undefined
    : await applicationsSelected(args.context.db, { conferenceId, staffUid: visit.viewer.uid }, filter);
  const { columns, pages } = await exportApplications(args.context, conferenceId, selection);
  return csvFile(args.context, visit, "applications.csv", columns, pages);
}
