import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/accounts/session.server.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { transferMessages } from "~/money/transfers/messages.ts";
import { TransferForm } from "~/money/transfers/transfer.form.ts";
import { offerPass, readTransferable, takeOfferBack } from "~/money/transfers/transfers.server.ts";
import { OfferForm, type OfferReply, OwnOffer } from "~/money/transfers/transfers.tsx";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { LinkButton } from "~/ui/button.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { parseForm } from "~/values/parse.form.ts";

export const meta = titled("Transfer the pass");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireViewer(args, undefined, paymentMessages.notLoggedInForPayments);
  const found = await readTransferable(args.context, visit, args.params["id"]!);
  if ("status" in found) refuse(found.status, found.refused);
  return found;
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireViewer(args, form, paymentMessages.notLoggedInForPayments);
  const { context } = args;
  const paymentId = args.params["id"]!;
  const here = `/payment/${paymentId}/transfer`;
  const email = String(form.get("recipientEmail") || form.get("email") || "").slice(0, 320);
  const again = (status: number, reply: Omit<OfferReply, "email">) => data({ email, ...reply }, status);
  if (intentIn(form, ["offer", "take back"], "offer") === "take back") {
    const offer = String(form.get("offer") ?? "");
    const isDone = await takeOfferBack(context, visit, offer, { isStaff: false });
    return isDone ? redirect(here) : again(409, { problems: {}, reason: transferMessages.closed });
  }
  const parsed = parseForm(TransferForm, form);
  if ("problems" in parsed) return again(400, parsed);
  const answer = await offerPass(context, visit, { paymentId, email: parsed.request.recipientEmail });
  if ("offered" in answer) return redirect(here);
  if ("problems" in answer) return again(answer.status, answer);
  if (answer.status === 404) refuse(404, answer.refused);
  return again(answer.status, { problems: {}, reason: answer.refused });
}

/** The page on which a delegate offers their pass to another person, or takes the offer back. */
export default function TransferPass() {
  const { title, things, refused, open, timeZone } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <Page isForm title="Transfer the pass" lead={title}>
      {(refused || open) && reply?.reason && <ErrorSummary problems={[{ message: reply.reason }]} />}
      {open && <OwnOffer title={title} open={open} timeZone={timeZone} />}
      {refused && (
        <Notice tone="info">
          <p>{refused}</p>
        </Notice>
      )}
      {!refused && !open && <OfferForm things={things} reply={reply} />}
      <p>
        {refused ? (
          <LinkButton href="/payment-info">All your payments</LinkButton>
        ) : (
          <a href="/payment-info">All your payments</a>
        )}
      </p>
    </Page>
  );
}
