import { leadsSomewhere } from "~/access/staff-pages.ts";
import { type Ability, can } from "~/values/abilities.ts";
import type { Decision, RoundId } from "~/values/types.ts";
import { staffMessages } from "./messages.ts";

/** The facts about a conference from which tasks arise. */
type Standing = {
  rounds: { id: RoundId; title: string; decisionRelease: number; releasedAt: number | null }[];
  /**
   * The number of submitted applications for each round and decision. `late` counts the applications with a decision
   * that the release of their round does not cover. `alone` counts the applications whose decision was released
   * separately from its round.
   */
  submitted: { round: RoundId; decision: Decision | null; number: number; late: number; alone: number }[];
  unread: number;
  behind: { readers: number; left: number };
  waitingList: { pass: string; free: number; offered: number } | null;
  /** `paymentElsewhere`: an open payment of another edition. `paymentOfRefund`: the payment of an open refund. */
  open: Record<
    "payments" | "refunds" | "mails" | "byHand" | "bank" | "outgoings" | "proposals" | "resets",
    number
  > &
    Record<"paymentElsewhere" | "paymentOfRefund", string | null>;
  findings: number | null;
  /** Whether there may be more findings than were counted. */
  hasMoreFindings: boolean;
  hasLetterAddress: boolean;
};

/** A task, the page where it is done, and the ability of the people who do it. */
export type ToDo = { text: string; href: string; urgent: boolean; work: Ability };

/** The tasks for one ability, and the other members of the staff who have it. */
export type ToDoGroup = { work: Ability; items: ToDo[]; others: string[] };

/**
 * The tasks of an edition at `now` (UTC ms), the most urgent first; empty if there are none. A person with these
 * abilities sees the tasks whose pages they may open.
 */
export function toDo(
  {
    rounds,
    submitted,
    unread,
    behind,
    waitingList,
    open,
    findings,
    hasMoreFindings,
    hasLetterAddress,
  }: Standing,
  { now, abilities, conferenceId }: { now: number; abilities: readonly Ability[]; conferenceId: string },
): ToDo[] {
  const { hub } = staffMessages;
  const task = (work: Ability, isOpen: boolean, text: string, href: string, urgent: boolean): ToDo[] =>
    isOpen ? [{ text, href, urgent, work }] : [];
  const sumOf = (rows: Standing["submitted"], of: "number" | "late" | "alone") =>
    rows.reduce((sum, row) => sum + row[of], 0);
  const isReleased = (round: RoundId) =>
    rounds.some(({ id, releasedAt }) => id === round && releasedAt !== null);
  /**
   * How many people see that they are on the waiting list. People who have an offer or have taken one are not counted.
   */
  const waiting =
    submitted
      .filter(({ decision }) => decision === "Waitlisted")
      .reduce((sum, { round, number, late, alone }) => sum + (isReleased(round) ? number - late : alone), 0) -
    (waitingList?.offered ?? 0);
  const places = waitingList?.free ?? 0;
  /** Whether anybody can see that they are accepted, and so can get a letter. */
  const takeLetters = submitted.some(
    ({ round, decision, number, late, alone }) =>
      decision === "Accepted" && (isReleased(round) ? number > late : alone > 0),
  );
  const items = [
    ...task(
      "everything",
      (findings ?? 0) > 0,
      hub.findings(findings ?? 0, hasMoreFindings),
      "/admin/checks",
      true,
    ),
    ...task(
      "money",
      open.payments > 0,
      hub.unknownPayments(open.payments),
      // The list has the payments of one edition only.
      open.paymentElsewhere === null
        ? "/admin/payments?state=unknown"
        : `/admin/payments/${open.paymentElsewhere}`,
      true,
    ),
    ...task(
      "money",
      open.refunds > 0,
      hub.unknownRefunds(open.refunds),
      `/admin/payments/${open.paymentOfRefund}`,
      true,
    ),
    ...task("money", open.bank > 0, hub.takenByBank(open.bank), "/admin/payments?bank=open", true),
    ...task("money", open.proposals > 0, hub.proposals, "/admin/payments/invoicing", true),
    ...task("money", open.outgoings > 0, hub.outgoings(open.outgoings), "/", false),
    ...task("money", open.byHand > 0, hub.moneyByHand(open.byHand), "/admin/payments/invoices", false),
    ...task("everything", open.mails > 0, hub.lostMails(open.mails), "/admin/checks", true),
    ...task(
      "content",
      takeLetters && !hasLetterAddress,
      hub.noLetterAddress,
      `/admin/editions/${conferenceId}/site`,
      false,
    ),
    ...task(
      "everything",
      open.resets > 0,
      hub.resets(open.resets),
      "/admin/manage-staff/second-factor",
      true,
    ),
    ...task("decide", unread > 0, hub.unread(unread), "/admin/distribute-apps", false),
    ...task("read", behind.left > 0, hub.behind(behind.readers, behind.left), "/admin/scores", false),
    ...task(
      "decide",
      places > 0 && waiting > 0,
      hub.freePlaces(places, waitingList?.pass ?? ""),
      "/admin/waiting",
      false,
    ),
    ...rounds.flatMap(({ id, title, decisionRelease, releasedAt }) => {
      const ofRound = submitted.filter((row) => row.round === id);
      const undecided = sumOf(
        ofRound.filter((row) => row.decision === null),
        "number",
      );
      const unreleased = sumOf(ofRound, "number") - undecided - sumOf(ofRound, "alone");
      const late = sumOf(ofRound, "late");
      const isDue = decisionRelease <= now;
      return [
        ...task(
          "decide",
          undecided > 0,
          hub.undecided(undecided, title),
          `/admin/delegates?show=everyone&round=${id}&decision=undecided`,
          isDue,
        ),
        ...task(
          "decide",
          unreleased > 0 && releasedAt === null,
          hub.unreleased(unreleased, title),
          "/admin/release",
          isDue,
        ),
        ...task("decide", late > 0, hub.late(late, title), `/admin/release/${id}`, isDue),
      ];
    }),
  ].filter(
    // Reading is done by readers, and the people who decide remind them. All other work is done by the people who see
    // the task.
    ({ href, work }) => leadsSomewhere(href, abilities) && (work === "read" || can(abilities, work)),
  );
  return [...items.filter(({ urgent }) => urgent), ...items.filter(({ urgent }) => !urgent)];
}

/**
 * The tasks in groups, one for each ability. The groups are in the order of their most urgent tasks.
 *
 * @param people everybody on the staff who is not on leave. The names of directors are left out, because they have
 *   every ability.
 */
export function toDoGroups(
  items: ToDo[],
  people: { uid: string; called: string; abilities: readonly Ability[] }[],
  viewerUid: string,
): ToDoGroup[] {
  return [...new Set(items.map(({ work }) => work))].map((work) => ({
    work,
    items: items.filter((item) => item.work === work),
    others: people
      .filter(({ uid, abilities }) => uid !== viewerUid && abilities.includes(work))
      .map(({ called }) => called),
  }));
}
