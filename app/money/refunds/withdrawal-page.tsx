import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { CheckboxField } from "~/ui/field.tsx";
import { problemsOf } from "~/ui/form-reply.ts";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { SummaryList, type SummaryRow } from "~/ui/summary-list.tsx";
import { dollars } from "~/values/money.ts";
import type { Problems } from "~/values/parse.form.ts";
import { listInWords } from "~/values/words.ts";
import { withdrawalMessages } from "./messages.ts";
import type { Withdrawal } from "./withdrawal.ts";

export type WithdrawalReply = { problems: Problems; reason?: string };

/** The page on which a delegate gives up a pass: what goes back, what is lost, what stays, and one box to tick. */
export function WithdrawalPage({ found, reply }: { found: Withdrawal; reply?: WithdrawalReply }) {
  const { title, amountCents, seenCents } = found;
  return (
    <Page isForm title="Give up the pass" lead={title}>
      <Card>
        <SummaryList rows={rowsOf(found)} />
        <PostForm className="stack">
          <ErrorSummary problems={problemsOf(reply)} />
          <input type="hidden" name="expectedCents" value={amountCents} />
          <input type="hidden" name="seenCents" value={seenCents} />
          <CheckboxField
            label={withdrawalMessages.confirm(title)}
            name="confirmed"
            error={reply?.problems["confirmed"]}
          />
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

/** The same page for a pass that cannot be given up here. */
export const NoWithdrawal = ({ refused }: { refused: string }) => (
  <Page isForm title="Give up the pass">
    <Notice tone="info">
      <p>{refused}</p>
    </Notice>
    <Back />
  </Page>
);

const Back = () => (
  <p>
    <a href="/payment-info">All your payments</a>
  </p>
);

function rowsOf({
  amountCents,
  until,
  timeZone,
  reason,
  lost,
  later,
  kept,
  ...found
}: Withdrawal): SummaryRow[] {
  const hasBack = amountCents > 0;
  return [
    {
      term: "You get back",
      value: (
        <>
          <strong>{hasBack ? backOf({ amountCents, ...found }) : withdrawalMessages.nothingGoesBack}</strong>{" "}
          {(hasBack || until === null) && reason}
        </>
      ),
    },
    ...(hasBack && until !== null
      ? [
          {
            term: "Until",
            value: (
              <>
                <Moment at={until} zone={timeZone} />. {withdrawalMessages.nothingLater}
              </>
            ),
          },
        ]
      : []),
    {
      term: "You lose",
      value: (
        <>
          <strong>{withdrawalMessages.loses(listInWords(lost))}</strong> {withdrawalMessages.leavesSessions}{" "}
          {withdrawalMessages.endsLetters} {later.length > 0 && withdrawalMessages.later(listInWords(later))}
        </>
      ),
    },
    ...(kept ? [{ term: "You keep", value: withdrawalMessages.keeps(kept) }] : []),
  ];
}

/** Who gets the money back, and how. */
function backOf({
  amountCents,
  creditCents,
  isByHand,
  isPaidByOther,
}: Pick<Withdrawal, "amountCents" | "creditCents" | "isByHand" | "isPaidByOther">): string {
  if (isPaidByOther) return withdrawalMessages.goesBackToPayer(dollars(amountCents));
  const sentence = isByHand ? withdrawalMessages.goesBackByHand : withdrawalMessages.goesBack;
  return sentence(dollarsOrNull(amountCents - creditCents), dollarsOrNull(creditCents));
}

const dollarsOrNull = (cents: number) => (cents > 0 ? dollars(cents) : null);
