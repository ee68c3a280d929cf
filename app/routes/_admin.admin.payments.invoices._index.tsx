import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { INVOICE_WORDS, InvoiceTag } from "~/money/invoices/invoice.tsx";
import { invoiceFilterOf } from "~/money/invoices/invoice-filter.ts";
import { listInvoices } from "~/money/invoices/invoice-page.server.ts";
import { INVOICE_STATES } from "~/money/invoices/invoices.ts";
import { Card, EmptyState } from "~/ui/card.tsx";
import { SelectField } from "~/ui/field.tsx";
import { ListFilter, ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Invoices and cash");

export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await requireAbility(args, "money");
  const { state, before } = invoiceFilterOf(new URL(args.request.url).searchParams);
  const found = await listInvoices(args.context, settings.conferenceId, state, before);
  return { ...found, state, isFirst: before === null };
}

export default function Invoices() {
  const { invoices, owed, next, state, zone, isFirst } = useLoaderData<typeof loader>();
  const query = state ? `&state=${encodeURIComponent(state)}` : "";
  return (
    <Page
      title="Invoices and cash"
      lead="What delegates pay by bank transfer or in cash, and money that is owed to them. Cash without an invoice is recorded on the page of the person."
      wide
    >
      {owed.length > 0 && (
        <Card title="Money to give back" id="owed">
          <p className="hint">It came in by hand, and goes back by hand. Record on its page how it went.</p>
          <ListTable caption="Money to give back" columns={["Person", "Why", { number: "Amount" }]}>
            {owed.map(({ id, href, name, why, since, amount }) => (
              <tr key={id}>
                <th scope="row">
                  <a href={href}>
                    <bdi>{name}</bdi>
                  </a>
                </th>
                <td>
                  {why}{" "}
                  <small>
                    <Moment at={since} style="date" />
                  </small>
                </td>
                <td className="number">{amount}</td>
              </tr>
            ))}
          </ListTable>
        </Card>
      )}
      <ListFilter links={<a href="/admin/payments">All payments</a>}>
        <SelectField
          label="State"
          name="state"
          defaultValue={state ?? ""}
          emptyOption="All"
          options={INVOICE_STATES.map((value) => ({ value, label: INVOICE_WORDS[value].words }))}
        />
      </ListFilter>
      {invoices.length === 0 ? (
        <EmptyState title={isFirst ? "No invoices here" : "No more invoices"}>
          <p>Delegates can ask for invoices once the edition says how they are paid.</p>
        </EmptyState>
      ) : (
        <ListTable caption="Invoices" columns={["Invoice", "Delegate", { number: "Amount" }, "State", "Due"]}>
          {invoices.map(({ id, number, name, buyerName, amount, state, dueAt }) => (
            <tr key={id}>
              <th scope="row">
                <a href={`/admin/payments/invoices/${id}`}>{number}</a>
              </th>
              <td>
                <bdi>{name}</bdi>{" "}
                {buyerName !== name && (
                  <small>
                    <bdi>{buyerName}</bdi>
                  </small>
                )}
              </td>
              <td className="number">{amount}</td>
              <td>
                <InvoiceTag state={state} />
              </td>
              <td>
                <Moment at={dueAt} style="date" zone={zone} />
              </td>
            </tr>
          ))}
        </ListTable>
      )}
      <p className="cluster">
        {!isFirst && <a href={`/admin/payments/invoices?${query.slice(1)}`}>Newest</a>}
        {next !== null && <a href={`/admin/payments/invoices?before=${next}${query}`}>Older</a>}
      </p>
    </Page>
  );
}
