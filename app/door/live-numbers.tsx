import { Card } from "~/ui/card.tsx";
import { ListTable } from "~/ui/list.tsx";
import { dollars } from "~/values/money.ts";
import { grouped } from "~/values/words.ts";
import { doorMessages } from "./messages.ts";

const say = doorMessages.live;

type Props = {
  zone: string;
  held: number;
  inside: number;
  missing: number;
  isOver: boolean;
  arrivals: { hour: string; number: number }[];
  sessions: {
    id: string;
    title: string;
    time: string;
    taken: number;
    waiting: number;
    free: number | null;
    there: number;
  }[];
  moneyToday: number | null;
};

/** The numbers of the day. */
export function LiveNumbers({ zone, held, inside, missing, isOver, arrivals, sessions, moneyToday }: Props) {
  return (
    <>
      <Card title="At the door">
        <p>
          <strong>{doorMessages.insideOf(grouped(inside), grouped(held))}</strong>{" "}
          {isOver ? say.noShows(missing) : say.notYet(missing)}
        </p>
        {arrivals.length > 0 && (
          <ListTable
            caption={say.arrivals(zone)}
            isTitled
            isNarrow
            isBare
            rows={arrivals}
            keyOf={({ hour }) => hour}
            columns={[
              { title: "From", cell: ({ hour }) => hour },
              { title: "People", kind: "number", cell: ({ number }) => grouped(number) },
            ]}
          />
        )}
      </Card>
      {moneyToday !== null && (
        <Card title="Money">
          <p>
            {say.money} <strong>{dollars(moneyToday)}</strong>
          </p>
        </Card>
      )}
      <Card title="Places in sessions">
        {sessions.length === 0 ? (
          <p>{doorMessages.day.noSessions}</p>
        ) : (
          <ListTable
            caption="Places in sessions"
            isBare
            rows={sessions}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "Session",
                kind: "long",
                cell: ({ title, time }) => (
                  <>
                    {title} <small>{time}</small>
                  </>
                ),
              },
              { title: "Taken", kind: "number", cell: ({ taken }) => grouped(taken) },
              { title: "Here", kind: "number", cell: ({ there }) => grouped(there) },
              {
                title: "Free",
                kind: "number",
                cell: ({ free }) => (free === null ? say.noLimit : grouped(free)),
              },
              { title: "Waiting", kind: "number", cell: ({ waiting }) => grouped(waiting) },
            ]}
          />
        )}
      </Card>
    </>
  );
}
