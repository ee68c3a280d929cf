import type { ReactNode } from "react";
import { ActCode } from "~/ui/act-code.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { SelectField } from "~/ui/field.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { SummaryList, type SummaryRow } from "~/ui/summary-list.tsx";
import { Tag, type Tone } from "~/ui/tag.tsx";
import type { PlanState } from "~/values/types.ts";
import { grouped, quantity } from "~/values/words.ts";
import { planMessages } from "./messages.ts";

const STAGES = {
  open: { words: "Not applied", tone: "active" },
  applied: { words: "Applied", tone: "success" },
  refused: { words: "Cannot be applied", tone: "error" },
  undone: { words: "Undone", tone: "todo" },
} as const satisfies Record<string, { words: string; tone: Tone }>;

export type PlanStage = keyof typeof STAGES;

/** The stage of a plan. `refused` is the number of its lines that cannot be applied. */
export function planStage(
  state: PlanState,
  { refused = 0, isUndone = false }: { refused?: number; isUndone?: boolean } = {},
): PlanStage {
  if (isUndone) return "undone";
  if (state === "applied") return "applied";
  return refused > 0 ? "refused" : "open";
}

/** The ids of the plans in a list that another plan in the list has undone. */
export const undoneAmong = (plans: { state: PlanState; undoes: string | null }[]): Set<string> =>
  new Set(plans.flatMap(({ state, undoes }) => (state === "applied" ? (undoes ?? []) : [])));

export function PlanTag({ stage }: { stage: PlanStage }) {
  return <Tag tone={STAGES[stage].tone}>{STAGES[stage].words}</Tag>;
}

/** Says that a plan is being applied. `underWayMeta` makes the page reload by itself. */
export function UnderWay({ changing }: { changing: number }) {
  return (
    <Notice tone="info" title="This plan is being applied">
      <p>{planMessages.underWay(changing)}</p>
      <progress aria-label="Being applied" />
    </Notice>
  );
}

/** While a plan is being applied, reloads its page every few seconds, until the page shows the outcome. */
export const underWayMeta = (data: { isUnderWay: boolean } | undefined) =>
  data?.isUnderWay ? [{ httpEquiv: "refresh", content: "3" }] : [];

type ReadPlan = {
  plan: {
    title: string;
    state: PlanState;
    undoes: string | null;
    createdAt: number;
    appliedAt: number | null;
    askedAt: number | null;
  };
  tally: { refused: number; changing: number };
  undoneBy: string | null;
  createdBy: string | null;
  appliedBy: string | null;
};

/**
 * The data that the page of any plan shows. Times are UTC ms on the portal's clock; `applied` is null until the plan is
 * applied.
 */
export const planHead = (
  shown: (real: number) => number,
  { plan, tally: { refused, changing }, undoneBy, createdBy, appliedBy }: ReadPlan,
) => ({
  title: plan.title,
  undoes: plan.undoes,
  undoneBy,
  refused,
  changing,
  stage: planStage(plan.state, { refused, isUndone: undoneBy !== null }),
  isOpen: plan.state === "proposed",
  /** Whether a person has asked for the plan to be applied, and it is not applied yet. */
  isUnderWay: plan.state === "proposed" && plan.askedAt !== null,
  /** Whether the plan can be applied, judging by its state and its lines. Rows may have changed since it was made. */
  isReady: plan.state === "proposed" && plan.askedAt === null && refused === 0 && changing > 0,
  isUndoable: plan.state === "applied" && undoneBy === null,
  made: { at: shown(plan.createdAt), by: createdBy },
  applied: plan.appliedAt === null ? null : { at: shown(plan.appliedAt), by: appliedBy },
});

/**
 * The title of a plan's page. It says what there is to check or, after the plan is applied, what was done. `noun` is
 * the word for the things that the lines change.
 */
export function planTitle({ isOpen, changing }: { isOpen: boolean; changing: number }, noun: string): string {
  if (changing === 0) return "Nothing changes";
  return isOpen ? `Check ${quantity(changing, noun)}` : quantity(changing, noun);
}

/** Rows with links to the plan that this one undoes and to the plan that undid this one. */
export const undoLinks = (
  base: string,
  { undoes, undoneBy }: { undoes: string | null; undoneBy: string | null },
): SummaryRow[] =>
  [
    { term: "Undoes", plan: undoes },
    { term: "Undone by", plan: undoneBy },
  ].flatMap(({ term, plan }) => (plan ? [{ term, value: <a href={`${base}/${plan}`}>this plan</a> }] : []));

type History = Pick<ReturnType<typeof planHead>, "made" | "applied">;

export const planStateRow = ({ stage }: { stage: PlanStage }): SummaryRow => ({
  term: "State",
  value: <PlanTag stage={stage} />,
});

/** The history of a plan as rows. */
export const planHistoryRows = ({ made, applied }: History): SummaryRow[] => [
  { term: "Made", value: <Act {...made} /> },
  ...(applied ? [{ term: "Applied", value: <Act {...applied} /> }] : []),
];

function Act({ at, by }: { at: number; by: string | null }) {
  return (
    <>
      <Moment at={at} />, {by}
    </>
  );
}

/** The facts about a plan, and the buttons that apply it or make the plan that undoes it. */
export function PlanActs({
  rows,
  next,
  apply,
  undo,
  hurts = false,
}: {
  rows: SummaryRow[];
  /** Whether applying and undoing require a fresh code of the second factor. */
  hurts?: boolean;
  /** The next task after the plan is applied; absent if nothing remains to be done. */
  next?: { href: string; words: string; why: string } | false | null;
  /** The label of the button; false if the plan cannot be applied. */
  apply: string | false;
  /** A sentence about what undoing does; false if the plan cannot be undone. */
  undo: string | false;
}) {
  return (
    <Card>
      <SummaryList rows={rows} />
      {next && (
        <div className="stack tight">
          <p>{next.why}</p>
          <p className="actions">
            <LinkButton href={next.href}>{next.words}</LinkButton>
          </p>
        </div>
      )}
      {apply && (
        <PostForm className="stack tight">
          {hurts && <ActCode />}
          <Button name="intent" value="apply">
            {apply}
          </Button>
        </PostForm>
      )}
      {undo && (
        <PostForm className="stack tight">
          <p className="hint">{undo}</p>
          {hurts && <ActCode />}
          <div className="actions">
            <Button name="intent" value="undo" variant="secondary">
              Undo
            </Button>
          </div>
        </PostForm>
      )}
    </Card>
  );
}

/** At most this many of the refused lines are listed above the plan. */
const EXAMPLES = 5;

/**
 * Says that a plan cannot be applied because some of its lines are refused, and why. `href` is the page that shows
 * those lines.
 */
export function RefusedLines({
  refused,
  lines,
  href,
  upload,
}: {
  refused: number;
  /** The lines on this page. */
  lines: { line: number; problem: string | null }[];
  href: string;
  /** The page on which another file can be uploaded. */
  upload: string;
}) {
  const named = lines.filter(({ problem }) => problem !== null).slice(0, EXAMPLES);
  return (
    <Notice tone="error" title={`${grouped(refused)} refused`}>
      {named.length > 0 && (
        <ul>
          {named.map(({ line, problem }) => (
            <li key={line}>
              Line {line}: {problem}
            </li>
          ))}
        </ul>
      )}
      <p>{planMessages.refusedLines}</p>
      <p className="cluster">
        <LinkButton href={upload} variant="secondary">
          Upload again
        </LinkButton>{" "}
        <a href={href}>Show the refused lines</a>
      </p>
    </Notice>
  );
}

/** Says why a plan made from a file can no longer be applied. The children list what has changed since. */
export function MovedNotice({ children }: { children: ReactNode }) {
  return (
    <Notice tone="error" title="Changed since this plan was made">
      <p>It can no longer be applied. Upload the file again to make a new plan.</p>
      <ul>{children}</ul>
    </Notice>
  );
}

/** One page of a plan's lines, with their filter and links to the other pages. */
export function LinesPage({
  name,
  chosen,
  choices,
  after,
  next,
  children,
  links,
}: {
  /** The query parameter that filters the lines, its current value, and its possible values. */
  name: string;
  chosen: string | undefined;
  choices: Record<string, string>;
  /**
   * `after` is the line after which this page begins (0 for the first page). `next` is the line after which the next
   * page begins; null if there is none.
   */
  after: number;
  next: number | null;
  /** The rendered lines; absent if there are none. */
  children: ReactNode;
  links: ReactNode;
}) {
  const narrowed = chosen ? { [name]: chosen } : {};
  return (
    <>
      <form method="get" className="filters">
        <SelectField
          label="Lines"
          name={name}
          defaultValue={chosen}
          emptyOption="All"
          options={Object.entries(choices).map(([value, label]) => ({ value, label }))}
        />
        <div className="cluster">
          <Button variant="secondary">Show</Button>
        </div>
      </form>
      {children || <p className="hint">No such lines.</p>}
      <p className="cluster">
        {after > 0 && <a href={`?${new URLSearchParams(narrowed)}`}>First lines</a>}
        {next !== null && (
          <a href={`?${new URLSearchParams({ ...narrowed, after: String(next) })}`}>More lines</a>
        )}
        {links}
      </p>
    </>
  );
}
