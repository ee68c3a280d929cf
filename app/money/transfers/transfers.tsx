import { Fragment } from "react";
import type { PassOffer } from "~/standing/standing.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { TextField } from "~/ui/field.tsx";
import { problemsOf } from "~/ui/form-reply.ts";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import type { Problems } from "~/values/parse.form.ts";
import { listInWords } from "~/values/words.ts";
import { transferMessages } from "./messages.ts";

/** Notices about the passes that somebody offers, and about the passes that are offered to this person. */
export function OfferNotices({ offers }: { offers: PassOffer[] }) {
  return offers.map(({ id, title, paymentId, email, expiresAt, isOwn }) => (
    <Notice key={id} tone="info">
      <p>
        {isOwn ? transferMessages.offered(title, email) : transferMessages.offeredToYou(title)}{" "}
        {isOwn ? "They" : "You"} can accept it until <Moment at={expiresAt} />.{" "}
        {isOwn ? (
          <a href={`/payment/${paymentId}/transfer`}>See the offer or take it back</a>
        ) : (
          <a href={`/transfer/${id}`}>See the offer</a>
        )}
      </p>
    </Notice>
  ));
}

/** An open offer of a pass, for the person who made it. */
export function OwnOffer({
  title,
  open: { id, email, expiresAt },
  timeZone,
}: {
  title: string;
  open: { id: string; email: string; expiresAt: number };
  timeZone: string;
}) {
  return (
    <Card title="Your offer">
      <p>
        <strong>{transferMessages.offered(title, email)}</strong> They can accept it until{" "}
        <Moment at={expiresAt} zone={timeZone} />.
      </p>
      <p>{transferMessages.whoCan}</p>
      <PostForm className="stack">
        <input type="hidden" name="offer" value={id} />
        <p className="actions">
          <Button variant="secondary" name="intent" value="take back">
            Take the offer back
          </Button>
        </p>
      </PostForm>
    </Card>
  );
}

export type OfferReply = { email: string; problems: Problems; reason?: string };

/**
 * The form that offers a pass to the person with the typed e-mail address. Everything that goes with the pass is
 * offered too.
 */
export function OfferForm({ things, reply }: { things: string[]; reply?: OfferReply }) {
  return (
    <Card title="Offer it to another person">
      {things.length > 0 && <p>{transferMessages.goesAlong(listInWords(things))}</p>}
      <p>{transferMessages.noMoney}</p>
      <PostForm className="stack">
        <ErrorSummary problems={problemsOf(reply)} />
        <TextField
          label="Their e-mail address"
          name="recipientEmail"
          type="email"
          autoComplete="off"
          hint="The address they applied with. They must be accepted for this event and have no pass."
          defaultValue={reply?.email}
          error={reply?.problems["recipientEmail"]}
        />
        <p className="actions">
          <Button name="intent" value="offer">
            Offer the pass
          </Button>
        </p>
      </PostForm>
    </Card>
  );
}

export type ReceivedPass = {
  paymentId: string;
  title: string;
  /** Whether its holder may offer it to another person now. */
  isTransferable: boolean;
  things: string[];
  exchange: { paymentId: string; title: string }[];
};

/** A pass that another person paid for, with what its holder can do about it. */
export function ReceivedPassCard({ pass }: { pass: ReceivedPass }) {
  const { paymentId, title, isTransferable, things, exchange } = pass;
  return (
    <Card title={`Your ${title}`}>
      <p className="hint">{transferMessages.takenOver}</p>
      {things.length > 0 && <p>With: {things.join(", ")}</p>}
      <p className="cluster">
        {exchange.map((thing) => (
          <Fragment key={thing.title}>
            <a href={`/payment/${thing.paymentId}/exchange`}>Exchange the {thing.title}</a>{" "}
          </Fragment>
        ))}
        {isTransferable && (
          <a href={`/payment/${paymentId}/transfer`}>
            Transfer the pass<span className="visually-hidden">: {title}</span>
          </a>
        )}
      </p>
    </Card>
  );
}

/** The button that accepts an offered pass. */
export function AcceptForm({ seen, problem }: { seen: string; problem?: string }) {
  return (
    <PostForm className="stack">
      <ErrorSummary problems={problem ? [{ message: problem }] : []} />
      <input type="hidden" name="seen" value={seen} />
      <p className="actions">
        <Button>Accept the pass</Button>
        <LinkButton href="/" variant="secondary">
          Not now
        </LinkButton>
      </p>
    </PostForm>
  );
}
