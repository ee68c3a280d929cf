import type { ReactNode } from "react";
import { ActCode } from "~/ui/act-code.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { dollars } from "~/values/money.ts";
import { outgoingMessages } from "./messages.ts";
import type { OutgoingAtHome, WhyNot } from "./outgoings.ts";

export type ShownOutgoing = {
  id: string;
  limitCents: number;
  /** The name by which staff pages show the proposer, and whether the proposer is the viewer. */
  who: string;
  isOwn: boolean;
  proposedAt: number;
  /** When the proposer may confirm the act alone; null if somebody else has to confirm it. */
  aloneAt: number | null;
  why: WhyNot | null;
};

/** The reply to a confirmation or withdrawal that was refused. */
export type OutgoingReply = { id: string; reason: string };

/** An act that waits for a second person, with what the viewer can do about it. */
export function OutgoingCard({
  outgoing,
  what,
  rows = [],
  noLonger = null,
  reply,
}: {
  outgoing: ShownOutgoing;
  /** What the act would do, in sentences. */
  what: ReactNode;
  rows?: { id?: string; term: string; value: ReactNode }[];
  /** Why the act is not possible any more; null if it is still possible. */
  noLonger?: string | null;
  reply?: OutgoingReply | undefined;
}) {
  const { id, limitCents, who, isOwn, proposedAt, aloneAt, why } = outgoing;
  const isPossible = why === null && noLonger === null;
  return (
    <Card title={outgoingMessages.title} id={id}>
      {reply?.id === id && (
        <Notice tone="error">
          <p>{reply.reason}</p>
        </Notice>
      )}
      <p>
        <strong>{what}</strong>
      </p>
      <SummaryList
        rows={[
          ...rows,
          {
            term: "Proposed",
            value: (
              <>
                <bdi>{who}</bdi>, <Moment at={proposedAt} />
              </>
            ),
          },
          { term: "Limit for one person", value: dollars(limitCents) },
        ]}
      />
      {noLonger !== null ? (
        <Notice tone="error">
          <p>{outgoingMessages.noLonger(noLonger)}</p>
        </Notice>
      ) : (
        <p>
          {why
            ? outgoingMessages.whyNot[why]
            : isOwn
              ? outgoingMessages.mayNow
              : outgoingMessages.nothingYet(who)}
        </p>
      )}
      {aloneAt !== null && why !== null && (
        <p>
          {outgoingMessages.alone}{" "}
          <strong>
            <Moment at={aloneAt} />
          </strong>
          .
        </p>
      )}
      <PostForm>
        <input type="hidden" name="id" value={id} />
        {isPossible && <ActCode />}
        <p className="actions">
          {isPossible && (
            <Button variant="danger" name="intent" value="confirm-out">
              {outgoingMessages.confirm}
            </Button>
          )}
          <Button variant="secondary" name="intent" value="withdraw-out">
            {outgoingMessages.withdraw}
          </Button>
        </p>
      </PostForm>
    </Card>
  );
}

/** Notices on the home page of staff, one for each proposed act that gives money away and is not settled yet. */
export function OutgoingsAtHome({
  outgoings,
  mayLook,
}: {
  outgoings: OutgoingAtHome[];
  /** Whether the viewer has the ability "money". */
  mayLook: boolean;
}) {
  const { home } = outgoingMessages;
  return outgoings.map(({ id, what, who, aloneAt, href, isOfOtherEdition }) => (
    <Notice key={id} tone="warning" title={home.title}>
      {aloneAt === null ? (
        <p>{home.waits(who, what)}</p>
      ) : (
        <p>
          {home.alone(who, what)}{" "}
          <strong>
            <Moment at={aloneAt} />
          </strong>
          .
        </p>
      )}
      {mayLook && (
        <p>
          {isOfOtherEdition && `${home.otherEdition} `}
          <a href={href}>{home.look}</a>
        </p>
      )}
    </Notice>
  ));
}
