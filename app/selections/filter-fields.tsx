import type { ReactNode } from "react";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { CountryField, DateField, SelectField, TextField } from "~/ui/field.tsx";
import { PASS_TYPES, type QuestionKind } from "~/values/types.ts";
import {
  type ApplicationFilter,
  DECISION_CHOICES,
  filterFields,
  PAYMENT_CHOICES,
} from "./application-filter.ts";
import { AWARDS, type FilterNames, PAYMENTS, REVIEWED } from "./filter-in-words.ts";
import { selectionMessages } from "./messages.ts";

type AskedQuestion = { id: string; text: string; kind: QuestionKind; options: string[] | null };

type Props = {
  filter: ApplicationFilter;
  /** What was typed into the filters that could not be read, by name. */
  unread: Record<string, string>;
  names: Omit<FilterNames, "questions"> & { questions: readonly AskedQuestion[] };
  /** Whether the viewer may filter by passes, payments and awards. */
  seesMoney: boolean;
  /** Writes the options for a country. */
  countryOptions: (selected: string) => string;
};

type Option = { value: string; label: string };
const optionsOf = (words: Record<string, string>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const titled = (list: readonly { id: string; title: string }[]): Option[] =>
  list.map(({ id, title }) => ({ value: id, label: title }));
const NOT_READ = { numeric: selectionMessages.notANumber, decimal: selectionMessages.notAScore };
const YES_NO = { yes: "Uploaded", no: "Not uploaded" };

/** The form with every filter of the application list. Sending it leads to the list. */
export function FilterForm({ filter, unread, names, seesMoney, countryOptions }: Props) {
  const values: Record<string, string> = { ...filterFields(filter), ...unread };
  const choose = (label: string, name: string, options: Option[], emptyOption = "Any") =>
    options.length > 0 && (
      <SelectField key={name} {...{ label, name, options, emptyOption }} defaultValue={values[name] ?? ""} />
    );
  const type = (
    label: string,
    name: string,
    more: { inputMode?: "numeric" | "decimal"; placeholder?: string } = {},
  ) => (
    <TextField
      key={name}
      {...{ label, name }}
      {...more}
      className={more.inputMode ? "short" : undefined}
      defaultValue={values[name] ?? ""}
      {...(name in unread && more.inputMode && { error: NOT_READ[more.inputMode] })}
    />
  );
  const passes = names.passes.filter(({ id }) => (PASS_TYPES as readonly string[]).includes(id));
  return (
    <form method="get" action="/admin/delegates" className="stack">
      <input type="hidden" name="show" value="everyone" />
      {filter.sort && <input type="hidden" name="sort" value={filter.sort} />}
      <Group title="Application">
        {type("Search", "search", { placeholder: "Name, institution, country" })}
        {choose("Round", "round", titled(names.rounds))}
        {choose("State", "state", [{ value: "draft", label: "Draft" }], "Submitted")}
        {choose(
          "Decision",
          "decision",
          DECISION_CHOICES.map((value) => ({ value, label: value === "undecided" ? "Undecided" : value })),
        )}
        {choose("Label", "label", titled(names.labels))}
      </Group>
      <Group title="Answers">
        {names.questions.map((question) => (
          <AnswerFields key={question.id} {...{ question, values, choose, type, countryOptions }} />
        ))}
      </Group>
      <Group title="Reviews">
        {choose(
          "Given to",
          "reader",
          names.readers.map(({ uid, called }) => ({ value: uid, label: called })),
        )}
        {choose("My review", "reviewed", optionsOf(REVIEWED))}
        {type("At least … reviews", "reviewsFrom", { inputMode: "numeric" })}
        {type("At most … reviews", "reviewsTo", { inputMode: "numeric" })}
        {type("Mean from", "scoreFrom", { inputMode: "decimal" })}
        {type("Mean up to", "scoreTo", { inputMode: "decimal" })}
        {type("Scores at least … apart", "spreadFrom", { inputMode: "decimal" })}
      </Group>
      <Group title={seesMoney ? "Pass, payment and programme" : "Programme"}>
        {seesMoney && (
          <>
            {choose("Pass", "pass", [...titled(passes), { value: "none", label: "No pass" }])}
            {choose(
              "Payment",
              "payment",
              PAYMENT_CHOICES.map((value) => ({ value, label: PAYMENTS[value] })),
            )}
            {choose("Award", "award", optionsOf(AWARDS))}
          </>
        )}
        {choose("Session", "session", titled(names.sessions))}
      </Group>
      <div className="actions">
        <Button>Show the applications</Button>
      </div>
    </form>
  );
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card title={title}>
    <div className="field-grid">{children}</div>
  </Card>
);

/**
 * The fields for a condition on the answer to one question. A question for a text has no such field, unless the
 * question asks for the institution.
 */
function AnswerFields({
  question: { id, text, kind, options },
  values,
  choose,
  type,
  countryOptions,
}: {
  question: AskedQuestion;
  values: Record<string, string>;
  choose: (label: string, name: string, options: Option[]) => ReactNode;
  type: (label: string, name: string, more?: { inputMode?: "numeric" }) => ReactNode;
  countryOptions: (selected: string) => string;
}) {
  const is = `is-${id}`;
  if (options)
    return choose(
      text,
      is,
      options.map((option) => ({ value: option, label: option })),
    );
  switch (kind) {
    case "country":
      return (
        <CountryField
          {...{ label: text, name: is, emptyOption: "Any", optionsHtml: countryOptions(values[is] ?? "") }}
        />
      );
    case "document upload":
      return choose(text, `has-${id}`, optionsOf(YES_NO));
    case "date":
      return (
        <>
          <DateField label={`${text}: from`} name={`from-${id}`} defaultValue={values[`from-${id}`] ?? ""} />
          <DateField label={`${text}: up to`} name={`to-${id}`} defaultValue={values[`to-${id}`] ?? ""} />
        </>
      );
    case "number":
      return (
        <>
          {type(`${text}: from`, `from-${id}`, { inputMode: "numeric" })}
          {type(`${text}: up to`, `to-${id}`, { inputMode: "numeric" })}
        </>
      );
    default:
      return id === "institution" ? type(text, is) : null;
  }
}
