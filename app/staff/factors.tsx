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

const LABELS = { abilities: "Who must have one", from: "From" };

/** Who must have a second factor, and from when. */
export function FactorRuleForm({
  values,
  problems,
}: {
  values: { abilities: readonly string[]; from: string };
  problems: Record<string, string>;
}) {
  return (
    <Card title="Who must have one">
      <PostForm className="stack" ofNoEdition>
        <ErrorSummary problems={labelled(problemsOf({ problems }), LABELS)} />
        <CheckboxGroup
          label={LABELS.abilities}
          name="abilities"
          hint="Whoever holds one of these abilities. Directors hold them all. Nobody must if none is ticked."
          error={problems["abilities"]}
          chosen={[...values.abilities]}
          options={FACTOR_ABILITIES.map((value) => ({ value, label: ABILITY_WORDS[value].label }))}
        />
        <TextField
          label={LABELS.from}
          name="from"
          type="datetime-local"
          className="medium"
          hint="Until then their first page asks them to. From then on they open nothing of the staff's without one."
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

/** Everybody on the staff: who has a second factor, and whose is being reset. Times are the portal's clock. */
export function StaffFactors({ people }: { people: Person[] }) {
  return (
    <ListTable
      caption="Second factors of the staff"
      rows={people}
      keyOf={({ uid }) => uid}
      columns={[
        { title: "Person", cell: ({ called }) => <bdi>{called}</bdi> },
        { title: "Role", isBeside: true, cell: ({ abilities }) => roleLabel(abilities) },
        { title: "Has one since", cell: ({ since }) => (since === null ? "No" : <Moment at={since} />) },
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
        <Button name="intent" value="ask" variant="quiet" aria-label={`Ask to reset the factor of ${called}`}>
          Ask to reset
        </Button>
      </PostForm>
    );
  }
  return (
    <PostForm className="stack" ofNoEdition>
      <input type="hidden" name="uid" value={uid} />
      <p>
        {reset.isOwn ? "You" : <bdi>{reset.askedBy}</bdi>} asked to reset it. Another director can confirm
        until <Moment at={reset.until} />
      </p>
      {!reset.isOwn && <ActCode />}
      <p className="cluster">
        {!reset.isOwn && (
          <Button name="intent" value="confirm" aria-label={`Confirm the reset of the factor of ${called}`}>
            Confirm
          </Button>
        )}
        <Button
          name="intent"
          value="withdraw"
          variant="quiet"
          aria-label={`Take the reset of the factor of ${called} back`}
        >
          Take back
        </Button>
      </p>
    </PostForm>
  );
}
