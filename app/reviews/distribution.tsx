import { StaffLink } from "~/access/staff-link.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { RadioGroup, SelectField, TextField } from "~/ui/field.tsx";
import { problemsOf } from "~/ui/form-reply.ts";
import { ListTable } from "~/ui/list.tsx";
import { Notice } from "~/ui/notice.tsx";
import { HiddenFields, PostForm } from "~/ui/post-form.tsx";
import { Tag, type Tone } from "~/ui/tag.tsx";
import type { DistributionAct } from "~/values/types.ts";
import { grouped, quantity } from "~/values/words.ts";
import { reviewMessages } from "./messages.ts";
import { type DistributionReply, type PossibleReader, WhoIsLeftOut, WhoReads } from "./who-reads.tsx";

/** How many applications were submitted, and how many of these have no decision. */
type ToDistribute = { submitted: number; undecided: number };

/**
 * The form that chooses what to distribute, and to how many readers. Sending it makes a plan and changes nothing else.
 */
export function DistributionForm({
  rounds,
  all,
  readers,
  selected,
  mostReaders,
  reply,
}: {
  rounds: ({ id: string; title: string } & ToDistribute)[];
  /** The numbers for all rounds together. */
  all: ToDistribute;
  readers: PossibleReader[];
  /** The selection to distribute, in place of a round; null if there is none. */
  selected: { words: string; number: number } | null;
  mostReaders: number;
  reply: DistributionReply | undefined;
}) {
  const { values = {}, problems = {} } = reply ?? {};
  return (
    <Card title="Make a plan">
      <p className="hint">A plan shows who would read what. Nothing is assigned until you apply it.</p>
      <PostForm className="stack">
        <ErrorSummary problems={problemsOf(reply)} />
        {selected && (
          <p>
            <strong>{quantity(selected.number, "application")}</strong>: {selected.words}.{" "}
            <a href="/admin/distribute-apps">Choose a round instead</a>
          </p>
        )}
        <div className="grid">
          {!selected && (
            <SelectField
              label="Round"
              name="round"
              hint={reviewMessages.distribution.aboutRounds}
              defaultValue={values["round"] ?? "all"}
              options={[
                { value: "all", label: withNumbers({ title: "All rounds", ...all }) },
                ...rounds.map((round) => ({ value: round.id, label: withNumbers(round) })),
              ]}
              error={problems["round"]}
            />
          )}
          <SelectField
            label="Readers per application"
            name="readers"
            defaultValue={values["readers"] ?? "2"}
            options={Array.from({ length: mostReaders }, (_, index) => String(index + 1)).map((value) => ({
              value,
              label: value,
            }))}
            error={problems["readers"]}
          />
        </div>
        {selected ? (
          <HiddenFields fields={{ round: "all", state: "all" }} />
        ) : (
          <RadioGroup
            label="Applications"
            name="state"
            defaultValue={values["state"] ?? "undecided"}
            options={[
              { value: "undecided", label: "Submitted and undecided" },
              { value: "all", label: "All submitted" },
            ]}
            error={problems["state"]}
          />
        )}
        <WhoReads readers={readers} reply={reply} />
        <details open={reply !== undefined}>
          <summary>More choices</summary>
          <WhoIsLeftOut reply={reply} />
          <TextField
            label="Seed for ties"
            name="seed"
            className="short"
            hint="Readers with the same load are drawn by lot. The same seed draws the same again."
            defaultValue={values["seed"] || "1"}
            error={problems["seed"]}
          />
        </details>
        <Button>Make a plan</Button>
      </PostForm>
    </Card>
  );
}

const withNumbers = ({ title, undecided, submitted }: { title: string } & ToDistribute) =>
  reviewMessages.distribution.ofRound(title, undecided, submitted);

type Line = { line: number; uid: string; name: string; reader: string; act: DistributionAct; reason: string };

const ACTS: Record<DistributionAct, { words: string; tone: Tone }> = {
  assign: { words: "Give", tone: "active" },
  withdraw: { words: "Take back", tone: "todo" },
};

/** The lines of a plan. Each says which application is assigned to which reader, or taken from them, and why. */
export function DistributionLines({ lines }: { lines: Line[] }) {
  return (
    <ListTable
      caption="Lines of the plan"
      rows={lines}
      keyOf={({ line }) => line}
      columns={[
        {
          title: "Applicant",
          cell: ({ uid, name }) => (
            <StaffLink href={`/admin/delegates/${uid}?show=everyone`}>
              <bdi>{name || uid}</bdi>
            </StaffLink>
          ),
        },
        {
          title: "Reader",
          kind: "stacked",
          cell: ({ reader, act }) => (
            <>
              <Tag tone={ACTS[act].tone}>{ACTS[act].words}</Tag> <span>{reader}</span>
            </>
          ),
        },
        {
          title: "Why",
          kind: "long",
          // The usual reason stands above the table, so it is not repeated here.
          cell: ({ reason }) => reason !== reviewMessages.distribution.lowest && reason,
        },
      ]}
    />
  );
}

type Moved = {
  uid: string;
  name: string;
  reader: string;
  why: keyof typeof reviewMessages.distribution.movedLine;
  total: number;
};

/** Groups lines with the same reader and the same reason into one line. */
function byReader(moved: Moved[]) {
  const lines = new Map<string, { of: Moved; number: number }>();
  for (const one of moved) {
    const key = `${one.reader} ${one.why}`;
    const line = lines.get(key) ?? { of: one, number: 0 };
    lines.set(key, { ...line, number: line.number + 1 });
  }
  return [...lines.values()];
}

/** The reasons why a plan can no longer be applied. Renders nothing if there is none. */
export function MovedDistribution({ moved, isOvertaken }: { moved: Moved[]; isOvertaken: boolean }) {
  if (moved.length === 0 && !isOvertaken) return null;
  const more = (moved[0]?.total ?? 0) - moved.length;
  return (
    <Notice tone="error" title="Changed since this plan was made">
      <p>
        {isOvertaken && `${reviewMessages.distribution.otherPlan} `}
        It can no longer be applied: make a new plan.
      </p>
      {moved.length > 0 && (
        <ul>
          {byReader(moved).map(({ of: { uid, name, reader, why }, number }) => (
            <li key={`${reader} ${why}`}>
              {number === 1 ? <bdi>{name || uid}</bdi> : quantity(number, "application")}, {reader}:{" "}
              {reviewMessages.distribution.movedLine[why]}
            </li>
          ))}
          {more > 0 && <li>and {grouped(more)} more</li>}
        </ul>
      )}
    </Notice>
  );
}

/** The applications that would have fewer readers than requested. */
export function Shortages({
  missing,
  shortages,
}: {
  missing: number;
  shortages: { uid: string; email: string; missing: number; reason: string }[];
}) {
  if (missing === 0) return null;
  const notShown = missing - shortages.reduce((sum, { missing: number }) => sum + number, 0);
  return (
    <Notice tone="warning" title="Too few readers">
      <p>{quantity(missing, "reading")} could not be assigned to anybody.</p>
      <details>
        <summary>Which</summary>
        <ul>
          {shortages.map(({ uid, email, missing: number, reason }) => (
            <li key={uid}>
              {email}: {number} missing. {reason}
            </li>
          ))}
          {notShown > 0 && <li>{quantity(notShown, "more reading")} of other applications.</li>}
        </ul>
      </details>
    </Notice>
  );
}
