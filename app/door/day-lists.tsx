import { LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { PrintHint } from "~/ui/letterhead.tsx";
import { ListTable } from "~/ui/list.tsx";
import { grouped } from "~/values/words.ts";
import { type DayCount, type DayList, type DayListAsked, dayListQuery } from "./day-lists.ts";
import { doorMessages } from "./messages.ts";

const say = doorMessages.day;

const PATH = "/admin/day";

type Props = {
  sessions: {
    id: string;
    title: string;
    day: string;
    time: string;
    room: string | null;
    held: number;
    waiting: number;
  }[];
  addOns: { id: string; title: string; counts: DayCount[] }[];
  questions: { id: string; text: string }[];
};

/** All lists that can be opened. This page shows no names. */
export function DayLists({ sessions, addOns, questions }: Props) {
  return (
    <>
      <Card title="Sessions">
        {sessions.length === 0 && <p>{say.noSessions}</p>}
        <Rows
          rows={sessions.map(({ id, title, day, time, room, held, waiting }) => ({
            ...{ of: "session" as const, id, title },
            words: [`${day}, ${time}`, room, say.inSession(held, waiting)].filter(Boolean).join(", "),
          }))}
        />
      </Card>
      <Card title="Add-ons">
        {addOns.length === 0 && <p>{say.noAddOns}</p>}
        <Rows
          rows={addOns.map(({ id, title, counts }) => ({
            ...{ of: "addOn" as const, id, title },
            words: counts.map(({ what, number }) => `${what} ${grouped(number)}`).join(", ") || say.nobodyYet,
          }))}
        />
      </Card>
      <Card title="Answers">
        {questions.length === 0 && <p>{say.noQuestions}</p>}
        <Rows
          rows={questions.map(({ id, text }) => ({ of: "question" as const, id, title: text, words: "" }))}
        />
      </Card>
    </>
  );
}

function Rows({ rows }: { rows: (DayListAsked & { title: string; words: string })[] }) {
  return (
    rows.length > 0 && (
      <ul className="rows day-rows">
        {rows.map(({ of, id, title, words }) => (
          <li key={id}>
            <a href={`${PATH}${dayListQuery({ of, id })}`}>{title}</a>{" "}
            {words && <span className="hint">{words}</span>}
          </li>
        ))}
      </ul>
    )
  );
}

/** One list to print. */
export function DaySheet({ list, asked }: { list: DayList; asked: DayListAsked }) {
  const { notes, counts, counted, columns, rows, isTicked } = list;
  return (
    <>
      <PrintHint>
        <LinkButton href={`${PATH}.csv${dayListQuery(asked)}`} variant="secondary">
          Download as CSV
        </LinkButton>
      </PrintHint>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {counts.length > 0 && (
        <ListTable
          caption={`${list.title}: how many`}
          isNarrow
          isBare
          className="day-counts"
          rows={counts}
          keyOf={({ what }) => what}
          columns={[
            { title: counted, kind: "long", cell: ({ what }) => <bdi>{what}</bdi> },
            { title: "People", kind: "number", cell: ({ number }) => grouped(number) },
          ]}
        />
      )}
      {rows.length === 0 ? (
        <p>{say.nobody}</p>
      ) : (
        <ListTable
          caption={list.title}
          isBare
          className="day-people"
          rows={rows}
          keyOf={({ id }) => id}
          columns={columns.map((title, index) => ({
            title,
            ...(index > 0 && { kind: "long" as const }),
            ...(index === 1 && { isBelow: true }),
            ...(index === 2 && { isBeside: true }),
            cell: ({ cells }: DayList["rows"][number]) => (
              <>
                {index === 0 && isTicked && <span className="day-box" aria-hidden="true" />}
                <bdi>{cells[index]}</bdi>
              </>
            ),
          }))}
        />
      )}
    </>
  );
}
