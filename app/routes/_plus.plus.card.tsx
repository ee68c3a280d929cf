import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import { maskedCard } from "~/money/cards/card.ts";
import { readChangedCard } from "~/money/cards/card-entry.server.ts";
import type { CardReply } from "~/money/cards/card-reply.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { ChangeCardForm } from "~/money/subscriptions/change-card.tsx";
import { cardChangeProblem, changeCard } from "~/money/subscriptions/subscription-card.server.ts";
import { findSubscription } from "~/money/subscriptions/subscriptions.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { orUnavailable } from "~/platform/refusal.server.ts";
import { LinkButton } from "~/ui/button.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { pageTitle } from "~/ui/site.tsx";
import { dollars } from "~/values/money.ts";

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle(matches, "Change card", "library") }];
export const handle = { enhance: "payment", processor: true };

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args;
  const visit = await requireAccess(args, "hpairPlus");
  const { subscription: row } = await orUnavailable(
    args,
    findSubscription(context, visit),
    paymentMessages.paymentsLoadFailed,
  );
  const problem = cardChangeProblem(row, Date.now());
  if (problem || !row) return { problem, form: null };
  const { cardBrand, cardLastFour, amountCents, paidUntil, state } = row;
  const { cardNumber, expirationDate } = maskedCard(cardLastFour ?? "");
  return {
    problem: null,
    form: {
      card: cardLastFour && `${cardBrand ?? "Card"} ending in ${cardLastFour}`,
      // If the stored card is not known, every field of the form must be filled in.
      stored: cardLastFour ? { cardNumber, expirationDate } : { cardNumber: "", expirationDate: "" },
      next: {
        amount: dollars(amountCents),
        at: state === "past_due" ? null : visit.shown(paidUntil!),
      },
      cardEntry: context.config.cardEntry,
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const form = await readForm(args);
  const visit = await requireAccess(args, "hpairPlus", form);
  const { subscription: row } = await findSubscription(context, visit);
  const read = readChangedCard(context.config, form, maskedCard(row?.cardLastFour ?? ""));
  if ("refused" in read) return data<CardReply>(read.reply, 400);
  if (read.card === "same") return redirect("/plus/subscribe?card=same");
  const answer = await changeCard(context, visit, read.card);
  if (answer === "open") return redirect("/plus/subscribe");
  if (answer === "changed") return redirect("/plus/subscribe?card=changed");
  return data<CardReply>({ ...read.reply, reason: answer.refused }, answer.status);
}

export default function ChangeCard() {
  const { problem, form } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <Page title="Change card">
      {form ? (
        <ChangeCardForm {...form} reply={reply} />
      ) : (
        <>
          <Notice tone="info">
            <p>{problem}</p>
          </Notice>
          <p>
            <LinkButton href="/plus/subscribe">Your subscription</LinkButton>
          </p>
        </>
      )}
    </Page>
  );
}
