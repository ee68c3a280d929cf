import type { ReactNode } from "react";
import { NotDone } from "~/money/refunds/refunds.tsx";
import { ActCode } from "~/ui/act-code.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { TextField } from "~/ui/field.tsx";
import { Fold } from "~/ui/fold.tsx";
import { labelled, problemsOf } from "~/ui/form-reply.ts";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { Tag, type Tone } from "~/ui/tag.tsx";
import { dollars } from "~/values/money.ts";
import { isByHand, type ReversalState, type TakingMeans, type TakingState } from "~/values/types.ts";
import { takingMessages } from "./messages.ts";
import type { TakingReply } from "./replies.ts";
import { MEANS_WORDS } from "./taking-forms.tsx";

const TAKING_WORDS: Record<TakingState, { words: string; tone: Tone }> = {
  waiting: { words: "Waits for a second person", tone: "warning" },
  part: { words: "Paid a part of the invoice", tone: "info" },
  taken: { words: "Paid the invoice", tone: "success" },
  withdrawn: { words: "Had not come in", tone: "todo" },
  unconfirmed: { words: "Waits for a second person", tone: "warning" },
  unwanted: { words: "To be given back", tone: "warning" },
  returned: { words: "Given back", tone: "info" },
  reversed: { words: "Recorded by mistake", tone: "todo" },
};

export type ShownTaking = {
  id: string;
  state: TakingState;
  means: TakingMeans;
  reference: string;
  receivedOn: string;
  amountCents: number;
  recordedAt: number;
  settledAt: number | null;
  recorder: string | null;
  settler: string | null;
  note: string | null;
  confirmedAt: number | null;
  confirmer: string | null;
  /** Why the viewer may not confirm the taking: they recorded it, or got "money" after that; null if they may. */
  whyNot: "own" | "new" | null;
  /** Whether other money helped to pay the same invoice. */
  hasOthers: boolean;
  /** Each request to reverse the taking, oldest first. */
  reversals: ShownReversal[];
  /** How much of the invoice would still be unpaid (cents) if this taking counted. */
  missingCents: number;
  /** The id of the reversal that the form makes. */
  reversal: string;
};

type ShownReversal = {
  id: string;
  state: ReversalState;
  reason: string;
  askedAt: number;
  settledAt: number | null;
  asker: string | null;
  settler: string | null;
  /** Why the viewer may not confirm it, as in `reversalRefusal`; null if they may. */
  whyNot: "changed" | "own" | "new" | null;
};

/** Money that came in for an invoice, with what can be done about it. */
export function TakingCard({
  taking,
  who,
  things,
  paidFor,
  reply,
}: {
  taking: ShownTaking;
  who: string;
  things: string;
  /** The people that the invoice is for, if somebody else pays for them. */
  paidFor: string[];
  reply?: TakingReply;
}) {
  const { id, state, means, reference, receivedOn, amountCents, recordedAt, note } = taking;
  const { words, tone } = wordsOf(taking);
  const amount = dollars(amountCents);
  const holding = takingMessages.holding(who, things, paidFor);
  const isOpen = state === "waiting" || state === "unconfirmed";
  const isAsked = taking.reversals.some((one) => one.state === "waiting");
  const isReversible = !isAsked && (state === "taken" || state === "part" || state === "unwanted");
  const settling = reply?.settling?.id === id ? reply.settling : undefined;
  /** The form that was refused, if it has this intent. */
  const refused = (intent: "withdraw" | "return" | "reverse") =>
    settling?.intent === intent ? settling : undefined;
  const isFormGone = {
    withdraw: !isOpen,
    return: !isReversible || state === "taken",
    reverse: !isReversible,
  };
  return (
    <Card title={`${MEANS_WORDS[means]} of ${amount}`} id={id}>
      {settling && isFormGone[settling.intent] && <NotDone {...settling} />}
      <SummaryList
        rows={[
          { term: "State", value: <Tag tone={tone}>{words}</Tag> },
          ...(isByHand(means)
            ? [
                { term: "Reference", value: reference },
                { term: "Came in on", value: receivedOn },
              ]
            : [{ term: "Reason", value: reference }]),
          { term: "Recorded", value: <WhoAndWhen who={taking.recorder} at={recordedAt} /> },
          ...settlings(taking),
          ...(note ? [{ term: "Note", value: note }] : []),
        ]}
      />
      {isOpen && (
        <>
          {taking.whyNot === null ? (
            <>
              <p>{toConfirm(taking, who, things, holding)}</p>
              <PostForm>
                <input type="hidden" name="id" value={id} />
                <ActCode />
                <p className="actions">
                  <Button name="intent" value="confirm">
                    Confirm {amount}
                  </Button>
                </p>
              </PostForm>
            </>
          ) : (
            <p>{taking.whyNot === "new" ? takingMessages.newPerson : takingMessages.otherPerson}</p>
          )}
          <SettleForm id={id} intent="withdraw" label="Why you withdraw it" refused={refused("withdraw")}>
            Withdraw this
          </SettleForm>
        </>
      )}
      {state === "part" && !isAsked && (
        <Fold title={takingMessages.partBack} isOpen={refused("return") !== undefined}>
          <SettleForm id={id} intent="return" label="How it went back" refused={refused("return")}>
            Record that {amount} has gone back
          </SettleForm>
        </Fold>
      )}
      {state === "unwanted" && !isAsked && (
        <SettleForm id={id} intent="return" label="How it went back" refused={refused("return")}>
          Record that {amount} has gone back
        </SettleForm>
      )}
      {taking.reversals.map((one) => (
        <ReversalAsked key={one.id} asked={one} amount={amount} />
      ))}
      {isReversible && (
        <Fold
          title={takingMessages.reversal.title}
          isOpen={refused("reverse") !== undefined}
          key={taking.reversal}
        >
          <p>{takingMessages.reversal.lead}</p>
          <p>
            {endsWith(taking, holding)} {takingMessages.reversal.later}
          </p>
          <PostForm className="stack">
            <RefusedNote
              name={`reason-${id}`}
              label={takingMessages.reversal.why}
              refused={refused("reverse")}
            />
            <input type="hidden" name="taking" value={id} />
            <input type="hidden" name="entry" value={taking.reversal} />
            <TextField
              label={takingMessages.reversal.why}
              name={`reason-${id}`}
              defaultValue={refused("reverse")?.typed}
              error={refused("reverse")?.reason}
            />
            <ActCode />
            <p className="actions">
              <Button variant="danger" name="intent" value="reverse">
                Reverse {amount}
              </Button>
            </p>
          </PostForm>
        </Fold>
      )}
    </Card>
  );
}

/** The name of a taking's state. A write-off is named differently, because it never came in. */
const wordsOf = ({ state, means }: ShownTaking): { words: string; tone: Tone } => {
  if (isByHand(means)) return TAKING_WORDS[state];
  if (state === "taken") return { words: "Written off", tone: "info" };
  return state === "withdrawn" ? { words: "Does not count", tone: "todo" } : TAKING_WORDS[state];
};

/** The sentences above the button that confirms a taking: what the taking is, and the effect of confirming it. */
function toConfirm(
  { state, means, amountCents, missingCents }: ShownTaking,
  who: string,
  things: string,
  holding: ReturnType<typeof takingMessages.holding>,
): string {
  const amount = dollars(amountCents);
  if (!isByHand(means))
    return `${takingMessages.writeOff.says(amount)} ${takingMessages.writeOff.confirm(holding)}`;
  if (state === "unconfirmed") return `${takingMessages.owed(amount, means)} ${takingMessages.confirmOwed}`;
  return missingCents > 0
    ? `${takingMessages.part(amount, means, dollars(missingCents))} ${takingMessages.confirmPart(who)}`
    : `${takingMessages.receipt(amount, means, things)} ${takingMessages.confirm(holding)}`;
}

/** Sentences that say what ends if a taking is reversed. */
function endsWith(
  { state, hasOthers }: ShownTaking,
  holding: ReturnType<typeof takingMessages.holding>,
): string {
  const { ends, others, endsOwed, endsPart } = takingMessages.reversal;
  if (state === "part") return endsPart;
  if (state === "unwanted") return endsOwed;
  return hasOthers ? `${ends(holding)} ${others}` : ends(holding);
}

/** The later actions on a taking, each with the person who did it. */
function settlings(taking: ShownTaking) {
  const { state, confirmedAt, confirmer, settledAt, settler, reversals } = taking;
  const settled = state === "reversed" ? TAKING_WORDS.taken.words : wordsOf(taking).words;
  return [
    ...(confirmedAt === null
      ? []
      : [{ term: "Counts", value: <WhoAndWhen who={confirmer} at={confirmedAt} /> }]),
    ...(settledAt === null ? [] : [{ term: settled, value: <WhoAndWhen who={settler} at={settledAt} /> }]),
    ...reversals
      .filter((one) => one.state === "done" && one.settledAt !== null)
      .flatMap((one) => [
        {
          term: TAKING_WORDS.reversed.words,
          value: (
            <>
              {one.reason} (<WhoAndWhen who={one.asker} at={one.askedAt} />)
            </>
          ),
        },
        { term: "Reversed", value: <WhoAndWhen who={one.settler} at={one.settledAt!} /> },
      ]),
  ];
}

/** A request to reverse a taking. Another person confirms it, or the request is withdrawn and the taking stays. */
function ReversalAsked({ asked, amount }: { asked: ShownReversal; amount: string }) {
  if (asked.state !== "waiting") return null;
  const { id, asker, askedAt, reason, whyNot } = asked;
  return (
    <Notice tone="warning" title={takingMessages.reversal.asked}>
      <p>
        <WhoAndWhen who={asker} at={askedAt} />: {reason}
      </p>
      {whyNot === "changed" && <p>{takingMessages.reversal.changed}</p>}
      {whyNot === "own" && <p>{takingMessages.reversal.otherPerson}</p>}
      {whyNot === "new" && <p>{takingMessages.newPerson}</p>}
      <PostForm>
        <input type="hidden" name="id" value={id} />
        <ActCode />
        <p className="actions">
          {whyNot === null && (
            <Button variant="danger" name="intent" value="confirm-reversal">
              Reverse {amount}
            </Button>
          )}
          <Button variant="secondary" name="intent" value="withdraw-reversal">
            Leave it as it is
          </Button>
        </p>
      </PostForm>
    </Notice>
  );
}

/** The summary of a form with one note. */
const RefusedNote = ({
  name,
  label,
  refused,
}: {
  name: string;
  label: string;
  refused: TakingReply["settling"];
}) => (
  <ErrorSummary
    problems={labelled(problemsOf(refused && { problems: { [name]: refused.reason } }), { [name]: label })}
  />
);

const WhoAndWhen = ({ who, at }: { who: string | null; at: number }) => (
  <>
    {who ?? "the portal"}, <Moment at={at} />
  </>
);

function SettleForm({
  id,
  intent,
  label,
  refused,
  children,
}: {
  id: string;
  intent: "withdraw" | "return";
  label: string;
  refused: TakingReply["settling"];
  children: ReactNode;
}) {
  const name = `note-${id}`;
  return (
    <PostForm className="stack">
      <RefusedNote {...{ name, label, refused }} />
      <input type="hidden" name="id" value={id} />
      <TextField label={label} name={name} defaultValue={refused?.typed} error={refused?.reason} />
      {intent === "return" && <ActCode />}
      <p className="actions">
        <Button variant="secondary" name="intent" value={intent}>
          {children}
        </Button>
      </p>
    </PostForm>
  );
}
