import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Button } from "~/components/button.tsx";
import { Card, EmptyState } from "~/components/card.tsx";
import { SelectField, TextField } from "~/components/field.tsx";
import { Page } from "~/components/page.tsx";
import { PAYMENT_WORDS, PaymentTag } from "~/components/payment-state.tsx";
import { dollars } from "~/domain/money.ts";
import { EASTERN, inZone } from "~/domain/times.ts";
import { PASS_TYPES, PAYMENT_STATES } from "~/domain/types.ts";
import { filterOf, inAddress } from "~/forms/payment-filter.ts";
import { listPayments } from "~/models/payment-list.server.ts";
import { requireDirector } from "~/session.server.ts";

export const meta: MetaFunction = () => [{ title: "Payments · HPAIR" }];

export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await requireDirector(args);
  const { filter, after } = filterOf(new URL(args.request.url).searchParams);
  const { rows, next } = await listPayments(args.context, settings.conferenceId, filter, after);
  return {
    filter,
    query: `?${inAddress(filter)}`,
    older: next && `?${inAddress(filter, next)}`,
    isFirst: after === null,
    payments: rows.map(({ id, name, email, passType, amountCents, state, cardLastFour, createdAt }) => ({
      id,
      name,
      email,
      passType,
      amount: dollars(amountCents),
      state,
      cardLastFour,
      date: inZone(createdAt, EASTERN),
    })),
  };
}

export default function Payments() {
  const { payments, filter, query, older, isFirst } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Payments"
      lead="Every attempt to pay for a pass of the current conference, newest first."
      wide
    >
      <Card>
        <form method="get" className="filters">
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
            options={PAYMENT_STATES.map((state) => ({ value: state, label: optionOf(state) }))}
          />
          <SelectField
            label="Pass"
            name="pass"
            defaultValue={filter.passType}
            emptyOption="Both"
            options={PASS_TYPES.map((pass) => ({ value: pass, label: pass }))}
          />
          <div className="cluster">
            <Button>Show</Button>
            <a href="/admin/payments">Show all</a>
            <a href={`/admin/payments.csv${query}`} download>
              Download as CSV
            </a>
          </div>
        </form>
      </Card>
      {payments.length === 0 ? (
        <EmptyState title={isFirst ? "No payments here" : "No more payments"}>
          <p>Nothing matches what you are looking for.</p>
        </EmptyState>
      ) : (
        <div className="scroll">
          <table>
            <caption className="visually-hidden">Payments</caption>
            <thead>
              <tr>
                <th scope="col">Delegate</th>
                <th scope="col">Pass</th>
                <th scope="col">Amount</th>
                <th scope="col">State</th>
                <th scope="col">Date</th>
              </tr>
            </thead>
            <tbody>
              {payments.map(({ id, name, email, passType, amount, state, cardLastFour, date }) => (
                <tr key={id}>
                  <th scope="row">
                    <a href={`/admin/payments/${id}`}>{name || email}</a>
                    {name && <small>{email}</small>}
                  </th>
                  <td>{passType}</td>
                  <td>
                    {amount}
                    {cardLastFour && <small>…{cardLastFour}</small>}
                  </td>
                  <td>
                    <PaymentTag state={state} />
                  </td>
                  <td>{date}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="cluster">
        {!isFirst && <a href={`/admin/payments${query}`}>Newest</a>}
        {older && <a href={`/admin/payments${older}`}>Older</a>}
      </p>
    </Page>
  );
}

/** Two states read alike to delegates; staff tell them apart. */
function optionOf(state: (typeof PAYMENT_STATES)[number]): string {
  const { words } = PAYMENT_WORDS[state];
  return state === "reserved" || state === "charging" ? `${words} (${state})` : words;
}
