import { roleLabel } from "~/access/abilities.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Fold } from "~/ui/fold.tsx";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import type { Ability } from "~/values/abilities.ts";
import { staffMessages } from "./messages.ts";
import type { SeasonTask } from "./season.ts";

/** The tasks of the season, each with its date and the page where it is done. Finished tasks are folded away. */
export function SeasonChecklist({ tasks }: { tasks: SeasonTask[] }) {
  const [now, later, done] = (["now", "later", "done"] as const).map((state) =>
    tasks.filter((task) => task.state === state),
  );
  return (
    <>
      {now!.length > 0 && (
        <Card title="Now">
          <SeasonTasks tasks={now!} />
        </Card>
      )}
      {later!.length > 0 && (
        <Card title="Later">
          <SeasonTasks tasks={later!} />
        </Card>
      )}
      {done!.length > 0 && (
        <Card>
          <Fold title={`Done: ${done!.length}`}>
            <SeasonTasks tasks={done!} />
          </Fold>
        </Card>
      )}
    </>
  );
}

function SeasonTasks({ tasks }: { tasks: SeasonTask[] }) {
  return (
    <ol className="rows">
      {tasks.map(({ text, at, href }) => (
        <li className="task" key={text}>
          <div>
            <a href={href}>{text}</a>
            <div className="hint">
              <Moment at={at} style="date" />
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}

export type HandoverReply = { leaves: string[]; reason: string };

type Person = {
  uid: string;
  called: string;
  abilities: readonly Ability[];
  since: number;
  lastActive: number | null;
  assigned: number;
  unstarted: number;
  isProposed: boolean;
};

/** All members of the staff. Each has a box to tick if they leave. The ticks become a plan. */
export function HandoverForm({ people, reply }: { people: Person[]; reply?: HandoverReply }) {
  const isTicked = ({ uid, isProposed }: Person) => (reply ? reply.leaves.includes(uid) : isProposed);
  return (
    <Card title="Who leaves" id="staff">
      <p className="hint">
        Ticked are those who were on the staff before the last season ended. You see who loses what before
        anything changes.
      </p>
      <PostForm className="stack">
        <ErrorSummary problems={reply ? [{ message: reply.reason }] : []} />
        <ListTable
          caption="Staff"
          rows={people}
          keyOf={(person) => person.uid}
          columns={[
            {
              title: "Leaves",
              cell: (person) => (
                <label className="choice">
                  <input type="checkbox" name="leaves" value={person.uid} defaultChecked={isTicked(person)} />
                  <span>{person.called}</span>
                </label>
              ),
            },
            { title: "Role", cell: (person) => roleLabel(person.abilities) },
            { title: "Since", cell: (person) => <Moment at={person.since} style="date" /> },
            {
              title: "Last active",
              cell: (person) =>
                person.lastActive === null ? "Never" : <Moment at={person.lastActive} style="date" />,
            },
            { title: "Not begun", kind: "number", cell: (person) => person.unstarted },
          ]}
        />
        <Button>Make the plan</Button>
      </PostForm>
    </Card>
  );
}

type Line = {
  uid: string;
  called: string | null;
  abilities: readonly Ability[];
  sessions: number;
  assigned: number;
  unstarted: number;
};

/** The things that each person loses or gets back. */
export function HandoverLines({ lines }: { lines: Line[] }) {
  return (
    <ListTable
      caption="People in this plan"
      rows={lines}
      keyOf={({ uid }) => uid}
      columns={[
        { title: "Person", cell: ({ uid, called }) => called ?? uid },
        { title: "Role", cell: ({ abilities }) => roleLabel(abilities) },
        { title: "Open sessions", kind: "number", cell: ({ sessions }) => sessions },
        {
          title: "Left to read",
          cell: ({ uid, assigned, unstarted }) =>
            unstarted > 0 ? (
              <a href={`/admin/manage-staff/${uid}`}>{staffMessages.handover.unread(unstarted, assigned)}</a>
            ) : (
              staffMessages.handover.unread(unstarted, assigned)
            ),
        },
      ]}
    />
  );
}
