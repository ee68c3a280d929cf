import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { journalDaysOf } from "~/money/passes/journal.form.ts";
import { readJournal } from "~/money/passes/journal.server.ts";
import {
  type AccountSums,
  amountInWords,
  comparisonInWords,
  DIRECTIONS,
  entriesInWords,
  journalBalance,
  type Side,
  sumsOf,
} from "~/money/passes/journal.ts";
import { totalOf } from "~/money/passes/pricing.ts";
import { EmptyState } from "~/ui/card.tsx";
import { DateField } from "~/ui/field.tsx";
import { ListFilter, ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { dollars } from "~/values/money.ts";
import { inZone, isoDay } from "~/values/times.ts";

export const meta = titled("Journal");

export async function loader(args: LoaderFunctionArgs) {
  const { settings, now } = await requireAbility(args, "money");
  const days = journalDaysOf(new URL(args.request.url).searchParams, isoDay(now, "UTC"));
  const lines = await readJournal(args.context, settings.conferenceId, days);
  // The title is the file's.
  return { ...days, lines: lines.map(({ title: _, ...line }) => line) };
}

export default function Journal() {
  const { first, last, lines } = useLoaderData<typeof loader>();
  const of = (side: Side) => lines.filter((line) => line.side === side);
  const [money, things] = [sumsOf(of("money"), "money"), sumsOf(of("things"), "things")];
  const period = `${inZone(Date.parse(first), "UTC", "date")} to ${inZone(Date.parse(last), "UTC", "date")}`;
  return (
    <Page
      title="Journal"
      lead="Payments and refunds of passes and add-ons by day: what came in, what went out, and what it was for."
      wide
    >
      <ListFilter
        title="Days"
        chosen={[]}
        links={
          <>
            <a href="/admin/payments">All payments</a>{" "}
            <a href={`/admin/payments/journal.csv?first=${first}&last=${last}`} download>
              Download as CSV
            </a>
          </>
        }
      >
        <DateField label="First day" name="first" defaultValue={first} hint="Days are those of UTC." />
        <DateField label="Last day" name="last" defaultValue={last} />
      </ListFilter>
      {lines.length === 0 ? (
        <EmptyState title="No entries">
          <p>Nothing was paid or given back in these days.</p>
        </EmptyState>
      ) : (
        <>
          <h2>{period}</h2>
          <Sums title="Money" side="money" sums={money} lines={lines} />
          <Sums title="What it was for" side="things" sums={things} lines={lines} />
          <p>{comparisonInWords(journalBalance(money), journalBalance(things))}</p>
          {[...new Set(lines.map(({ day }) => day))].map((day) => (
            <section key={day} className="stack tight">
              <h2>
                <Moment at={day} style="date" zone="UTC" />
              </h2>
              <ListTable
                isNarrow
                caption="Entries of the day by account and kind"
                rows={lines.filter((line) => line.day === day)}
                keyOf={({ account, kind }) => `${account}/${kind}`}
                columns={[
                  {
                    title: "Account",
                    cell: ({ name, kind, number }) => (
                      <>
                        {name} <small>{entriesInWords(number, kind)}</small>
                      </>
                    ),
                  },
                  { title: "Amount", kind: "number", cell: ({ side, cents }) => amountInWords(side, cents) },
                ]}
              />
            </section>
          ))}
        </>
      )}
    </Page>
  );
}

/** What moved on each account of one side in all these days, and in both directions. */
function Sums({
  title,
  side,
  sums,
  lines,
}: {
  title: string;
  side: Side;
  sums: AccountSums[];
  lines: { account: string; name: string }[];
}) {
  const nameOf = (account: string) => lines.find((line) => line.account === account)?.name ?? account;
  const total = (direction: "up" | "down") => totalOf(sums.map((sum) => sum[direction]));
  const [up, down] = DIRECTIONS[side];
  return (
    <ListTable
      caption={title}
      rows={sums.map((sum) => ({ ...sum, name: nameOf(sum.account) }))}
      keyOf={({ account }) => account}
      columns={[
        { title, cell: ({ name }) => name },
        { title: up, kind: "number", cell: (row) => dollars(row.up) },
        { title: down, kind: "number", cell: (row) => dollars(row.down) },
      ]}
      total={{ account: "", name: "Total", up: total("up"), down: total("down") }}
    />
  );
}
