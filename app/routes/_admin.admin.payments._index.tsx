import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { SearchStopped } from "~/applications/search-stopped.tsx";
import { paymentFilterOf, paymentsAddress } from "~/money/passes/payment-filter.form.ts";
import { listPayments } from "~/money/passes/payment-list.server.ts";
import { PAYMENT_WORDS, PaymentTag } from "~/money/passes/payment-state.tsx";
import { isOfAddOns } from "~/money/passes/pricing.ts";
import { EmptyState } from "~/ui/card.tsx";
import { SelectField, TextField } from "~/ui/field.tsx";
import { ListFilter, ListTable, stateOptions } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { dollars } from "~/values/money.ts";
import { PASS_TYPES, PAYMENT_STATES } from "~/values/types.ts";

export const meta = titled("Payments");

export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await requireAbility(args, "money");
  const { filter, after } = paymentFilterOf(new URL(args.request.url).searchParams);
  const { rows, next, stopped } = await listPayments(args.context, settings.conferenceId, filter, after);
  return {
    stopped,
    filter,
    query: `?${paymentsAddress(filter)}`,
    older: next && `?${paymentsAddress(filter, next)}`,
    isFirst: after === null,
    payments: rows.map(
      ({ id, name, email, passType, lines, amountCents, state, cardLastFour, createdAt }) => ({
        id,
        name,
        email,
        pass: isOfAddOns({ passType, lines }) ? `${passType}: add-ons` : passType,
        amount: dollars(amountCents),
        state,
        cardLastFour,
        date: createdAt,
      }),
    ),
  };
}

export default function Payments() {
  const { payments, stopped, filter, query, older, isFirst } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Payments"
      lead="Every attempt to pay for a pass of the current conference, newest first."
      wide
    >
      <ListFilter
        links={
          <>
            <a href="/admin/payments">Show all</a>{" "}
            <a href={`/admin/payments.csv${query}`} download>
              Download as CSV
            </a>{" "}
            <a href="/admin/payments/invoices">Invoices and cash</a>{" "}
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
          label="Pass"
          name="pass"
          defaultValue={filter.passType}
          emptyOption="Both"
          options={PASS_TYPES.map((pass) => ({ value: pass, label: pass }))}
        />
      </ListFilter>
      <SearchStopped at={stopped} />
      {payments.length === 0 ? (
        <EmptyState title={isFirst ? "No payments here" : "No more payments"}>
          <p>Nothing matches what you are looking for.</p>
        </EmptyState>
      ) : (
        <ListTable caption="Payments" columns={["Delegate", "Pass", "Amount", "State", "Date"]}>
          {payments.map(({ id, name, email, pass, amount, state, cardLastFour, date }) => (
            <tr key={id}>
              <th scope="row">
                <a href={`/admin/payments/${id}`}>
                  <bdi>{name || email}</bdi>
                </a>{" "}
                {name && <small>{email}</small>}
              </th>
              <td>{pass}</td>
              <td>
                {amount} {cardLastFour && <small>…{cardLastFour}</small>}
              </td>
              <td>
                <PaymentTag state={state} />
              </td>
              <td>
                <Moment at={date} />
              </td>
            </tr>
          ))}
        </ListTable>
      )}
      <p className="cluster">
        {!isFirst && <a href={`/admin/payments${query}`}>Newest</a>}
        {older && <a href={`/admin/payments${older}`}>Older</a>}
      </p>
    </Page>
  );
}
