import { ActCode } from "~/ui/act-code.tsx";
import { Button } from "~/ui/button.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { decisionMessages } from "./messages.ts";
import { MailProgress } from "./release.tsx";

/** The values of `fewRows` for some decisions, and the numbers of their mails that are not sent yet. */
export type FewShown = {
  ready: number;
  seen: string;
  released: number;
  readyDisabled: number;
  releasedDisabled: number;
  alone: number;
  unwritten: number;
  dueAt: number | null;
  waiting: number;
  givenUp: number;
};

/**
 * Releases one decision, or the decisions of a plan, without the rest of their round. It also shows how many of their
 * mails are sent, and can take the release back. Before the round's `decisionRelease`, it shows only that time.
 *
 * @param href the page with these forms; the page is loaded again while mails are being sent.
 * @param pressId the id of the form for the test mail.
 * @param variant the look of the button that releases. A page must not have two primary buttons.
 */
export function ReleaseAlone({
  ready,
  seen,
  released,
  readyDisabled,
  releasedDisabled,
  alone,
  dueAt,
  href,
  pressId,
  isTested,
  variant = "primary",
  ...mails
}: FewShown & { href: string; pressId: string; isTested: boolean; variant?: "primary" | "secondary" }) {
  const say = decisionMessages.release.alone;
  return (
    <>
      {isTested && (
        <Notice tone="success">
          <p>{say.testSent}</p>
        </Notice>
      )}
      {dueAt !== null && ready === 0 && released === 0 && (
        <p className="hint">
          It can be released from <Moment at={dueAt} /> on.
        </p>
      )}
      {ready > 0 && (
        <>
          <PostForm className="stack tight">
            <p>{say.ready(ready, readyDisabled)}</p>
            <input type="hidden" name="seen" value={seen} />
            <ActCode />
            <div>
              <Button name="intent" value="release" variant={variant}>
                {say.button(ready)}
              </Button>
            </div>
          </PostForm>
          <PostForm>
            <input type="hidden" name="pressId" value={pressId} />
            <Button name="intent" value="test" variant="secondary">
              {say.test}
            </Button>
          </PostForm>
        </>
      )}
      {released > 0 && (
        <>
          <p>{say.outWithRound(released)}</p>
          {releasedDisabled > 0 && <p>{say.noMail(releasedDisabled, released)}</p>}
          {released > releasedDisabled && (
            <MailProgress href={href} people={released - releasedDisabled} {...mails} />
          )}
        </>
      )}
      {alone > 0 && (
        <details className="more">
          <summary>{say.backButton}</summary>
          <PostForm className="stack tight">
            <p>{say.back(alone)}</p>
            <ActCode />
            <div>
              <Button name="intent" value="back" variant="danger">
                {say.backButton}
              </Button>
            </div>
          </PostForm>
        </details>
      )}
    </>
  );
}
