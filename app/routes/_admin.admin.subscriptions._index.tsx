import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { subscriptionFilterOf, subscriptionsAddress } from "~/money/subscriptions/subscription.form.ts";
import { listSubscriptions } from "~/money/subscriptions/subscription-list.server.ts";
import { SUBSCRIPTION_WORDS, SubscriptionTag } from "~/money/subscriptions/subscription-state.tsx";
import { SelectField, TextField } from "~/ui/field.tsx";
import { ListCount, ListFilter, ListPages, ListTable, NothingMatches, stateOptions } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { openedFrom, rowId, sortLinks } from "~/ui/paging.ts";
import { titled } from "~/ui/site.tsx";
import { dollars } from "~/values/money.ts";
import { SUBSCRIPTION_STATES } from "~/values/types.ts";

export const meta = titled("Subscriptions");

export async function loader(args: LoaderFunctionArgs) {
  const { shown } = await requireAbility(args, "money");
  const { filter, after } = subscriptionFilterOf(new URL(args.request.url).searchParams);
  const { rows, next, found } = await listSubscriptions(args.context, filter, after);
  const to = (asked: typeof filter, behind?: number) => subscriptionsAddress(asked, behind) || "?";
  return {
    ...{ filter, found },
    sorts: sortLinks(filter.sort ?? "-since", { since: "-since" }, (sort) =>
      to({ ...filter, sort: sort === "since" ? sort : undefined }),
    ),
    from: openedFrom(subscriptionsAddress(filter, after)),
    top: after === null ? null : to(filter),
    more: next === null ? null : to(filter, next),
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
  const { subscriptions, filter, found, sorts, from, top, more } = useLoaderData<typeof loader>();
  return (
    <Page title="Subscriptions" lead="Every attempt to subscribe to the library." wide>
      <ListFilter
        chosen={[
          { name: "search", value: filter.search },
          {
            name: "state",
            value: filter.state,
            label: filter.state && SUBSCRIPTION_WORDS[filter.state].words,
          },
        ]}
        sort={filter.sort}
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
        <NothingMatches
          title={top === null ? "No subscriptions here" : "No more subscriptions"}
          all="/admin/subscriptions"
        />
      ) : (
        <>
          <ListCount found={found} shown={subscriptions.length} one="subscription" />
          <ListTable
            caption="Subscriptions"
            rows={subscriptions}
            keyOf={({ id }) => id}
            idOf={({ id }) => rowId(id)}
            columns={[
              {
                title: "Subscriber",
                cell: ({ id, email }) => <a href={`/admin/subscriptions/${id}${from}`}>{email}</a>,
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
              { title: "State", isBeside: true, cell: ({ state }) => <SubscriptionTag state={state} /> },
              {
                title: "Paid until",
                cell: ({ until }) => (until ? <Moment at={until} style="date" /> : "–"),
              },
              { title: "Since", sort: sorts.since, cell: ({ since }) => <Moment at={since} style="date" /> },
            ]}
          />
        </>
      )}
      <ListPages first={top} next={more} />
    </Page>
  );
}
