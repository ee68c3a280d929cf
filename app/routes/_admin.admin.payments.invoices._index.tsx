import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { INVOICE_WORDS, InvoiceTag } from "~/money/invoices/invoice.tsx";
import { type InvoiceFilter, invoiceFilterOf, invoicesAddress } from "~/money/invoices/invoice-filter.ts";
import { listInvoices } from "~/money/invoices/invoice-page.server.ts";
import { INVOICE_STATES } from "~/money/invoices/invoices.ts";
import { LinkButton } from "~/ui/button.tsx";
import { Card, EmptyState } from "~/ui/card.tsx";
import { SelectField } from "~/ui/field.tsx";
import { ListCount, ListFilter, ListPages, ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { openedFrom, rowId, sortLinks } from "~/ui/paging.ts";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Invoices and cash");

export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await requireAbility(args, "money");
  const { filter, after } = invoiceFilterOf(new URL(args.request.url).searchParams);
  const { next, ...list } = await listInvoices(args.context, settings.conferenceId, filter, after);
  const to = (asked: InvoiceFilter, behind?: number) => invoicesAddress(asked, behind) || "?";
  return {
    ...{ ...list, filter },
    sorts: sortLinks(filter.sort ?? "-number", { number: "-number" }, (sort) =>
      to({ ...filter, sort: sort === "number" ? sort : null }),
    ),
    from: openedFrom(invoicesAddress(filter, after)),
    top: after === null ? null : to(filter),
    more: next === null ? null : to(filter, next),
  };
}

export default function Invoices() {
  const { invoices, owed, filter, zone, found, sorts, from, top, more } = useLoaderData<typeof loader>();
  const { state } = filter;
  return (
    <Page
      title="Invoices and cash"
      lead="Here you see what delegates pay by bank transfer or in cash, and money that we owe to them. Record cash without an invoice on the page of the person."
      wide
    >
      {owed.length > 0 && (
        <Card title="Money to give back" id="owed">
          <p className="hint">
            This money came in by hand, so you give it back by hand. Record on its page how you did it.
          </p>
          <ListTable
            caption="Money to give back"
            rows={owed}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "Person",
                cell: ({ href, name }) => (
                  <a href={href}>
                    <bdi>{name}</bdi>
                  </a>
                ),
              },
              {
                title: "Why",
                cell: ({ why, since }) => (
                  <>
                    {why}{" "}
                    <small>
                      <Moment at={since} style="date" />
                    </small>
                  </>
                ),
              },
              { title: "Amount", kind: "number", cell: ({ amount }) => amount },
            ]}
          />
        </Card>
      )}
      <ListFilter
        chosen={[{ name: "state", value: state, label: state ? INVOICE_WORDS[state].words : undefined }]}
        sort={filter.sort ?? undefined}
        count={invoices.length > 0 && <ListCount found={found} shown={invoices.length} one="invoice" />}
        links={
          <>
            <a href="/admin/payments">All payments</a>{" "}
            <a href="/admin/payments/bank">Transfers from the bank</a>{" "}
            <a href="/admin/payments/invoicing">Bank details and limits</a>
          </>
        }
      >
        <SelectField
          label="State"
          name="state"
          defaultValue={state ?? ""}
          emptyOption="All"
          options={INVOICE_STATES.map((value) => ({ value, label: INVOICE_WORDS[value].words }))}
        />
      </ListFilter>
      {invoices.length === 0 ? (
        <EmptyState
          title={top === null ? "No invoices here" : "No more invoices"}
          action={
            state && (
              <LinkButton href="/admin/payments/invoices" variant="secondary">
                Show all
              </LinkButton>
            )
          }
        >
          <p>
            {state
              ? "Nothing matches what you are looking for."
              : "Say how invoices are paid, under “Bank details and limits”. Then delegates can ask for invoices."}
          </p>
        </EmptyState>
      ) : (
        <ListTable
          caption="Invoices"
          rows={invoices}
          keyOf={({ id }) => id}
          idOf={({ id }) => rowId(id)}
          columns={[
            {
              title: "Invoice",
              sort: sorts.number,
              cell: ({ id, number }) => <a href={`/admin/payments/invoices/${id}${from}`}>{number}</a>,
            },
            {
              title: "Delegate",
              cell: ({ name, buyerName }) => (
                <>
                  <bdi>{name}</bdi>{" "}
                  {buyerName !== name && (
                    <small>
                      <bdi>{buyerName}</bdi>
                    </small>
                  )}
                </>
              ),
            },
            { title: "Amount", kind: "number", cell: ({ amount }) => amount },
            { title: "State", isBeside: true, cell: ({ state }) => <InvoiceTag state={state} /> },
            { title: "Due", cell: ({ dueAt }) => <Moment at={dueAt} style="date" zone={zone} /> },
          ]}
        />
      )}
      <ListPages first={top} next={more} />
    </Page>
  );
}
