import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { subscriptionFilterOf, subscriptionsAddress } from "~/money/subscriptions/subscription.form.ts";
import { listSubscriptions } from "~/money/subscriptions/subscription-list.server.ts";
import { SUBSCRIPTION_WORDS, SubscriptionTag } from "~/money/subscriptions/subscription-state.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { SelectField, TextField } from "~/ui/field.tsx";
import { ListFilter, ListTable, stateOptions } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { dollars } from "~/values/money.ts";
import { SUBSCRIPTION_STATES } from "~/values/types.ts";

export const meta = titled("Subscriptions");

export async function loader(args: LoaderFunctionArgs) {
  const { shown } = await requireAbility(args, "money");
  const { filter, after } = subscriptionFilterOf(new URL(args.request.url).searchParams);
  const { rows, next } = await listSubscriptions(args.context, filter, after);
  return {
    filter,
    query: `?${subscriptionsAddress(filter)}`,
    older: next && `?${subscriptionsAddress(filter, next)}`,
    isFirst: after === null,
    subscriptions: rows.map(({ id, email, state, amountCents, cardLastFour, paidUntil, createdAt }) => ({
      id,
      email,
      state,
      amount: dollars(amountCents),
      cardLastFour,
      until: shown(paidUntil),
      since: shown(createdAt),
    })),
  };
}

export default function Subscriptions() {
  const { subscriptions, filter, query, older, isFirst } = useLoaderData<typeof loader>();
  return (
    <Page title="Subscriptions" lead="Every attempt to subscribe to the library, newest first." wide>
      <ListFilter
        chosen={[
          { name: "search", value: filter.search },
          {
            name: "state",
            value: filter.state,
            label: filter.state && SUBSCRIPTION_WORDS[filter.state].words,
          },
        ]}
      >
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
          options={stateOptions(SUBSCRIPTION_STATES, SUBSCRIPTION_WORDS)}
        />
      </ListFilter>
      {subscriptions.length === 0 ? (
        <EmptyState
          title={isFirst ? "No subscriptions here" : "No more subscriptions"}
          action={
            <LinkButton href="/admin/subscriptions" variant="secondary">
              Show all
            </LinkButton>
          }
        >
          <p>Nothing matches what you are looking for.</p>
        </EmptyState>
      ) : (
        <ListTable
          caption="Subscriptions"
          rows={subscriptions}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "Subscriber",
              cell: ({ id, email }) => <a href={`/admin/subscriptions/${id}`}>{email}</a>,
            },
            {
              title: "Amount",
              cell: ({ amount, cardLastFour }) => (
                <>
                  {amount}
                  {cardLastFour && <small>card {cardLastFour}</small>}
                </>
              ),
            },
            { title: "State", cell: ({ state }) => <SubscriptionTag state={state} /> },
            { title: "Paid until", cell: ({ until }) => (until ? <Moment at={until} style="date" /> : "–") },
            { title: "Since", cell: ({ since }) => <Moment at={since} style="date" /> },
          ]}
        />
      )}
      <p className="cluster">
        {!isFirst && <a href={`/admin/subscriptions${query}`}>Newest</a>}
        {older && <a href={`/admin/subscriptions${older}`}>Older</a>}
      </p>
    </Page>
  );
}
