import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { enterAccount } from "~/accounts/account-entry.server.ts";
import { openVisit, requireViewer } from "~/accounts/session.server.ts";
import { readCard } from "~/money/cards/card-entry.server.ts";
import type { CardReply } from "~/money/cards/card-reply.ts";
import { notCharged } from "~/money/cards/messages.ts";
import { ContinueAtProcessor } from "~/money/cards/processor-page.tsx";
import { isForProcessorsPage } from "~/money/payments/leases.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { subscriptionMessages } from "~/money/subscriptions/messages.ts";
import {
  AccountFirst,
  BeingChecked,
  ConfirmFirst,
  HeldSubscription,
  LastTry,
  Receipts,
  SubscribeForm,
  SubscriptionOffer,
} from "~/money/subscriptions/subscribe-page.tsx";
import { everyMonths, promisedAccess } from "~/money/subscriptions/subscription.ts";
import {
  cancelSubscription,
  findSubscription,
  resumeSubscription,
  resumeSubscriptionOnProcessorsPage,
  subscribe,
  subscribeOnProcessorsPage,
} from "~/money/subscriptions/subscriptions.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { orUnavailable } from "~/platform/refusal.server.ts";
import { publicMeta } from "~/ui/head.tsx";
import { Page } from "~/ui/page.tsx";
import { dollars } from "~/values/money.ts";

export const meta = publicMeta(
  "Subscribe",
  "What a subscription to the lecture library of the conferences includes and costs.",
  "library",
);
export const handle = { enhance: "payment", processor: true };

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const { viewer, settings, shown } = await openVisit(args);
  const { plan } = settings;
  const form = new URL(request.url).searchParams.get("form") === "sign-in" ? "sign-in" : "create";
  const base = { plan, form, cardEntry: context.config.cardEntry, onSale: context.cards !== null } as const;
  if (!viewer) {
    return {
      ...base,
      ...{ signedIn: false, unconfirmed: null, state: null, elsewhere: false, held: null, receipts: [] },
    };
  }
  const { subscription: row, periods } = await orUnavailable(
    args,
    findSubscription(context, { viewer }),
    paymentMessages.paymentsLoadFailed,
  );
  // The result may have changed which pages the visitor may open. Reading the visit again now renews the role cookie.
  await openVisit(args);
  const isHeld =
    row?.gatewaySubscriptionId && ["charged", "active", "past_due", "cancelled"].includes(row.state);
  const access = isHeld ? promisedAccess(row.state, row.paidUntil!, Date.now()) : null;
  return {
    ...base,
    signedIn: true,
    unconfirmed: viewer.emailVerifiedAt === null ? viewer.email : null,
    state: row?.state ?? null,
    elsewhere: row?.state === "charging" && isForProcessorsPage(row.leaseUntil, Date.now()),
    held:
      isHeld && access
        ? {
            state: row.state,
            until: shown(access.until),
            isOver: access.isOver,
            amount: dollars(row.amountCents),
            price: `${dollars(row.amountCents)} ${everyMonths(row.intervalMonths)}`,
            noted: new URL(request.url).searchParams.get("card"),
            isCardOpen: row.cardChangeUntil !== null,
            card: row.cardLastFour && `${row.cardBrand ?? "Card"} ending in ${row.cardLastFour}`,
          }
        : null,
    receipts: periods.map(({ id, createdAt, periodFrom, periodUntil, amountCents }) => ({
      id,
      date: shown(createdAt),
      from: shown(periodFrom),
      until: shown(periodUntil),
      amount: dollars(amountCents),
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const form = await readForm(args);
  // If the visitor had to log in before the card form could be sent, the post still has the fields of the login form.
  // These fields count only if nobody is logged in.
  if (form.has("account") && !(await openVisit(args)).viewer) return enterAccount(args, form);
  const visit = await requireViewer(args, form, paymentMessages.notLoggedInForPayments);
  const shown: CardReply = { values: { firstName: "", lastName: "" }, problems: {} };
  const intent = intentIn(form, ["subscribe", "cancel", "resume", "card-page"]);
  switch (intent) {
    case "cancel":
    case "resume": {
      const change = intent === "cancel" ? cancelSubscription : resumeSubscription;
      const refused = await change(context, visit);
      return refused
        ? data({ ...shown, reason: refused.refused }, refused.status)
        : redirect("/plus/subscribe");
    }
    case "card-page": {
      const answer = await resumeSubscriptionOnProcessorsPage(context, visit);
      if (answer === null) return redirect("/plus/subscribe");
      return "refused" in answer
        ? data({ ...shown, reason: answer.refused }, answer.status)
        : data({ ...shown, page: answer.page });
    }
  }
  const read = readCard(context.config, form);
  if ("refused" in read) return data(read.reply, 400);
  if (read.card === "elsewhere") {
    const hosted = await subscribeOnProcessorsPage(context, visit, form.get("price"));
    if ("refused" in hosted) return data({ ...read.reply, reason: hosted.refused }, hosted.status);
    return data({ ...read.reply, page: hosted.page });
  }
  const answer = await subscribe(context, visit, { card: read.card, shown: form.get("price") });
  if ("refused" in answer) return data({ ...read.reply, reason: answer.refused }, answer.status);
  const failed = notCharged(answer.attempt.state);
  if (failed) return data({ ...read.reply, ...failed }, 402);
  context.forgetVisit();
  await openVisit(args);
  // New subscribers go straight to the library.
  return redirect(answer.attempt.state === "active" ? "/plus" : "/plus/subscribe");
}

export default function Subscribe() {
  const { plan, form, cardEntry, onSale, signedIn, unconfirmed, state, elsewhere, held, receipts } =
    useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const account = answered && "reply" in answered ? answered.reply : undefined;
  const reply: CardReply | undefined = answered && "values" in answered ? answered : undefined;
  const isOpen = state === "reserved" || state === "charging" || state === "unknown";
  return (
    <Page title={held ? "Your subscription" : `Subscribe to ${plan.title}`}>
      {held && <HeldSubscription held={held} problem={reply?.reason} />}
      {!held && isOpen && reply?.page && <ContinueAtProcessor page={reply.page} />}
      {!held && isOpen && !reply?.page && (
        <BeingChecked
          sentence={subscriptionMessages.beingChecked}
          elsewhere={elsewhere}
          problem={reply?.reason}
        />
      )}
      {!held && state === "charged" && <BeingChecked sentence={subscriptionMessages.beingSetUp} />}
      {!held && !isOpen && state !== "charged" && (
        <>
          {state && !reply && <LastTry state={state} paidBefore={receipts.length > 0} />}
          <SubscriptionOffer plan={plan} />
          {!onSale && <p>{subscriptionMessages.notOnSale}</p>}
          {onSale && !signedIn && <AccountFirst form={account ? account.form : form} reply={account} />}
          {onSale && unconfirmed !== null && <ConfirmFirst email={unconfirmed} />}
          {/* If the form has already been sent, it stays on the page with what was typed. */}
          {onSale && signedIn && (unconfirmed === null || reply) && (
            <SubscribeForm plan={plan} cardEntry={cardEntry} reply={reply} />
          )}
        </>
      )}
      {receipts.length > 0 && <Receipts receipts={receipts} />}
    </Page>
  );
}
