import { StaffLink } from "~/access/staff-link.tsx";
import { ActCode } from "~/ui/act-code.tsx";
import { Button, EnterButton } from "~/ui/button.tsx";
import { Card, EmptyState } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { CheckboxField, SelectField, TextField } from "~/ui/field.tsx";
import { fieldsOf, problemsOf } from "~/ui/form-reply.ts";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { HiddenFields, PostForm } from "~/ui/post-form.tsx";
import { Tag } from "~/ui/tag.tsx";
import type { Problems } from "~/values/parse.form.ts";
import { type PassType, WAITING_ORDERS, type WaitingOrder } from "~/values/types.ts";
import { quantity } from "~/values/words.ts";
import { decisionMessages } from "./messages.ts";
import { placeField } from "./waiting-places.ts";

const say = decisionMessages.waiting;

/**
 * The reply to a refused form of the waiting list. `asked` is present if nothing is wrong with the form and the offers
 * only have to be confirmed.
 */
export type WaitingReply = {
  of: "offer" | "settings" | "standing";
  values: Record<string, string>;
  uids: string[];
  problems: Problems;
  reason?: string;
  asked?: { endsAt: number; inUtc: string };
};

export type WaitingPerson = {
  uid: string;
  name: string;
  /** The mean score in words; null if nobody has scored the application. */
  score: string | null;
  submittedAt: number | null;
  /** How the person wants to take part, as answered in the application; null if there is no answer. */
  wish: string | null;
  /** Whether the person had an offer before. */
  again: boolean;
};

type Props = {
  people: WaitingPerson[];
  /** How many places of the pass are free; null if it has no limit. */
  free: number | null;
  title: string;
  passType: PassType;
  sortedBy: WaitingOrder;
  pressId: string;
  /** The end that the form proposes, as a wall time in the zone `zone`. */
  endsAt: string;
  zone: string;
  /** The sentence that says why every offer would be refused now; null if places can be offered. */
  closed: string | null;
  reply: WaitingReply | undefined;
};

/**
 * The people who wait. A line separates the people who would get a free place from the others. The form offers places
 * to the people who are ticked.
 */
export function WaitingPeople(props: Props) {
  const { people, free, title, passType, sortedBy, pressId, endsAt, zone, closed, reply } = props;
  if (reply?.asked) return <AskedOffers {...props} asked={reply.asked} reply={reply} />;
  // More people may have a place than the pass has places. Then `free` is negative.
  const line = closed !== null ? 0 : Math.max(0, free ?? 0);
  const [above, below] = [people.slice(0, line), people.slice(line)];
  const ticked = new Set(reply ? reply.uids : above.filter(({ again }) => !again).map(({ uid }) => uid));
  const field = fieldsOf({ endsAt: reply?.values["endsAt"] ?? endsAt }, reply?.problems ?? {});
  const list = (caption: string, rows: WaitingPerson[]) => (
    <ListTable
      caption={caption}
      rows={rows}
      keyOf={({ uid }) => uid}
      columns={[
        {
          title: "Applicant",
          kind: "long",
          cell: ({ uid, name }) =>
            closed !== null ? (
              <bdi>{name}</bdi>
            ) : (
              <label className="choice">
                <input type="checkbox" name="uid" value={uid} defaultChecked={ticked.has(uid)} />
                <span>
                  <bdi>{name}</bdi>
                </span>
              </label>
            ),
        },
        ...(people.some(({ wish }) => wish !== null)
          ? [{ title: "Wants to take part", cell: ({ wish }: WaitingPerson) => wish ?? "not said" }]
          : []),
        { title: "Mean score", kind: "number", cell: ({ score }) => score ?? "none" },
        {
          title: "Applied",
          kind: "one-line",
          cell: ({ submittedAt }) => submittedAt !== null && <Moment at={submittedAt} style="date" />,
        },
        {
          title: "Offers",
          kind: "one-line",
          cell: ({ again }) => again && <Tag tone="todo">{say.again}</Tag>,
        },
        ...(sortedBy === "hand"
          ? [
              {
                title: "Place",
                cell: ({ uid, name }: WaitingPerson) => (
                  <input
                    type="number"
                    name={placeField(uid)}
                    aria-label={`Place of ${name}`}
                    defaultValue={
                      reply?.values[placeField(uid)] ?? people.findIndex((one) => one.uid === uid) + 1
                    }
                  />
                ),
              },
            ]
          : []),
        {
          title: "Application",
          kind: "one-line",
          cell: ({ uid, name }) => (
            <StaffLink href={`/admin/delegates/${uid}`}>
              Read<span className="visually-hidden">: {name}</span>
            </StaffLink>
          ),
        },
      ]}
    />
  );
  return (
    <Card title={`Waiting for ${title}`} id="waiting">
      <p className="hint">{say.order[sortedBy]}. People who had an offer come last.</p>
      {people.length === 0 ? (
        <EmptyState title="Nobody is waiting">
          <p>{say.nobodyWaits}</p>
        </EmptyState>
      ) : (
        <PostForm className="stack">
          {/* Pressing Enter in the field of a position saves the order. Only the main button offers places. */}
          {sortedBy === "hand" && <EnterButton name="intent" value="order" />}
          <ErrorSummary problems={problemsOf(reply)} />
          <input type="hidden" name="pressId" value={pressId} />
          <input type="hidden" name="passType" value={passType} />
          {above.length > 0 && list("People for whom a place is free", above)}
          <p>
            <strong>{closed ?? (free === null ? say.unlimited : say.line(line))}</strong>
          </p>
          {below.length > 0 &&
            list(closed !== null || free === null ? "People who wait" : "People behind the line", below)}
          {closed === null && (
            <TextField
              label={`Keep the places until (${zone})`}
              type="datetime-local"
              {...field("endsAt")}
              hint="Everybody reads this time in their own time zone, too."
            />
          )}
          <div className="actions">
            {closed === null && (
              <Button name="intent" value="check">
                Offer to those who are ticked
              </Button>
            )}
            {sortedBy === "hand" && (
              <Button name="intent" value="order" variant="secondary">
                Save this order
              </Button>
            )}
          </div>
        </PostForm>
      )}
    </Card>
  );
}

/** Asks for confirmation before places are offered. It names the people, the pass, and the end of the offers. */
function AskedOffers({
  people,
  title,
  passType,
  pressId,
  asked,
  reply,
}: Props & { asked: NonNullable<WaitingReply["asked"]>; reply: WaitingReply }) {
  const chosen = reply.uids.map((uid) => people.find((person) => person.uid === uid)?.name ?? uid);
  return (
    <Card title={say.asks(chosen.length)} id="waiting">
      <p>
        {title}, until{" "}
        <strong>
          <Moment at={asked.endsAt} />
        </strong>{" "}
        ({asked.inUtc}). {say.effect}
      </p>
      <ul>
        {chosen.map((name, index) => (
          <li key={reply.uids[index]}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      <PostForm className="stack">
        <HiddenFields fields={{ ...reply.values, pressId, passType }} />
        {reply.uids.map((uid) => (
          <input key={uid} type="hidden" name="uid" value={uid} />
        ))}
        <ActCode />
        <div className="actions">
          <Button name="intent" value="offer">
            {say.offers(chosen.length)}
          </Button>
          <Button name="intent" value="change" variant="secondary">
            Back to the list
          </Button>
        </div>
      </PostForm>
    </Card>
  );
}

type StandingOffer = { id: string; name: string; title: string; endsAt: number; isTaken: boolean };

/** The offers that stand. An offer can be taken back until its person has a pass or is paying for one. */
export function StandingOffers({
  offers,
  reply,
}: {
  offers: StandingOffer[];
  reply: WaitingReply | undefined;
}) {
  return (
    <Card title="Current offers" id="offers">
      <ErrorSummary problems={problemsOf(reply)} />
      {offers.length === 0 ? (
        <p className="muted">{say.nothingOffered}</p>
      ) : (
        <ListTable
          caption="Current offers"
          rows={offers}
          keyOf={({ id }) => id}
          columns={[
            { title: "Person", kind: "long", cell: ({ name }) => <bdi>{name}</bdi> },
            { title: "Pass", cell: ({ title }) => title },
            { title: "Until", kind: "one-line", cell: ({ endsAt }) => <Moment at={endsAt} /> },
            {
              title: "State",
              kind: "one-line",
              cell: ({ isTaken }) => (
                <Tag tone={isTaken ? "success" : "active"}>{isTaken ? "Taken, or being paid" : "Open"}</Tag>
              ),
            },
            {
              cell: ({ id, name, isTaken }) =>
                !isTaken && (
                  <PostForm>
                    <input type="hidden" name="offer" value={id} />
                    <Button name="intent" value="take-back" variant="secondary">
                      Take back<span className="visually-hidden">: {name}</span>
                    </Button>
                  </PostForm>
                ),
            },
          ]}
        />
      )}
    </Card>
  );
}

/** How the list is ordered, and whether the portal fills free places from it. */
export function WaitingSettings({
  values,
  passes,
  zone,
  reply,
}: {
  values: Record<"sortedBy" | "passType" | "hours" | "stopsAt", string> & { refills: boolean };
  passes: { id: PassType; title: string }[];
  zone: string;
  reply: WaitingReply | undefined;
}) {
  const { refills, ...typed } = values;
  const field = fieldsOf(reply ? reply.values : typed, reply?.problems ?? {});
  return (
    <Card title="How the list works" id="settings">
      <PostForm className="stack" hasOptionalDate>
        <ErrorSummary problems={problemsOf(reply)} />
        <SelectField
          label="Order"
          {...field("sortedBy")}
          options={WAITING_ORDERS.map((value) => ({ value, label: say.order[value] }))}
        />
        <SelectField
          label="Places of"
          {...field("passType")}
          options={passes.map(({ id, title }) => ({ value: id, label: title }))}
        />
        <CheckboxField
          label="Offer each place that becomes free to the next person"
          name="refills"
          defaultChecked={reply ? reply.values["refills"] === "true" : refills}
          hint="Nobody gets a second offer this way."
        />
        <TextField label="Hours to accept such an offer" inputMode="numeric" {...field("hours")} />
        <TextField
          label={`Offers stop (${zone})`}
          type="datetime-local"
          optional
          {...field("stopsAt")}
          hint="People who wait read this time. No new offer lasts longer."
        />
        <div className="actions">
          <Button name="intent" value="settings" variant="secondary">
            Save
          </Button>
        </div>
      </PostForm>
    </Card>
  );
}

/** How many people wait, for the lead of the page. `shown` is how many of them the page lists. */
export const waitingInWords = (people: number, shown: number): string => {
  const wait = `${quantity(people, "person is", "people are")} waiting`;
  return shown < people ? `${wait}. ${say.firstShown(shown)}` : wait;
};
