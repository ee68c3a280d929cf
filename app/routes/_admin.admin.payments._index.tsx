import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { SearchStopped } from "~/applications/search-stopped.tsx";
import { paymentFilterOf, paymentsAddress } from "~/money/books/payment-filter.form.ts";
import { listPayments } from "~/money/books/payment-list.server.ts";
import { PAYMENT_WORDS, PaymentTag } from "~/money/payments/payment-state.tsx";
import { isOfAddOns } from "~/money/prices/pricing.ts";
import { BANK_FILTERS, type BankFilter } from "~/money/refunds/bank-returns.ts";
import { SelectField, TextField } from "~/ui/field.tsx";
import { ListCount, ListFilter, ListPages, ListTable, NothingMatches, stateOptions } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { isAscending, openedFrom, rowId, sortLinks } from "~/ui/paging.ts";
import { titled } from "~/ui/site.tsx";
import { dollars } from "~/values/money.ts";
import { PASS_TYPES, PAYMENT_STATES, type PassType } from "~/values/types.ts";

export const meta = titled("Payments");

export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await requireAbility(args, "money");
  const { filter, after } = paymentFilterOf(new URL(args.request.url).searchParams);
  const { rows, next, stopped, tickets, found } = await listPayments(
    args.context,
    settings.conferenceId,
    filter,
    after,
  );
  const to = (asked: typeof filter, behind?: typeof after) => paymentsAddress(asked, behind) || "?";
  const titleOf = (pass: PassType) => tickets.find(({ id }) => id === pass)?.title ?? pass;
  return {
    ...{ stopped, found },
    sorts: sortLinks(filter.sort ?? "-date", { date: "-date" }, (sort) =>
      to({ ...filter, sort: sort === "date" ? sort : undefined }),
    ),
    from: openedFrom(paymentsAddress(filter, after)),
    passes: PASS_TYPES.map((pass) => ({ value: pass, label: titleOf(pass) })),
    filter,
    query: to(filter),
    top: after && to(filter),
    more: next && to(filter, next),
    payments: rows.map(
      ({ id, name, email, payer, passType, lines, amountCents, state, bank, cardLastFour, createdAt }) => ({
        id,
        name,
        email,
        payer,
        pass: isOfAddOns({ passType, lines }) ? `${titleOf(passType)}: add-ons` : titleOf(passType),
        amount: dollars(amountCents),
        state,
        isTakenByBank: bank !== null,
        cardLastFour,
        date: createdAt,
      }),
    ),
  };
}

const BANK_WORDS: Record<BankFilter, string> = {
  open: "Taken back, not decided",
  any: "Taken back",
};

export default function Payments() {
  const { payments, passes, stopped, filter, query, found, sorts, from, top, more } =
    useLoaderData<typeof loader>();
  const order = isAscending(filter.sort ?? "-date") ? "oldest first" : "newest first";
  return (
    <Page title="Payments" lead="Every attempt to pay." wide>
      <ListFilter
        chosen={[
          { name: "search", value: filter.search },
          { name: "state", value: filter.state, label: filter.state && PAYMENT_WORDS[filter.state].words },
          { name: "bank", value: filter.bank, label: filter.bank && BANK_WORDS[filter.bank] },
          {
            name: "pass",
            value: filter.passType,
            label: passes.find(({ value }) => value === filter.passType)?.label,
          },
        ]}
        sort={filter.sort}
        count={
          payments.length > 0 && <ListCount {...{ found, order }} shown={payments.length} one="payment" />
        }
        links={
          <>
            <a href={`/admin/payments.csv${query}`}>Download as CSV</a>{" "}
            <a href="/admin/payments/invoices">Invoices and cash</a>{" "}
            <a href="/admin/payments/invoicing">Bank details and limits</a>{" "}
            <a href="/admin/payments/journal">Journal</a> <a href="/admin/payments/batches">Batches</a>
          </>
        }
      >
        <TextField
          label="Search"
          name="search"
          hint="A name, the beginning of an e-mail address or reference, or the card's last four digits."
          defaultValue={filter.search}
        />
        <SelectField
          label="State"
          name="state"
          defaultValue={filter.state}
          emptyOption="All"
          options={stateOptions(PAYMENT_STATES, PAYMENT_WORDS)}
        />
        <SelectField
          label="Bank"
          name="bank"
          defaultValue={filter.bank}
          emptyOption="All"
          options={BANK_FILTERS.map((value) => ({ value, label: BANK_WORDS[value] }))}
        />
        <SelectField
          label="Pass"
          name="pass"
          defaultValue={filter.passType}
          emptyOption="Both"
          options={passes}
        />
      </ListFilter>
      <SearchStopped at={stopped} />
      {payments.length === 0 ? (
        <NothingMatches
          title={top === null ? "No payments here" : "No more payments"}
          all="/admin/payments"
        />
      ) : (
        <ListTable
          caption="Payments"
          rows={payments}
          keyOf={({ id }) => id}
          idOf={({ id }) => rowId(id)}
          columns={[
            {
              title: "Delegate",
              kind: "long",
              cell: ({ id, name, email, payer }) => (
                <>
                  <a href={`/admin/payments/${id}${from}`}>
                    <bdi>{name || email}</bdi>
                  </a>{" "}
                  {name && <small>{email}</small>} {payer && <small>Paid by {payer}</small>}
                </>
              ),
            },
            { title: "Pass", kind: "one-line", cell: ({ pass }) => pass },
            {
              title: "Amount",
              cell: ({ amount, cardLastFour }) => (
                <>
                  {amount} {cardLastFour && <small>…{cardLastFour}</small>}
                </>
              ),
            },
            {
              title: "State",
              isBeside: true,
              cell: ({ state, isTakenByBank }) => <PaymentTag {...{ state, isTakenByBank }} />,
            },
            { title: "Date", sort: sorts.date, cell: ({ date }) => <Moment at={date} /> },
          ]}
        />
      )}
      <ListPages first={top} next={more} />
    </Page>
  );
}
