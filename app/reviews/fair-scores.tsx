import { StaffLink } from "~/access/staff-link.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { DateField, TextField } from "~/ui/field.tsx";
import { problemsOf } from "~/ui/form-reply.ts";
import { ListCount, ListPages, ListTable } from "~/ui/list.tsx";
import { Notice } from "~/ui/notice.tsx";
import type { SortLink } from "~/ui/paging.ts";
import { HiddenFields, PostForm } from "~/ui/post-form.tsx";
import { quantity } from "~/values/words.ts";
import { reviewMessages } from "./messages.ts";

const texts = reviewMessages.scores;

export type ReminderReply = {
  entry: string;
  values: { by: string };
  problems: Record<string, string>;
  reason?: string;
};

type Reader = {
  uid: string;
  called: string;
  number: number;
  mean: string | null;
  /**
   * In words: how the reader compares with the others (`offset`), and how far this may be wrong (`margin`). Both are
   * null if the reader scored nothing, or if readers cannot be compared.
   */
  offset: string | null;
  margin: string | null;
  left: number;
};

/** How harsh or mild each reader is. The form below the table reminds readers who have not finished. */
export function ReaderOffsets({
  readers,
  summary,
  behind,
  reminder,
  isReminded,
}: {
  readers: Reader[];
  summary: string;
  /** How many people a reminder would reach. */
  behind: number;
  reminder: ReminderReply;
  isReminded: boolean;
}) {
  return (
    <Card title="Readers" id="readers">
      <p>{summary}</p>
      <p className="hint">{texts.giveOrTake}</p>
      <ListTable
        caption="Readers"
        rows={readers}
        keyOf={({ uid }) => uid}
        columns={[
          {
            title: "Reader",
            kind: "long",
            cell: ({ uid, called }) => <StaffLink href={`/admin/manage-staff/${uid}`}>{called}</StaffLink>,
          },
          { title: "Scored", kind: "number", cell: ({ number }) => number },
          { title: "Left", kind: "number", cell: ({ left }) => left },
          { title: "Raw mean", kind: "number", cell: ({ mean }) => mean },
          { title: "Compared with others", cell: ({ offset }) => offset },
          { title: "Give or take", kind: "number", cell: ({ margin }) => margin },
        ]}
      />
      {isReminded && (
        <Notice tone="success">
          <p>{texts.reminded}</p>
        </Notice>
      )}
      {behind === 0 ? (
        <p className="muted">
          {readers.some(({ left }) => left > 0) ? texts.nobodyToRemind : texts.nobodyBehind}
        </p>
      ) : (
        <PostForm className="stack">
          <ErrorSummary problems={problemsOf(reminder)} />
          <HiddenFields fields={{ entry: reminder.entry }} />
          <DateField
            label="Ask them to finish by"
            name="by"
            hint="Each gets one mail with their number and a link to the next application."
            defaultValue={reminder.values.by}
            error={reminder.problems["by"]}
          />
          <Button name="intent" value="remind">
            {`Remind ${quantity(behind, "reader")}`}
          </Button>
        </PostForm>
      )}
    </Card>
  );
}

/** A link to the desk of an application. */
const Applicant = ({ uid, name }: { uid: string; name: string }) => (
  <StaffLink href={`/admin/delegates/${uid}?show=everyone`}>
    <bdi>{name}</bdi>
  </StaffLink>
);

type Scored = { uid: string; name: string; number: number; mean: string; corrected: string; margin: string };

const NUMBERS = [
  { title: "Reviews", kind: "number" as const, cell: ({ number }: Scored) => number },
  { title: "Raw mean", kind: "number" as const, cell: ({ mean }: Scored) => mean },
  { title: "Corrected", kind: "number" as const, cell: ({ corrected }: Scored) => corrected },
  { title: "Give or take", kind: "number" as const, cell: ({ margin }: Scored) => margin },
];

/**
 * The applications that one more reading is most likely to move across the line between accepted and other
 * applications. The form plans one more reader for each of them.
 */
export function OneMoreReading({
  close,
  places,
  sort,
  reason,
}: {
  /** Null if there is no line between accepted and other applications. */
  close: (Scored & { chance: string })[] | null;
  places: number;
  sort: string | undefined;
  reason: string | undefined;
}) {
  return (
    <Card title="One more reading" id="more">
      <p className="hint">
        Undecided applications so close to the last place that one more reading may change sides.
      </p>
      <form method="get" action="/admin/scores#more" className="cluster">
        <TextField
          label="Accepted in all"
          name="places"
          inputMode="numeric"
          className="short"
          defaultValue={String(places)}
        />
        {sort && <input type="hidden" name="sort" value={sort} />}
        <Button variant="secondary">Show</Button>
      </form>
      <ErrorSummary problems={reason ? [{ message: reason }] : []} />
      {close === null ? (
        <p>{texts.noLine}</p>
      ) : close.length === 0 ? (
        <p>{texts.nobodyClose}</p>
      ) : (
        <>
          <ListTable
            caption="Applications near the line"
            rows={close}
            keyOf={({ uid }) => uid}
            columns={[
              { title: "Applicant", kind: "long", cell: Applicant },
              { title: "May change sides", kind: "number", cell: ({ chance }) => chance },
              ...NUMBERS,
            ]}
          />
          <PostForm className="actions">
            {close.map(({ uid }) => (
              <input key={uid} type="hidden" name="uid" value={uid} />
            ))}
            <Button name="intent" value="more" variant="secondary">
              {close.length === 1 ? "Plan one more reader" : `Plan one more reader for these ${close.length}`}
            </Button>
          </PostForm>
          <p className="hint">The plan shows who would read what. Nothing is assigned until you apply it.</p>
        </>
      )}
    </Card>
  );
}

type Opinion = { uid: string; reader: string; score: string; comment: string };

/** The applications about which two readers disagree most, with the comments of both readers. */
export function Disagreements({
  apart,
}: {
  apart: { uid: string; name: string; apart: string; higher: Opinion; lower: Opinion }[];
}) {
  return (
    <Card title="Largest disagreements" id="apart">
      {apart.length === 0 ? (
        <p className="muted">{texts.nobodyApart}</p>
      ) : (
        <ul className="rows">
          {apart.map(({ uid, name, apart, higher, lower }) => (
            <li key={uid} className="stack tight">
              <p>
                <Applicant uid={uid} name={name} />: <strong>{apart} apart</strong>
              </p>
              {[higher, lower].map(({ uid, reader, score, comment }) => (
                <div key={uid}>
                  <p>
                    {reader}: <strong>{score}</strong>
                  </p>
                  {comment ? <p className="answer">{comment}</p> : <p className="muted">No comment.</p>}
                </div>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Every application that was scored, with its raw mean beside the corrected one. */
export function ScoreList({
  rows,
  scored,
  sorts,
  order,
  first,
  next,
}: {
  rows: Scored[];
  scored: number;
  sorts: { mean: SortLink; corrected: SortLink };
  order: string;
  first: string | null;
  next: string | null;
}) {
  const [reviews, mean, corrected, margin] = NUMBERS;
  return (
    <Card title="Applications" id="applications">
      <p className="hint">{texts.nothingDecided}</p>
      <ListCount
        found={{ number: scored, isMore: false }}
        shown={rows.length}
        one="application"
        order={order}
      />
      <ListTable
        caption="Applications by score"
        rows={rows}
        keyOf={({ uid }) => uid}
        columns={[
          { title: "Applicant", kind: "long", cell: Applicant },
          reviews!,
          { ...mean!, sort: sorts.mean },
          { ...corrected!, sort: sorts.corrected },
          margin!,
        ]}
      />
      <ListPages first={first} next={next} />
    </Card>
  );
}
