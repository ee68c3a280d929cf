import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { StaffLink } from "~/access/staff-link.tsx";
import { readJournal } from "~/money/books/journal.server.ts";
import {
  type AccountSums,
  comparisonInWords,
  DIRECTIONS,
  type JournalRow,
  ledgerByDay,
  ledgerOf,
  type Side,
  sumsOf,
} from "~/money/books/journal.ts";
import { journalMessages } from "~/money/books/messages.ts";
import { totalOf } from "~/money/prices/pricing.ts";
import { EmptyState } from "~/ui/card.tsx";
import { DateField } from "~/ui/field.tsx";
import { ListFilter, ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { dollars } from "~/values/money.ts";
import { inZone } from "~/values/times.ts";

export const meta = titled("Journal");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "money");
  const { days, lines, entries } = await readJournal(args.context, visit, args.request.url);
  return {
    ...days,
    // The title is left out, because only the file for accountants uses it.
    lines: lines.map(({ title: _, ...line }) => line),
    isNamed: entries !== null,
    ledger: entries ? ledgerOf(entries) : ledgerByDay(lines),
  };
}

export default function Journal() {
  const { first, last, zone, lines, isNamed, ledger } = useLoaderData<typeof loader>();
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
            <a href={`/admin/payments/journal.csv?first=${first}&last=${last}`}>Download as CSV</a>
          </>
        }
      >
        <DateField label="First day" name="first" defaultValue={first} hint={journalMessages.days(zone)} />
        <DateField label="Last day" name="last" defaultValue={last} />
      </ListFilter>
      {lines.length === 0 ? (
        <EmptyState title="No entries">
          <p>Nothing was paid or given back in these days.</p>
        </EmptyState>
      ) : (
        <>
          <h2>{period}</h2>
          <Sums title="Money" one="Account" side="money" sums={money} lines={lines} />
          <Sums title="What it was for" one="Pass or add-on" side="things" sums={things} lines={lines} />
          <p>{comparisonInWords(money, things)}</p>
          {!isNamed && <p className="hint">{journalMessages.tooMany}</p>}
          <Ledger rows={ledger} />
        </>
      )}
    </Page>
  );
}

/** Payments and refunds, under the day on which they happened. Each row shows the total so far. */
function Ledger({ rows }: { rows: JournalRow[] }) {
  return [...new Set(rows.map(({ day }) => day))].map((day) => (
    <section key={day} className="stack tight">
      <h2>
        <Moment at={Date.parse(day)} style="date" zone="UTC" />
      </h2>
      <ListTable
        className="ledger"
        caption="Payments and refunds of the day"
        rows={rows.filter((row) => row.day === day)}
        keyOf={({ key }) => key}
        columns={[
          {
            title: "From",
            kind: "long",
            cell: ({ who, href, what }) => (
              <>
                {href ? <StaffLink href={href}>{who || "No name"}</StaffLink> : who} <small>{what}</small>
              </>
            ),
          },
          { title: "In", kind: "number", cell: ({ up }) => up > 0 && dollars(up) },
          { title: "Out", kind: "number", cell: ({ down }) => down > 0 && dollars(down) },
          { title: "Total so far", kind: "number", cell: ({ total }) => dollars(total) },
        ]}
      />
    </section>
  ));
}

/**
 * The accounts on one side of the ledger. For each account, the table has the sums of what moved in each direction
 * during all shown days.
 */
function Sums({
  title,
  one,
  side,
  sums,
  lines,
}: {
  title: string;
  /** The word for a row, as the heading of the first column. */
  one: string;
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
      isTitled
      className="sums"
      rows={sums.map((sum) => ({ ...sum, name: nameOf(sum.account) }))}
      keyOf={({ account }) => account}
      columns={[
        { title: one, cell: ({ name }) => name },
        { title: up, kind: "number", cell: (row) => dollars(row.up) },
        { title: down, kind: "number", cell: (row) => row.down !== 0 && dollars(row.down) },
      ]}
      total={{ account: "", name: "Total", up: total("up"), down: total("down") }}
    />
  );
}
