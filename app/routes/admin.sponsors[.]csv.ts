import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAct } from "~/access/gate.server.ts";
import { csvFile } from "~/platform/csv-file.server.ts";
import { readSponsorTables } from "~/staff/sponsors.server.ts";
import { sponsorColumns, sponsorLines } from "~/staff/sponsors.ts";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAct(args, "decide", "export");
  const tables = await readSponsorTables(args.context, visit);
  async function* pages() {
    yield sponsorLines(tables);
  }
  return csvFile(args.context, visit, "sponsors.csv", sponsorColumns, pages());
}
