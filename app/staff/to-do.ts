import { leadsSomewhere } from "~/access/staff-pages.ts";
import { type Ability, can } from "~/values/abilities.ts";
import type { Decision, RoundId } from "~/values/types.ts";
import { staffMessages } from "./messages.ts";

/** The facts about a conference that may call for action. */
type Standing = {
  rounds: { id: RoundId; title: string; decisionRelease: number; releasedAt: number | null }[];
  /** `late` counts those applications of `number` whose decision the release of their round does not cover. */
  submitted: { round: RoundId; decision: Decision | null; number: number; late: number }[];
  unread: number;
  open: { payments: number; refunds: number; mails: number; byHand: number; bank: number };
  findings: number | null;
};

export type ToDo = { text: string; href: string; urgent: boolean };

/**
 * The tasks of somebody with these abilities at `now` (UTC ms), the most urgent first; empty if there are none. Each
 * task leads to a page, and is shown only to people who may open that page.
 */
export function toDo(
  { rounds, submitted, unread, open, findings }: Standing,
  now: number,
  abilities: readonly Ability[],
): ToDo[] {
  const { hub } = staffMessages;
  const decides = can(abilities, "decide");
  const list: (ToDo | false)[] = [
    findings !== null &&
      findings > 0 && { text: hub.findings(findings), href: "/admin/checks", urgent: true },
    open.payments > 0 && {
      text: hub.unknownPayments(open.payments),
      href: "/admin/payments?state=unknown",
      urgent: true,
    },
    open.refunds > 0 && { text: hub.unknownRefunds(open.refunds), href: "/admin/payments", urgent: true },
    open.bank > 0 && { text: hub.takenByBank(open.bank), href: "/admin/payments?bank=open", urgent: true },
    open.byHand > 0 && {
      text: hub.moneyByHand(open.byHand),
      href: "/admin/payments/invoices",
      urgent: false,
    },
    open.mails > 0 && { text: hub.lostMails(open.mails), href: "/admin/mail", urgent: true },
    unread > 0 && { text: hub.unread(unread), href: "/admin/distribute-apps", urgent: false },
    ...rounds.flatMap(({ id, title, decisionRelease, releasedAt }) => {
      const ofRound = submitted.filter((row) => row.round === id);
      const numberOf = (rows: typeof ofRound) => rows.reduce((sum, row) => sum + row.number, 0);
      const undecided = numberOf(ofRound.filter((row) => row.decision === null));
      const decided = numberOf(ofRound) - undecided;
      const late = ofRound.reduce((sum, row) => sum + row.late, 0);
      const isDue = decisionRelease <= now;
      return [
        // Everybody who reads can open the list, but this task is only for those who decide.
        decides &&
          undecided > 0 && {
            text: hub.undecided(undecided, title),
            href: `/admin/delegates?show=everyone&round=${id}&decision=undecided`,
            urgent: isDue,
          },
        decided > 0 &&
          releasedAt === null && {
            text: hub.unreleased(decided, title),
            href: "/admin/release",
            urgent: isDue,
          },
        late > 0 && { text: hub.late(late, title), href: `/admin/release/${id}`, urgent: isDue },
      ];
    }),
  ];
  const items = list.filter((item) => item !== false).filter(({ href }) => leadsSomewhere(href, abilities));
  return [...items.filter(({ urgent }) => urgent), ...items.filter(({ urgent }) => !urgent)];
}
