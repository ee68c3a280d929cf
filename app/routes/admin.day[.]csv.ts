import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAct } from "~/access/gate.server.ts";
import { readDayList } from "~/door/day-lists.server.ts";
import { dayListIn } from "~/door/day-lists.ts";
import { csvFile } from "~/platform/csv-file.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";

const NAMES = { session: "roster.csv", addOn: "add-on.csv", question: "answers.csv" };

/** A list for the day, as a file. It has the same people and columns as the page. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAct(args, "door", "export");
  const asked = dayListIn(new URL(args.request.url).searchParams);
  const list = asked && (await readDayList(args.context, visit, asked));
  if (!asked || !list) refuse(404, messages.notFound);
  const { columns, rows } = list;
  async function* pages() {
    yield rows.map(({ cells }) => cells);
  }
  return csvFile(args.context, visit, NAMES[asked.of], columns, pages());
}
