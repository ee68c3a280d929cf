import { type ReactNode, useContext } from "react";
import { StaffLink, useMayOpen } from "~/access/staff-link.tsx";
import type { releaseStage } from "~/conference/rounds.ts";
import { ActCode } from "~/ui/act-code.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { TextField } from "~/ui/field.tsx";
import { fieldsOf, labelled, problemsOf } from "~/ui/form-reply.ts";
import { LivePart } from "~/ui/live-part.tsx";
import { ZoneContext } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { Tag, type Tone } from "~/ui/tag.tsx";
import { zoneInWords } from "~/values/times.ts";
import { DECISIONS, type Decision } from "~/values/types.ts";
import { grouped, quantity } from "~/values/words.ts";
import { decisionMessages } from "./messages.ts";

type ReleaseStage = ReturnType<typeof releaseStage>;

const STAGES: Record<ReleaseStage, { words: string; tone: Tone }> = {
  closed: { words: "Not released", tone: "todo" },
  waiting: { words: "Released, not yet visible", tone: "active" },
  open: { words: "Released", tone: "success" },
};

/**
 * @param late how many decisions were set after the release; if there are any, the tag says that they are not released.
 */
export function ReleaseTag({ stage, late = 0 }: { stage: ReleaseStage; late?: number }) {
  if (stage === "open" && late > 0) return <Tag tone="warning">{`All but ${grouped(late)} released`}</Tag>;
  return <Tag tone={STAGES[stage].tone}>{STAGES[stage].words}</Tag>;
}

/**
 * A link to the page of a round. It is a button while decisions of the round wait to be released, and otherwise a plain
 * link.
 */
export function RoundLink({
  id,
  title,
  stage,
  late,
}: {
  id: string;
  title: string;
  stage: ReleaseStage;
  /** The number of decisions that were set after the release. */
  late: number;
}) {
  const href = `/admin/release/${id}`;
  const inRound = <span className="visually-hidden">: {title}</span>;
  if (stage === "closed" || late > 0)
    return (
      <LinkButton href={href} variant="secondary">
        {stage === "closed" ? "Check and release" : "Release what was decided later"}
        {inRound}
      </LinkButton>
    );
  return (
    <a href={href}>
      {stage === "open" ? "Look at what was sent" : "Look at the release"}
      {inRound}
    </a>
  );
}

/**
 * Says in the card of a released round how many of its decisions are not visible yet.
 *
 * @param children the link to the page on which these decisions can be released.
 */
export function LateNotice({ late, children }: { late: number; children: ReactNode }) {
  return (
    <Notice tone="warning">
      <p>
        <strong>{decisionMessages.release.newer(late)}</strong>
      </p>
      <p>{children}</p>
    </Notice>
  );
}

type Counts = { counts: Record<Decision, number>; undecided: number };

/** The number of a round's applications for each decision. */
export function RoundCounts({ counts, undecided }: Counts) {
  return (
    <div className="scroll">
      <table>
        <caption className="visually-hidden">Applications by decision</caption>
        <tbody>
          {DECISIONS.map((decision) => (
            <tr key={decision}>
              <th scope="row">{decision}</th>
              <td className="number">{grouped(counts[decision])}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">Undecided</th>
            <td className="number">{grouped(undecided)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/**
 * How many of the mails about a release have been sent. With scripts the number updates itself; without scripts there
 * is a link that reloads the page.
 */
export function MailProgress({
  href,
  people,
  unwritten,
  waiting,
  givenUp,
}: {
  /** The page that shows the progress. It is loaded again while mails are being sent. */
  href: string;
  /** The number of people who get a mail. */
  people: number;
  unwritten: number;
  waiting: number;
  givenUp: number;
}) {
  const say = decisionMessages.release.mails;
  const left = unwritten + waiting;
  const sent = Math.max(0, people - left - givenUp);
  const shown = (
    <div className="stack tight">
      <p>{left === 0 && givenUp === 0 ? say.all(people) : say.some(sent, people)}</p>
      {left > 0 && (
        <>
          <progress value={sent} max={people} aria-label={say.name} />
          <noscript>
            <a href={href}>{say.again}</a>
          </noscript>
        </>
      )}
      {givenUp > 0 && (
        <p>
          {say.givenUp(givenUp)} <StaffLink href="/admin/checks">{say.checks}</StaffLink>
        </p>
      )}
    </div>
  );
  return left > 0 ? (
    <LivePart id="mails" src={href}>
      {shown}
    </LivePart>
  ) : (
    <div id="mails">{shown}</div>
  );
}

type Findings = {
  /** Whether the round belongs to the edition that delegates see. */
  isCurrent: boolean;
  round: string;
  undecided: number;
  disabled: number;
  unknown: { decision: Decision; names: string[] }[];
  nameless: { decision: Decision; number: number; uid: string }[];
};

/** The reasons for delaying the release of a round; if there are none, a note that says so. */
export function PreflightNotice({ isCurrent, round, undecided, disabled, unknown, nameless }: Findings) {
  const mayOpen = useMayOpen();
  if (isCurrent && undecided + disabled + unknown.length + nameless.length === 0) {
    return (
      <Notice tone="success" title="Everything is ready">
        Everybody has a decision, and every mail can be written.
      </Notice>
    );
  }
  const undecidedOnes = `/admin/delegates?show=everyone&round=${round}&decision=undecided`;
  return (
    <Notice tone="warning" title="Before you release">
      <ul>
        {!isCurrent && (
          <li>
            {decisionMessages.release.notCurrent} <a href="/admin/mail/decisions">Look at their text</a>
          </li>
        )}
        {undecided > 0 && (
          <li>
            {quantity(undecided, "person has", "people have")} no decision and will see none.{" "}
            {mayOpen(undecidedOnes) && <a href={undecidedOnes}>Show them</a>}
          </li>
        )}
        {disabled > 0 && (
          <li>{quantity(disabled, "account is", "accounts are")} disabled: no mail is sent to them.</li>
        )}
        {unknown.map(({ decision, names }) => (
          <li key={decision}>
            The mail for “{decision}” contains {names.map((name) => `{${name}}`).join(", ")}, which does not
            exist. Its readers get a plain mail instead. <a href="/admin/mail/decisions">Change it</a>
          </li>
        ))}
        {nameless.map(({ decision, number, uid }) => (
          <li key={decision}>
            {grouped(number)} with “{decision}” {number === 1 ? "has" : "have"} no first name for the mail and
            get a plain one instead; the first of them is {uid}.
          </li>
        ))}
      </ul>
    </Notice>
  );
}

type Seen = { decisionRelease: number; releasedAt: number | null; decisions: string };

/** Hidden fields with what the page showed. The form takes effect only if that is still true. */
export function SeenFields({ seen }: { seen: Seen }) {
  return (
    <>
      <input type="hidden" name="decisionRelease" value={seen.decisionRelease} />
      <input type="hidden" name="releasedAt" value={seen.releasedAt ?? ""} />
      <input type="hidden" name="decisions" value={seen.decisions} />
    </>
  );
}

export type ScheduleReply = {
  /** The schedule that the page showed (UTC ms). Absent if it has changed since. */
  shown?: { deadline: number; decisionRelease: number };
  values: { deadline: string; decisionRelease: string };
  problems: Record<string, string>;
};

const SCHEDULE_LABELS = { deadline: "Deadline", decisionRelease: "Decision release" };

/** Sets when a round closes and when its decisions become visible. */
export function ScheduleForm({
  shown,
  values,
  inUtc,
  reply,
}: {
  /** Instants, UTC ms. */
  shown: { deadline: number; decisionRelease: number };
  values: { deadline: string; decisionRelease: string };
  inUtc: { deadline: string; decisionRelease: string };
  reply?: ScheduleReply;
}) {
  const zone = useContext(ZoneContext);
  const field = fieldsOf(reply?.values ?? values, reply?.problems ?? {});
  const seen = reply?.shown ?? shown;
  return (
    <Card title="Schedule">
      <PostForm className="stack">
        <ErrorSummary problems={labelled(problemsOf(reply), SCHEDULE_LABELS)} />
        <input type="hidden" name="shownDeadline" value={seen.deadline} />
        <input type="hidden" name="shownRelease" value={seen.decisionRelease} />
        <TextField
          label={SCHEDULE_LABELS.deadline}
          {...field("deadline")}
          type="datetime-local"
          className="medium"
          hint={`${zoneInWords(zone)} time; now ${inUtc.deadline}. An application belongs to the first round with a deadline that it meets. If you move the deadline, applications and their prices may move to another round. People with a draft get a mail about it at once, if the round is then open in the current edition.`}
        />
        <TextField
          label={SCHEDULE_LABELS.decisionRelease}
          {...field("decisionRelease")}
          type="datetime-local"
          className="medium"
          hint={`${zoneInWords(zone)} time; now ${inUtc.decisionRelease}. Released decisions are visible from then on.`}
        />
        <ActCode />
        <div className="actions">
          <Button name="intent" value="schedule" variant="secondary">
            Save schedule
          </Button>
        </div>
      </PostForm>
    </Card>
  );
}
