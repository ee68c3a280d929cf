import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAct } from "~/access/gate.server.ts";
import { readJournal } from "~/money/books/journal.server.ts";
import { FOUND_AGAIN, KIND_WORDS } from "~/money/books/journal.ts";
import { csvFile } from "~/platform/csv-file.server.ts";
import { dollarAmount } from "~/values/money.ts";

const COLUMNS = ["day", "account", "title", "kind", "number", "debit", "credit"];

const inDollars = (cents: number) => dollarAmount(cents).toFixed(2);

/** The journal, as a file for an accountant, for the days given in the address. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAct(args, "money", "export");
  async function* pages() {
    const { lines } = await readJournal(args.context, visit, args.request.url);
    yield lines.map(({ day, account, title, kind, isRestored, number, cents }) => [
      ...[day, account, title, isRestored ? `${KIND_WORDS[kind]}, ${FOUND_AGAIN}` : KIND_WORDS[kind]],
      String(number),
      ...(cents < 0 ? ["", inDollars(-cents)] : [inDollars(cents), ""]),
    ]);
  }
  return csvFile(args.context, visit, "journal.csv", COLUMNS, pages());
}
