import type { ComponentProps } from "react";
import { ABILITY_WORDS } from "~/access/abilities.ts";
import { accountInWords } from "~/money/books/journal.ts";
import { reviewMessages } from "~/reviews/messages.ts";
import { LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ColumnChart } from "~/ui/column-chart.tsx";
import { CurveChart } from "~/ui/curve-chart.tsx";
import { type ListColumn, ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { Tag } from "~/ui/tag.tsx";
import { dollars } from "~/values/money.ts";
import { DECISIONS, type Decision, type RoundId, WRITTEN_OFF } from "~/values/types.ts";
import { grouped } from "~/values/words.ts";
import { staffMessages } from "./messages.ts";
import type { Compared } from "./season-curves.ts";
import type { ToDoGroup } from "./to-do.ts";

/**
 * The open tasks in groups, one for each ability. Each task links to the page where it is done. Each group names the
 * other people who do this work.
 */
export function ToDoList({ groups }: { groups: ToDoGroup[] }) {
  if (groups.length === 0) return <p>Nothing is waiting for you.</p>;
  return groups.map(({ work, items, others }) => (
    <section key={work} className="tasks">
      <h3>{ABILITY_WORDS[work].label}</h3>
      {work !== "everything" && <p className="hint">{staffMessages.hub.others(others)}</p>}
      <ul className="rows">
        {items.map(({ text, href, urgent }) => (
          <li key={text} className="task">
            <a href={href}>{text}</a> {urgent && <Tag tone="warning">Now</Tag>}
          </li>
        ))}
      </ul>
    </section>
  ));
}

/**
 * Compares a number of this edition with the same number of the last edition, as curves. Renders nothing if there is
 * nothing to compare.
 */
function SeasonComparison({
  compared,
  title,
  format,
}: {
  compared: Compared | null;
  title: string;
  format: (value: number) => string;
}) {
  if (!compared) return null;
  const { rows, today, own, last, lastInTheEnd, lastEdition } = compared;
  return (
    <CurveChart
      title={title}
      rows={rows}
      names={{ own: "This conference", last: lastEdition, deadline: staffMessages.hub.curveDeadline }}
      summary={staffMessages.hub.curve(today, format(own), format(last), format(lastInTheEnd), lastEdition)}
      format={format}
    />
  );
}

/**
 * Reminds a person who has no second factor that they must have one. `from` is the instant from which they must have it
 * (the portal's clock, UTC ms).
 */
export const FactorNeeded = ({ from }: { from: number }) => (
  <Notice tone="warning">
    <p>
      Set up your second factor by <Moment at={from} />. After that, you cannot open these pages without one.
      It takes two minutes and your phone.
    </p>
    <LinkButton href="/second-factor" variant="secondary">
      Set it up
    </LinkButton>
  </Notice>
);

/** How much of their own reading a member of the staff has done, with a link to the remaining applications. */
export function MyReading({
  assigned,
  reviewed,
  own = null,
}: {
  assigned: number;
  reviewed: number;
  /**
   * How many applications the person has scored in all, and the mean of these scores; null if the page does not show
   * this.
   */
  own?: { number: number; mean: string } | null;
}) {
  const open = assigned - reviewed;
  return (
    <Card title="My delegates">
      {assigned === 0 ? (
        <p>You have no applications to read. They appear here once a director distributes them.</p>
      ) : (
        <>
          <p>
            {open === 0
              ? `You have reviewed all ${assigned}. Thank you.`
              : `You have reviewed ${reviewed} of ${assigned}.`}
          </p>
          {reviewed > 0 && (
            <progress max={assigned} value={reviewed}>
              {reviewed} of {assigned}
            </progress>
          )}
          {own && <p className="hint">{reviewMessages.scores.own(own.number, own.mean)}</p>}
          <p className="actions">
            <LinkButton href="/admin/delegates">
              {open === 0 ? "Look at them again" : reviewed === 0 ? "Start reading" : "Continue reading"}
            </LinkButton>
          </p>
        </>
      )}
    </Card>
  );
}

type Counts = {
  rounds: { id: RoundId; title: string }[];
  submitted: { round: RoundId; decision: Decision | null; number: number }[];
  drafts: number;
  handedIn: ComponentProps<typeof ColumnChart>["columns"];
  compared: Compared | null;
};

/** The number of applications: by round and decision, over time, and compared with the last edition. */
export function ApplicationCounts({ rounds, submitted, drafts, handedIn, compared }: Counts) {
  const numberOf = (round: RoundId | null, decision?: Decision | null) =>
    submitted
      .filter(
        (row) =>
          (round === null || row.round === round) && (decision === undefined || row.decision === decision),
      )
      .reduce((sum, { number }) => sum + number, 0);
  return (
    <>
      <ListTable<{ id: RoundId | null; title: string }>
        isBare
        caption="Submitted applications by round and decision"
        rows={rounds}
        total={{ id: null, title: "All" }}
        keyOf={({ title }) => title}
        columns={[
          { title: "Round", cell: ({ title }) => title },
          ...[null, ...DECISIONS].map(
            (decision): ListColumn<{ id: RoundId | null }> => ({
              title: decision ?? "Undecided",
              kind: "number",
              cell: ({ id }) => grouped(numberOf(id, decision)),
            }),
          ),
          { title: "Submitted", kind: "number", cell: ({ id }) => grouped(numberOf(id)) },
        ]}
      />
      <p className="hint">
        {grouped(drafts)} more {drafts === 1 ? "is" : "are"} begun and not submitted.
      </p>
      {handedIn.length > 0 && <ColumnChart title="Applications submitted" columns={handedIn} />}
      <SeasonComparison
        compared={compared}
        title="Applications beside the last conference"
        format={grouped}
      />
    </>
  );
}

type Registrations = {
  /** `cents` is null unless the viewer may see money. */
  tickets: { id: string; title: string; number: number; cents: number | null }[];
  /** The sums of the books, and the first day on which money came in; null if the viewer may not see them. */
  books:
    | (Record<"moneyCents" | "creditCents" | "owedCents" | "writtenOffCents" | "underWayCents", number> & {
        since: string | null;
      })
    | null;
  taken: ComponentProps<typeof ColumnChart>["columns"];
  compared: Compared | null;
  seesContacts: boolean;
};

/**
 * Rows for the money that we have: credit, money that we owe, rests of invoices that were written off (less than
 * nothing), the sum of all our money, and how much of that sum is on its way back. Except for the sum, rows with zero
 * are left out.
 */
const booksInWords = ({
  moneyCents,
  creditCents,
  owedCents,
  writtenOffCents,
  underWayCents,
}: NonNullable<Registrations["books"]>) => [
  ...(creditCents === 0 ? [] : [{ term: accountInWords("credit"), value: dollars(creditCents) }]),
  ...(owedCents === 0 ? [] : [{ term: accountInWords("owed"), value: dollars(owedCents) }]),
  ...(writtenOffCents === 0 ? [] : [{ term: accountInWords(WRITTEN_OFF), value: dollars(-writtenOffCents) }]),
  { term: "Money that we have", value: dollars(moneyCents) },
  ...(underWayCents === 0 ? [] : [{ term: "Of this, on its way back", value: dollars(underWayCents) }]),
];

/** The numbers of registrations. The treasurer also sees the payments, and the door team the emergency contacts. */
export function RegistrationCounts({ tickets, books, taken, compared, seesContacts }: Registrations) {
  return (
    <Card title={books ? "Registrations and revenue" : "Registrations"}>
      <SummaryList
        rows={[
          ...tickets.map(({ title, number, cents }) => ({
            term: title,
            value: cents === null ? `${number} paid` : `${number} paid, ${dollars(cents)}`,
          })),
          ...(books ? booksInWords(books) : []),
        ]}
      />
      {books?.since && (
        <p>
          <a href={`/admin/payments/journal?first=${books.since}`}>
            See every payment and refund in the journal
          </a>
        </p>
      )}
      {taken.length > 0 && (
        <ColumnChart title="Money in, less money out" daysOf="as booked" columns={taken} format={dollars} />
      )}
      <SeasonComparison compared={compared} title="Money beside the last conference" format={dollars} />
      <p>
        <a href="/admin/registrations.csv">Download all registrations as CSV</a>
      </p>
      {seesContacts && (
        <p>
          The people to call if anything happens to a delegate are in a file of their own:{" "}
          <a href="/admin/emergency-contacts.csv">download emergency contacts as CSV</a>.
        </p>
      )}
    </Card>
  );
}
