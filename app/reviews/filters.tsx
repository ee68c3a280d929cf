import type { ApplicationFilter } from "~/selections/application-filter.ts";
import { DECISION_CHOICES } from "~/selections/application-filter.ts";
import { type ConditionInWords, REVIEWED } from "~/selections/filter-in-words.ts";
import { SelectField, TextField } from "~/ui/field.tsx";
import { ListFilter } from "~/ui/list.tsx";
import { HiddenFields } from "~/ui/post-form.tsx";
import { reviewMessages } from "./messages.ts";

type Props = {
  filter: ApplicationFilter;
  /** The parameters of the list's address, also those that this list leaves out. */
  kept: Record<string, string | undefined>;
  show: "mine" | "everyone";
  rounds: { id: string; title: string }[];
  /** Every condition of the filter in words. */
  conditions: ConditionInWords[];
  /** Whether the reader also decides. Such a reader can see everybody's applications and filter by decision. */
  decides: boolean;
  /** Whether the reader does not see who applied. Such a reader searches for neutral names. */
  isBlind: boolean;
  /** The address of the page with all filters; null for readers who may not use them. */
  more: string | null;
};

const options = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/**
 * The filters that have a field in this form. The others have their own page, and this form leaves them as they are.
 */
const HERE = new Set(["show", "search", "reviewed", "round", "state", "decision", "sort"]);

const others = (kept: Props["kept"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(kept).flatMap(([name, value]) => (value && !HERE.has(name) ? [[name, value]] : [])),
  );

/** The filter of the application list. It is part of the URL, so that a filtered list can be bookmarked and shared. */
export function ApplicationFilters({
  filter,
  kept,
  show,
  rounds,
  conditions,
  decides,
  isBlind,
  more,
}: Props) {
  return (
    <ListFilter
      kept={[{ name: "show", value: show }]}
      sort={filter.sort}
      chosen={conditions}
      links={more && <a href={more}>More filters</a>}
    >
      <HiddenFields fields={others(kept)} />
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
        placeholder={reviewMessages.searched({ decides, isBlind })}
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
