import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/accounts/session.server.ts";
import { paymentMessages, withdrawalMessages } from "~/money/passes/messages.ts";
import { WithdrawalForm } from "~/money/passes/withdrawal.form.ts";
import { readWithdrawal, withdraw } from "~/money/passes/withdrawal.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { leavesClosed } from "~/programme/agenda.server.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { CheckboxField } from "~/ui/field.tsx";
import { problemsOf } from "~/ui/form-reply.ts";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { dollars } from "~/values/money.ts";
import { type Problems, parseForm } from "~/values/parse.form.ts";
import { listInWords } from "~/values/words.ts";

export const meta = titled("Give up the pass");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireViewer(args, undefined, paymentMessages.notLoggedInForPayments);
  const found = await readWithdrawal(args.context, visit, args.params["id"]!);
  if ("refused" in found && found.status === 404) refuse(404, found.refused);
  return found;
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireViewer(args, form, paymentMessages.notLoggedInForPayments);
  const again = (status: number, reply: { problems: Problems; reason?: string }) => data(reply, status);
  const parsed = parseForm(WithdrawalForm, form);
  if ("problems" in parsed) return again(400, parsed);
  const paymentId = args.params["id"]!;
  const request = { paymentId, ...parsed.request };
  const answer = await withdraw(args.context, visit, request, leavesClosed(args.context, visit));
  if ("refund" in answer) return redirect("/payment-info");
  if (answer.status === 404) refuse(404, answer.refused);
  return again(answer.status, { problems: {}, reason: answer.refused });
}

const Back = () => (
  <p>
    <a href="/payment-info">All your payments</a>
  </p>
);

/** A delegate gives up a pass: what goes back, what is lost, and one box to tick. */
const dollarsOrNull = (cents: number) => (cents > 0 ? dollars(cents) : null);

export default function GiveUpPass() {
  const found = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  if ("refused" in found) {
    return (
      <Page title="Give up the pass">
        <Notice tone="info">
          <p>{found.refused}</p>
        </Notice>
        <Back />
      </Page>
    );
  }
  const { title, amountCents, creditCents, reason, until, timeZone, lost, later, kept, seenCents } = found;
  const {
    goesBack,
    goesBackByHand,
    goesBackToPayer,
    nothingGoesBack,
    loses,
    leavesSessions,
    keeps,
    confirm,
  } = withdrawalMessages;
  const sentence = found.isByHand ? goesBackByHand : goesBack;
  const back = found.isPaidByOther
    ? goesBackToPayer(dollars(amountCents))
    : sentence(dollarsOrNull(amountCents - creditCents), dollarsOrNull(creditCents));
  return (
    <Page title="Give up the pass" lead={title}>
      <Card>
        <p>
          <strong>{amountCents > 0 ? back : nothingGoesBack}</strong>{" "}
          {(amountCents > 0 || until === null) && reason}
        </p>
        {until !== null && amountCents > 0 && (
          <p>
            This is so until <Moment at={until} zone={timeZone} />. After that you can still give up the pass,
            and no money goes back.
          </p>
        )}
        <p>
          {loses(listInWords(lost))} {leavesSessions} {kept && keeps(kept)}
        </p>
        {later.length > 0 && <p>{withdrawalMessages.later(listInWords(later))}</p>}
        <PostForm className="stack">
          <ErrorSummary problems={problemsOf(reply)} />
          <input type="hidden" name="expectedCents" value={amountCents} />
          <input type="hidden" name="seenCents" value={seenCents} />
          <CheckboxField label={confirm(title)} name="confirmed" error={reply?.problems["confirmed"]} />
          <p className="actions">
            <Button variant="danger">Give up the pass</Button>
            <LinkButton href="/payment-info" variant="secondary">
              Keep the pass
            </LinkButton>
          </p>
        </PostForm>
      </Card>
      <Back />
    </Page>
  );
}
