import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { journalDaysOf } from "~/money/passes/journal.form.ts";
import { readJournal } from "~/money/passes/journal.server.ts";
import { balancesOf, entriesInWords } from "~/money/passes/journal.ts";
import { totalOf } from "~/money/passes/pricing.ts";
import { EmptyState } from "~/ui/card.tsx";
import { DateField } from "~/ui/field.tsx";
import { ListFilter, ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { PriceTable } from "~/ui/price-table.tsx";
import { titled } from "~/ui/site.tsx";
import { dollars } from "~/values/money.ts";
import { inZone, isoDay } from "~/values/times.ts";

export const meta = titled("Journal");

export async function loader(args: LoaderFunctionArgs) {
  const { settings, now } = await requireAbility(args, "money");
  const days = journalDaysOf(new URL(args.request.url).searchParams, isoDay(now, "UTC"));
  return { ...days, lines: await readJournal(args.context, settings.conferenceId, days) };
}

export default function Journal() {
  const { first, last, lines } = useLoaderData<typeof loader>();
  const titleOf = (account: string) => lines.find((line) => line.account === account)?.title ?? account;
  return (
    <Page
      title="Journal"
      lead="Payments and refunds of passes and add-ons by day. What came in stands above zero, what was sold below, so that all of it adds up to $0."
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
          <PriceTable
            caption={`Balance of each account, ${inZone(Date.parse(first), "UTC", "date")} to ${inZone(Date.parse(last), "UTC", "date")}`}
            lines={balancesOf(lines).map(({ account, cents }) => ({
              title: titleOf(account),
              amount: dollars(cents),
            }))}
            total={dollars(totalOf(lines.map(({ cents }) => cents)))}
          />
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
                    cell: ({ title, kind, number }) => (
                      <>
                        {title} <small>{entriesInWords(number, kind)}</small>
                      </>
                    ),
                  },
                  { title: "Amount", kind: "number", cell: ({ cents }) => dollars(cents) },
                ]}
              />
            </section>
          ))}
        </>
      )}
    </Page>
  );
}
