import type { ReactNode } from "react";
import { StaffLink } from "~/access/staff-link.tsx";
import { type GrantSize, sizeInWords } from "~/money/prices/grants.ts";
import { MovedNotice } from "~/plans/plans.tsx";
import { ListTable } from "~/ui/list.tsx";
import { Notice } from "~/ui/notice.tsx";
import type { SummaryRow } from "~/ui/summary-list.tsx";
import { Tag, type Tone } from "~/ui/tag.tsx";
import { countryName } from "~/values/countries.ts";
import { DECISIONS, type Decision, type DecisionLineState } from "~/values/types.ts";
import { grouped, quantity } from "~/values/words.ts";
import { MOST_COUNTED } from "./decision-file.ts";

type Counts = Record<"added" | "changed" | "removed" | "unchanged" | "refused" | "awards", number>;

const COUNTED: [keyof Counts, string][] = [
  ["added", "new"],
  ["changed", "changed"],
  ["removed", "taken away"],
  ["unchanged", "unchanged"],
  ["refused", "refused"],
  ["awards", "with an award"],
];

/** The number of lines that a warning is about, in words. Lines beyond `MOST_COUNTED` are not counted. */
const upTo = (total: number) =>
  total > MOST_COUNTED ? `More than ${grouped(MOST_COUNTED)}` : grouped(total);

/** "9,998 new, 2 refused". */
export const planInWords = (counts: Counts): string =>
  COUNTED.filter(([key]) => counts[key] > 0)
    .map(([key, word]) => `${grouped(counts[key])} ${word}`)
    .join(", ") || "nothing";

/**
 * The decisions of the new and changed lines with their numbers, such as "5,000 Accepted, 1 Rejected"; null if there
 * are none.
 */
export const decisionsInWords = (decisions: Partial<Record<Decision, number>>): string | null =>
  DECISIONS.filter((decision) => decisions[decision])
    .map((decision) => `${grouped(decisions[decision]!)} ${decision}`)
    .join(", ") || null;

const LINE_TAGS: Record<Exclude<DecisionLineState, "change">, { words: string; tone: Tone }> = {
  unchanged: { words: "Unchanged", tone: "todo" },
  refused: { words: "Refused", tone: "error" },
};

/** A decision in a table; "none" if there is no decision. */
const decisionWord = (decision: Decision | null): ReactNode =>
  decision ?? <span className="muted">none</span>;

/** An award in a table; "none" if there is no award. */
const awardWord = (size: GrantSize | null): ReactNode =>
  size ? sizeInWords(size) : <span className="muted">none</span>;

type Line = {
  line: number;
  key: string;
  uid: string | null;
  name: string;
  email: string | null;
  state: DecisionLineState;
  oldDecision: Decision | null;
  newDecision: Decision | null;
  changesAward: boolean;
  oldSize: GrantSize | null;
  newAward: (GrantSize & { title: string }) | null;
  problem: string | null;
};

/** The lines of a plan: the applicant, the old and new decision and award, and the problem of a refused line. */
export function PlanLines({ lines }: { lines: Line[] }) {
  return (
    <ListTable
      caption="Lines of the plan"
      rows={lines}
      keyOf={({ line }) => line}
      idOf={({ line }) => `line-${line}`}
      columns={[
        {
          title: "Applicant",
          kind: "long",
          cell: ({ key, uid, name, email }) => (
            <>
              {email ? <StaffLink href={`/admin/delegates/${uid}`}>{name || email}</StaffLink> : key || "—"}{" "}
              {email && name && <small>{email}</small>}{" "}
              {email && email.toLowerCase() !== key.toLowerCase() && <small>{key}</small>}
            </>
          ),
        },
        {
          title: "Decision",
          cell: ({ state, oldDecision, newDecision, problem, changesAward, oldSize, newAward }) => (
            <>
              {state === "change" && oldDecision !== newDecision ? (
                <>
                  {decisionWord(oldDecision)} → <strong>{decisionWord(newDecision)}</strong>
                </>
              ) : (
                decisionWord(oldDecision)
              )}
              {state !== "change" && (
                <>
                  {" "}
                  <Tag tone={LINE_TAGS[state].tone}>{LINE_TAGS[state].words}</Tag>
                </>
              )}
              {changesAward && (
                <>
                  {" "}
                  <small>
                    Award: {awardWord(oldSize)} → <strong>{awardWord(newAward)}</strong>
                    {newAward && `, ${newAward.title}`}
                  </small>
                </>
              )}{" "}
              {problem && <small>{problem}</small>}
            </>
          ),
        },
        { title: "Line", kind: "number", cell: ({ line }) => line },
      ]}
    />
  );
}

type PassNumbers = {
  id: string;
  title: string;
  before: number;
  after: number;
  places: number | null;
  taken: number;
};

/**
 * The rows with the numbers of a plan. A row for each pass says how many people may have the pass, and how many of its
 * places are taken. The last row says how many of the changed lines are from each country.
 */
export function planNumbers({
  places,
  countries,
  isOpen,
}: {
  places: PassNumbers[];
  countries: { country: string | null; number: number }[];
  isOpen: boolean;
}): SummaryRow[] {
  const inWords = ({ before, after, places, taken }: PassNumbers) =>
    [
      isOpen && before !== after
        ? `${grouped(before)} may have it now, ${grouped(after)} afterwards`
        : `${grouped(before)} may have it`,
      places === null ? "no limit of places" : `${quantity(places, "place")}, ${grouped(taken)} taken`,
    ].join("; ");
  const named = countries.map(
    ({ country, number }) => `${grouped(number)} ${(country && countryName(country)) ?? "no country"}`,
  );
  return [
    ...places.map((pass) => ({ id: pass.id, term: pass.title, value: inWords(pass) })),
    ...(named.length > 0 ? [{ term: "Countries", value: named.join(", ") }] : []),
  ];
}

type Moved = {
  line: number;
  key: string;
  total: number;
  decision: Decision | null;
  submittedAt: number | null;
};

/** The lines whose decision, award or application has changed since the plan was made. */
export function MovedLines({ moved }: { moved: Moved[] }) {
  const [first] = moved;
  if (!first) return null;
  return (
    <MovedNotice>
      {moved.map(({ line, key, decision, submittedAt }) => (
        <li key={line}>
          Line {line}, {key}: now {decision ?? "no decision"}
          {submittedAt === null && ", the application is open again"}
        </li>
      ))}
      {first.total > moved.length && (
        <li>and {first.total > MOST_COUNTED ? "many" : grouped(first.total - moved.length)} more</li>
      )}
    </MovedNotice>
  );
}

type Concerned = { total: number; lines: { line: number; key: string }[] };

/** The facts that a director should know before applying a plan. Renders nothing if there are no warnings. */
export function PlanWarnings({
  seen,
  gone,
  shown,
  paid,
  told,
  late,
}: Record<"seen" | "gone" | "shown" | "paid" | "told" | "late", Concerned>) {
  const warnings = [
    {
      about: seen,
      words:
        "would change a decision while the delegate can see one. They see that one until the new one is released.",
    },
    { about: gone, words: "would take a decision away at once that the delegate can see." },
    { about: shown, words: "would bring back a decision that the delegate sees at once." },
    { about: paid, words: "would change the decision of somebody who has a pass. The pass stays." },
    { about: told, words: "would change an award that the delegate sees at once." },
    {
      about: late,
      words: "would change the award of somebody who already has a pass. What they paid stays.",
    },
  ].filter(({ about }) => about.total > 0);
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warning" title="Please look at this first">
      <ul>
        {warnings.map(({ about: { total, lines }, words }) => (
          <li key={words}>
            <strong>{upTo(total)}</strong> {total === 1 ? "line" : "lines"} {words}
            <span className="hint">
              {" "}
              {lines.map(({ line, key }) => `Line ${line}: ${key}`).join("; ")}
              {total > lines.length && " …"}
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
