import { Button } from "~/ui/button.tsx";
import { Card, EmptyState } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import type { MailTrouble } from "./copies.ts";
import type { MailPiece } from "./mail-html.ts";
import { mailMessages } from "./messages.ts";

/** `at` is when the mail was sent, on the portal's clock. If it was not sent, `at` is when it was written. */
type Copy = { id: string; subject: string; at: number; trouble: MailTrouble | null };

/** A list of the mails that the person got. */
export function MailCopies({ copies }: { copies: Copy[] }) {
  if (copies.length === 0) {
    return (
      <EmptyState title="No mail yet">
        <p>
          For example, we write when you have submitted your application. It can take a minute until a mail is
          here.
        </p>
      </EmptyState>
    );
  }
  return copies.map(({ id, subject, at, trouble }) => (
    <Card key={id} title={<a href={`/mails/${id}`}>{subject}</a>}>
      <p className="hint">
        <Moment at={at} />
      </p>
      {trouble && <p>{mailMessages.copy[trouble]}</p>}
    </Card>
  ));
}

/** The form with which a reader stops news and reminders, or starts them again. */
export function NewsChoice({
  isStopped,
  title,
  isAlone = false,
}: {
  isStopped: boolean;
  title: string;
  /** Whether the page has nothing but this form. Such a page says itself which mails cannot be stopped. */
  isAlone?: boolean;
}) {
  return (
    <Card title={title}>
      <PostForm className="stack" ofNoEdition>
        <p>{isStopped ? mailMessages.newsStopped : mailMessages.newsSent}</p>
        {!isAlone && <p className="hint">{mailMessages.always}</p>}
        <Button
          name="intent"
          value={isStopped ? "begin" : "stop"}
          variant={isStopped || !isAlone ? "secondary" : undefined}
        >
          {isStopped ? "Send them again" : "Stop news and reminders"}
        </Button>
      </PostForm>
    </Card>
  );
}

/** The text of a mail. Its links lead to the same addresses as in the mail. */
export function MailCopy({
  paragraphs,
  at,
  trouble,
}: { paragraphs: MailPiece[][] } & Pick<Copy, "at" | "trouble">) {
  return (
    <>
      <p className="hint">
        <Moment at={at} />
      </p>
      {trouble && (
        <Notice tone="warning">
          <p>{mailMessages.copy[trouble]}</p>
        </Notice>
      )}
      <Card>
        {paragraphs.map((pieces, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
          <p key={index} className="answer">
            {pieces.map(({ words, address }, place) => {
              const key = `${index}/${place}`;
              return address === null ? (
                <span key={key}>{words}</span>
              ) : (
                <a key={key} href={address} rel="noreferrer">
                  {words}
                </a>
              );
            })}
          </p>
        ))}
      </Card>
    </>
  );
}
