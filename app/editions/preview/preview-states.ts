import type { EditionDocument, EditionRound } from "~/editions/edition-document.ts";
import { editionMessages } from "~/editions/messages.ts";
import { DAY, HOUR, MINUTE } from "~/values/durations.ts";
import type { Decision, PassType, RoundId } from "~/values/types.ts";

const { states: said, notes } = editionMessages.preview;

/** How far an invented delegate has got; section 5 of the design describes the states. */
export type PreviewState = {
  /** A short name that is used in URLs. */
  id: string;
  label: string;
  isSignedIn: boolean;
  application: "none" | "begun" | "submitted";
  /** The round of the application; null if nothing was submitted. */
  round: RoundId | null;
  decision: Decision | null;
  /** Whether the decision was released when it was due, at the `decisionRelease` of its round. */
  isReleased: boolean;
  hasSigned: boolean;
  pass: PassType | null;
  isSubscriber: boolean;
};

/**
 * The states in which an edition can be shown. Each round in which people can apply, except the first, has a state of
 * its own, and so has each pass with a price.
 */
export function previewStates({ rounds, passes, site }: EditionDocument): PreviewState[] {
  const visitor: PreviewState = {
    ...{ id: "visitor", label: said.visitor, isSignedIn: false, application: "none", round: null },
    ...{ decision: null, isReleased: false, hasSigned: false, pass: null, isSubscriber: false },
  };
  const arrived: PreviewState = { ...visitor, id: "new", label: said.new, isSignedIn: true };
  const begun: PreviewState = { ...arrived, id: "draft", label: said.draft, application: "begun" };
  const subscriber = {
    ...arrived,
    id: "subscriber",
    label: said.subscriber(site.plan.title),
    isSubscriber: true,
  };
  const [first, ...later] = reachable(rounds);
  if (!first) return [visitor, arrived, begun, subscriber];

  const submitted: PreviewState = {
    ...{ ...begun, id: "submitted", label: said.submitted },
    ...{ application: "submitted", round: first.id },
  };
  const decided = (id: string, label: string, decision: Decision): PreviewState => ({
    ...{ ...submitted, id, label, decision },
    isReleased: true,
  });
  const accepted = decided("accepted", said.accepted, "Accepted");
  const signed: PreviewState = { ...accepted, id: "signed", label: said.signed, hasSigned: true };
  return [
    ...[visitor, arrived, begun, submitted],
    { ...accepted, id: "unreleased", label: said.unreleased, isReleased: false },
    ...[accepted, signed],
    ...later.map(({ id, title }) => ({
      ...{ ...signed, id: `signed.${id}`, label: said.signedIn(title) },
      round: id,
    })),
    { ...decided("deferred", said.deferred, "Deferred to virtual"), hasSigned: true },
    decided("waitlisted", said.waitlisted, "Waitlisted"),
    decided("rejected", said.rejected, "Rejected"),
    ...passes
      .filter((pass) => rounds.some(({ id }) => Object.hasOwn(pass.cents, id)))
      .map(({ id, title }) => ({ ...signed, id: id.toLowerCase(), label: said.holds(title), pass: id })),
    subscriber,
  ];
}

/**
 * The rounds in which somebody can apply. A round never begins if an earlier round has the same deadline or a later
 * one.
 */
function reachable(rounds: EditionRound[]): EditionRound[] {
  return rounds.filter(({ deadline }, index) => deadline > lastDeadline(rounds.slice(0, index)));
}

const lastDeadline = (rounds: EditionRound[]): number =>
  rounds.reduce((latest, { deadline }) => Math.max(latest, deadline), Number.NEGATIVE_INFINITY);

export type PreviewTimes = {
  savedAt: number;
  submittedAt: number;
  setAt: number;
  signedAt: number;
  paidAt: number;
};

/**
 * When the invented delegate did what the state says (UTC ms). The delegate did everything by `now` if possible; but an
 * application in a round cannot be earlier than the previous round's deadline.
 */
export function previewTimes({ rounds }: EditionDocument, state: PreviewState, now: number): PreviewTimes {
  const index = rounds.findIndex(({ id }) => id === state.round);
  const round = rounds[index];
  const ago = now - HOUR;
  if (!round) return { savedAt: ago, submittedAt: ago, setAt: ago, signedAt: ago, paidAt: ago };
  const opened = lastDeadline(rounds.slice(0, index));
  const submittedAt = Math.max(opened + 1, Math.min(ago, round.deadline, round.decisionRelease - DAY));
  const setAt = Math.max(submittedAt, round.decisionRelease - HOUR);
  const after = (days: number) => Math.min(now, Math.max(round.decisionRelease, setAt) + days * DAY);
  return { savedAt: submittedAt - HOUR, submittedAt, setAt, signedAt: after(1), paidAt: after(2) };
}

/**
 * What a director must know in order to understand what is shown for a state at an instant; null if there is nothing to
 * explain.
 */
export function noteOn({ rounds }: EditionDocument, state: PreviewState, now: number): string | null {
  const index = rounds.findIndex(({ id }) => id === state.round);
  const round = rounds[index];
  if (!round) return null;
  if (now <= lastDeadline(rounds.slice(0, index))) return notes.notYet(round.title);
  if (state.decision === null || !state.isReleased || now >= round.decisionRelease) return null;
  return notes.notReleased(round.title);
}

/**
 * Why no page of an edition can be shown; empty if pages can be shown. Other problems that the linter finds do not
 * prevent showing pages.
 */
export function whyNoPreview({ rounds, passes }: EditionDocument): string[] {
  return [
    ...(rounds.length === 0 ? [notes.noRound] : []),
    ...passes
      .filter(({ cents }) => !rounds.some(({ id }) => Object.hasOwn(cents, id)))
      .map(({ title }) => notes.noPrice(title)),
  ];
}

/** The instants shortly after something changes for delegates (one minute after each change), in order of time. */
export function turningPoints({ rounds }: EditionDocument): { at: number; label: string }[] {
  return rounds
    .flatMap(({ title, deadline, decisionRelease }) => [
      { at: deadline + MINUTE, label: notes.afterDeadline(title) },
      { at: decisionRelease + MINUTE, label: notes.afterRelease(title) },
    ])
    .sort((one, other) => one.at - other.at);
}
