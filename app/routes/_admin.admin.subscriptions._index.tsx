import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Button } from "~/components/button.tsx";
import { Card, EmptyState } from "~/components/card.tsx";
import { SelectField, TextField } from "~/components/field.tsx";
import { Page } from "~/components/page.tsx";
import { SUBSCRIPTION_WORDS, SubscriptionTag } from "~/components/subscription-state.tsx";
import { dollars } from "~/domain/money.ts";
import { EASTERN, inZone } from "~/domain/times.ts";
import { SUBSCRIPTION_STATES } from "~/domain/types.ts";
import { filterOf, inAddress } from "~/forms/subscription.ts";
import { listSubscriptions } from "~/models/subscription-list.server.ts";
import { requireDirector } from "~/session.server.ts";

export const meta: MetaFunction = () => [{ title: "Subscriptions · HPAIR" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireDirector(args);
  const { filter, after } = filterOf(new URL(args.request.url).searchParams);
  const { rows, next } = await listSubscriptions(args.context, filter, after);
  return {
    filter,
    query: `?${inAddress(filter)}`,
    older: next && `?${inAddress(filter, next)}`,
    isFirst: after === null,
    subscriptions: rows.map(({ id, email, state, amountCents, cardLastFour, paidUntil, createdAt }) => ({
      id,
      email,
      state,
      amount: dollars(amountCents),
      cardLastFour,
      until: paidUntil && inZone(paidUntil, EASTERN, "date"),
      since: inZone(createdAt, EASTERN, "date"),
    })),
  };
}

export default function Subscriptions() {
  const { subscriptions, filter, query, older, isFirst } = useLoaderData<typeof loader>();
  return (
    <Page title="Subscriptions" lead="Every try to subscribe to HPAIR+, newest first." wide>
      <Card>
        <form method="get" className="filters">
          <TextField
            label="Search"
            name="search"
            hint="The beginning of an e-mail address."
            defaultValue={filter.search}
          />
          <SelectField
            label="State"
            name="state"
            defaultValue={filter.state}
            emptyOption="All"
            options={SUBSCRIPTION_STATES.map((state) => ({ value: state, label: optionOf(state) }))}
          />
          <div className="cluster">
            <Button>Show</Button>
            <a href="/admin/subscriptions">Show all</a>
          </div>
        </form>
      </Card>
      {subscriptions.length === 0 ? (
        <EmptyState title={isFirst ? "No subscriptions here" : "No more subscriptions"}>
          <p>Nothing matches what you are looking for.</p>
        </EmptyState>
      ) : (
        <div className="scroll">
          <table>
            <caption className="visually-hidden">Subscriptions</caption>
            <thead>
              <tr>
                <th scope="col">Subscriber</th>
                <th scope="col">Amount</th>
                <th scope="col">State</th>
                <th scope="col">Paid until</th>
                <th scope="col">Since</th>
              </tr>
            </thead>
            <tbody>
              {subscriptions.map(({ id, email, amount, cardLastFour, state, until, since }) => (
                <tr key={id}>
                  <th scope="row">
                    <a href={`/admin/subscriptions/${id}`}>{email}</a>
                  </th>
                  <td>
                    {amount}
                    {cardLastFour && <small>…{cardLastFour}</small>}
                  </td>
                  <td>
                    <SubscriptionTag state={state} />
                  </td>
                  <td>{until ?? "–"}</td>
                  <td>{since}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="cluster">
        {!isFirst && <a href={`/admin/subscriptions${query}`}>Newest</a>}
        {older && <a href={`/admin/subscriptions${older}`}>Older</a>}
      </p>
    </Page>
  );
}

/** Two states read alike to subscribers; staff tell them apart. */
function optionOf(state: (typeof SUBSCRIPTION_STATES)[number]): string {
  const { words } = SUBSCRIPTION_WORDS[state];
  return state === "reserved" || state === "charging" ? `${words} (${state})` : words;
}
