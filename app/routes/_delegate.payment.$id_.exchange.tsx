import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/accounts/session.server.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { readPaymentStanding } from "~/money/payments/payment-standing.server.ts";
import { parseExchange } from "~/money/transfers/exchange.form.ts";
import { exchange } from "~/money/transfers/exchanges.server.ts";
import { exchangeables } from "~/money/transfers/exchanges.ts";
import { ExchangeForms, type ExchangeReply } from "~/money/transfers/exchanges.tsx";
import { exchangeMessages } from "~/money/transfers/messages.ts";
import { refuseOthersPayment } from "~/money/transfers/transfers.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

export const meta = titled("Exchange an add-on");

export async function loader(args: LoaderFunctionArgs) {
  const asked = args.params["id"]!;
  const { standing, viewer } = await readPaymentStanding(args, paymentMessages.paymentsLoadFailed, asked);
  const things = standing.holdings.filter(({ paymentId }) => paymentId === asked);
  // After a transfer, a delegate can also hold things that another person paid for. So the holdings are searched as
  // well as the payments.
  const isTheirs = things.length > 0 || standing.payments.some(({ id }) => id === asked);
  if (!isTheirs) return refuseOthersPayment(args.context, viewer.uid, asked);
  return { things: exchangeables(things, standing.catalogue.addOns, { isStaff: false }) };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireViewer(args, form, paymentMessages.notLoggedInForPayments);
  const asked = parseExchange(form);
  if (!asked) refuse(400, messages.badRequest);
  const paymentId = args.params["id"]!;
  const answer = await exchange(args.context, visit, { paymentId, ...asked }, { isStaff: false });
  if ("exchanged" in answer) return redirect("/payment-info");
  return data<ExchangeReply>({ ...asked, reason: answer.refused }, answer.status);
}

/** The page on which a delegate exchanges an add-on for another variant of it, such as another size. */
export default function ExchangePage() {
  const { things } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <Page isForm title="Exchange an add-on">
      {things.length === 0 && <p>{exchangeMessages.nothing}</p>}
      <ExchangeForms isTheTask things={things} {...(reply && { reply })} />
      <p>
        <a href="/payment-info">All your payments</a>
      </p>
    </Page>
  );
}
