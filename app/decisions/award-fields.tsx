import { SelectField, TextField } from "~/ui/field.tsx";

type Props = {
  budgets: { id: string; title: string }[];
  values?: Record<string, string> | undefined;
  problems?: Record<string, string> | undefined;
};

const Terms = ({ budgets, values, problems }: Props) => (
  <>
    <TextField
      name="awardTitle"
      label="What the delegates read"
      hint="On the payment page and the receipt, such as Diversity award."
      defaultValue={values?.["awardTitle"]}
      error={problems?.["awardTitle"]}
    />
    <SelectField
      name="awardBudget"
      label="Budget"
      emptyOption="No budget"
      options={budgets.map(({ id, title }) => ({ value: id, label: title }))}
      defaultValue={values?.["awardBudget"]}
    />
  </>
);

/** The fields for the title and the budget that all awards of a file share. Staff see them if they may give awards. */
export function AwardTermsFields(props: Props) {
  return (
    <details open={Boolean(props.values?.["awardTitle"] || props.values?.["awardBudget"])}>
      <summary>Awards in the file</summary>
      <p className="hint">
        A column “award” says what each award takes off: 50%, $100 or whole; none ends the one there is.
        Nobody sees an award before the decision.
      </p>
      <Terms {...props} />
    </details>
  );
}

/** The fields for an award that comes with a decision. Staff see them if they may give awards. */
export function AwardFields(props: Props) {
  const { values, problems } = props;
  return (
    <details open={Boolean(problems?.["award"] || problems?.["awardTitle"] || values?.["award"])}>
      <summary>With an award</summary>
      <TextField
        name="award"
        label="Award"
        className="short"
        hint="What it takes off: 50%, $100 or whole; none ends the one there is. Nobody sees it before the decision."
        autoComplete="off"
        defaultValue={values?.["award"]}
        error={problems?.["award"]}
      />
      <Terms {...props} />
    </details>
  );
}
