import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { DetailsHistory } from "~/details/details-history.tsx";
import { endGrant, giveAward } from "~/money/awards/grant-desk.server.ts";
import type { GrantReply } from "~/money/awards/grant-forms.tsx";
import { AwardForm, fieldsOfGrant } from "~/money/awards/grants.form.ts";
import { readOrder } from "~/money/books/order.server.ts";
import { OpenOffers, OrderTimeLine, OwnAwardCard } from "~/money/books/order.tsx";
import { entryIn } from "~/money/payments/entries.form.ts";
import { takeOfferBack } from "~/money/transfers/transfers.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { Card } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { pageTitle } from "~/ui/site.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { messages } from "~/values/messages.ts";
import { dollars } from "~/values/money.ts";
import { parseForm, typedIn } from "~/values/parse.form.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: pageTitle(matches, data ? `Order of ${data.name || data.email}` : "Order") },
];

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "money");
  const found = (await readOrder(args.context, visit, args.params["uid"]!)) ?? refuse(404, messages.notFound);
  return { ...found, entry: newId() };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAct(args, "money", "award", form);
  const uid = args.params["uid"]!;
  const here = `/admin/payments/person/${uid}#award`;
  const intent = intentIn(form, ["award", "end", "take back"]);
  if (intent === "take back") {
    // If the offer was accepted in the meantime, the next page says so.
    await takeOfferBack(args.context, visit, String(form.get("id") ?? ""), { isStaff: true });
    return redirect(`/admin/payments/person/${uid}`);
  }
  if (intent === "end") {
    await endGrant(args.context, visit, String(form.get("id") ?? ""));
    return redirect(here);
  }
  const own = fieldsOfGrant(form, intent);
  const values = typedIn(own, ["title", "size", "budgetId"]);
  const entry = entryIn(form) ?? newId();
  const parsed = parseForm(AwardForm, own);
  const done =
    "problems" in parsed ? parsed : await giveAward(args.context, visit, entry, uid, parsed.request);
  if ("problems" in done) return data<GrantReply>({ intent, values, entry, ...done }, 400);
  return redirect("proposed" in done ? "/admin/grants#waiting" : here);
}

export default function Order() {
  const order = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { name, email, submittedAt, held, paidCents, returnedCents, keptCents, creditCents, award, budgets } =
    order;
  return (
    <Page title={<bdi>{name || email}</bdi>} lead={name && email} wide>
      <Card>
        <SummaryList
          rows={[
            {
              term: "Submitted",
              value: submittedAt === null ? "Not at the moment" : <Moment at={submittedAt} />,
            },
            {
              term: "Has",
              value:
                held
                  .map(({ title, variant }) => (variant === null ? title : `${title} (${variant})`))
                  .join(", ") || "Nothing",
            },
            { term: "Paid", value: dollars(paidCents) },
            { term: "Given back", value: dollars(returnedCents) },
            { term: "Kept", value: dollars(keptCents) },
            ...(creditCents > 0 ? [{ term: "Credit", value: dollars(creditCents) }] : []),
          ]}
        />
      </Card>
      <OpenOffers offers={order.offers} />
      <OrderTimeLine events={order.events} />
      <DetailsHistory entries={order.detailsHistory} />
      <OwnAwardCard award={award} budgets={budgets} entry={order.entry} reply={reply} />
      <p className="cluster">
        <a href={`/admin/payments/person/${order.uid}/desk`}>Record cash or a bank transfer</a>{" "}
        <a href="/admin/payments">All payments</a>
      </p>
    </Page>
  );
}
