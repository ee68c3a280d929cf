import { ABILITY_WORDS, FACTOR_ABILITIES, roleLabel } from "~/access/abilities.ts";
import { ActCode } from "~/ui/act-code.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { CheckboxGroup, TextField } from "~/ui/field.tsx";
import { labelled, problemsOf } from "~/ui/form-reply.ts";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import type { Ability } from "~/values/abilities.ts";

const LABELS = { abilities: "Staff with these abilities", from: "Required from" };

/** The form that says who must have a second factor, and from when. */
export function FactorRuleForm({
  values,
  problems,
  zone,
  without,
}: {
  values: { abilities: readonly string[]; from: string };
  problems: Record<string, string>;
  /** The name of the zone in which the time is typed, such as "US Eastern". */
  zone: string;
  /** How many members of the staff have no second factor. */
  without: number;
}) {
  return (
    <Card title="Who must have one">
      <PostForm className="stack" ofNoEdition>
        <p>{without === 0 ? "Everybody on the staff has one." : `${without} of the staff have none yet.`}</p>
        <ErrorSummary problems={labelled(problemsOf({ problems }), LABELS)} />
        <CheckboxGroup
          label={LABELS.abilities}
          name="abilities"
          hint="Directors have all of them, so that each tick includes directors. Tick none to require it of nobody."
          error={problems["abilities"]}
          chosen={[...values.abilities]}
          options={FACTOR_ABILITIES.map((value) => ({ value, ...ABILITY_WORDS[value] }))}
        />
        <TextField
          label={LABELS.from}
          name="from"
          type="datetime-local"
          className="medium"
          hint={`${zone} time. Until then the admin hub reminds them. Afterwards, people without one cannot open the staff's pages.`}
          defaultValue={values.from}
          error={problems["from"]}
        />
        <ActCode />
        <Button name="intent" value="rule">
          Save
        </Button>
      </PostForm>
    </Card>
  );
}

type Person = {
  uid: string;
  called: string;
  abilities: readonly Ability[];
  since: number | null;
  reset: { askedBy: string; isOwn: boolean; until: number } | null;
  isViewer: boolean;
};

/**
 * All members of the staff: who has a second factor, and whose factor is being reset. All times are on the portal's
 * clock.
 */
export function StaffFactors({ people }: { people: Person[] }) {
  return (
    <ListTable
      caption="Second factors of the staff"
      rows={people}
      keyOf={({ uid }) => uid}
      columns={[
        { title: "Person", cell: ({ called }) => <bdi>{called}</bdi> },
        { title: "Role", isBeside: true, cell: ({ abilities }) => roleLabel(abilities) },
        {
          title: "Second factor",
          cell: ({ since }) =>
            since === null ? (
              "Not set up"
            ) : (
              <>
                On since <Moment at={since} />
              </>
            ),
        },
        { title: "Lost phone", cell: (person) => <Reset {...person} /> },
      ]}
    />
  );
}

function Reset({ uid, called, since, reset, isViewer }: Person) {
  if (since === null || isViewer) return null;
  if (!reset) {
    return (
      <PostForm ofNoEdition>
        <input type="hidden" name="uid" value={uid} />
        <Button
          name="intent"
          value="ask"
          variant="quiet"
          aria-label={`Ask to remove the second factor of ${called}`}
        >
          Ask to remove it
        </Button>
      </PostForm>
    );
  }
  return (
    <PostForm className="stack" ofNoEdition>
      <input type="hidden" name="uid" value={uid} />
      <p>
        {reset.isOwn ? "You" : <bdi>{reset.askedBy}</bdi>} asked to remove it.
        {reset.isOwn
          ? " Another director has to confirm this. "
          : ` Call ${called} before you do: afterwards the password alone opens the account, until another app is set up. `}
        The request ends on <Moment at={reset.until} />
      </p>
      {!reset.isOwn && <ActCode />}
      <p className="actions">
        {!reset.isOwn && (
          <Button
            name="intent"
            value="confirm"
            variant="danger"
            aria-label={`Remove the second factor of ${called}`}
          >
            Remove it
          </Button>
        )}
        <Button
          name="intent"
          value="withdraw"
          variant="secondary"
          aria-label={
            reset.isOwn
              ? `Withdraw the request to remove the second factor of ${called}`
              : `Refuse to remove the second factor of ${called}`
          }
        >
          {reset.isOwn ? "Withdraw" : "Refuse"}
        </Button>
      </p>
    </PostForm>
  );
}
