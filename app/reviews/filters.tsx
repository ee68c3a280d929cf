import { SelectField, TextField } from "~/ui/field.tsx";
import { ListFilter } from "~/ui/list.tsx";
import type { applicationFilterOf } from "./application-filter.form.ts";
import { DECISION_CHOICES } from "./application-filter.ts";

type Filter = Partial<ReturnType<typeof applicationFilterOf>["filter"]>;

type Props = {
  filter: Filter;
  show: "mine" | "everyone";
  rounds: { id: string; title: string }[];
  /** Whether the reader also decides, and so can see everybody's applications and filter by decision. */
  decides: boolean;
};

const REVIEWED = { no: "Not reviewed by me", yes: "Reviewed by me" };
const options = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** The filter of the application list. It is part of the URL, so that a filtered list can be bookmarked and shared. */
export function ApplicationFilters({ filter, show, rounds, decides }: Props) {
  return (
    <ListFilter
      kept={[{ name: "show", value: show }]}
      sort={filter.sort}
      chosen={[
        { name: "search", value: filter.search },
        {
          name: "reviewed",
          value: filter.reviewed,
          label: filter.reviewed && REVIEWED[filter.reviewed],
        },
        { name: "round", value: filter.round, label: rounds.find(({ id }) => id === filter.round)?.title },
        { name: "state", value: filter.state, label: "Drafts" },
        {
          name: "decision",
          value: filter.decision,
          label: filter.decision === "undecided" ? "Undecided" : filter.decision,
        },
      ]}
    >
      {decides && (
        <SelectField
          label="Show"
          name="show"
          defaultValue={show}
          options={options({ mine: "My applications", everyone: "Everyone's" })}
        />
      )}
      <TextField
        label="Search"
        name="search"
        placeholder="Name or e-mail"
        defaultValue={filter.search}
        maxLength={254}
      />
      <SelectField
        label="My review"
        name="reviewed"
        defaultValue={filter.reviewed}
        emptyOption="All"
        options={options(REVIEWED)}
      />
      <SelectField
        label="Round"
        name="round"
        defaultValue={filter.round}
        emptyOption="All"
        options={rounds.map(({ id, title }) => ({ value: id, label: title }))}
      />
      <SelectField
        label="State"
        name="state"
        defaultValue={filter.state}
        emptyOption="Submitted"
        options={options({ draft: "Draft" })}
      />
      {decides && (
        <SelectField
          label="Decision"
          name="decision"
          defaultValue={filter.decision}
          emptyOption="All"
          options={DECISION_CHOICES.map((value) => ({
            value,
            label: value === "undecided" ? "Undecided" : value,
          }))}
        />
      )}
    </ListFilter>
  );
}
