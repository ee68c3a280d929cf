import type { HTMLAttributes } from "react";
import {
  CheckboxField,
  CheckboxGroup,
  CountryField,
  DateField,
  RadioGroup,
  SelectField,
  TextArea,
  TextField,
} from "~/ui/field.tsx";
import type { Question } from "~/values/catalogue.ts";
import { inOneLine } from "./answers.ts";
import { keepField, outdatedPart } from "./application-form.ts";
import { countryOptions } from "./country-options.ts";
import { applicationMessages } from "./messages.ts";
import { optionsIn } from "./questions.ts";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "dependent-question": HTMLAttributes<HTMLElement> & { "data-field": string; "data-values": string };
    }
  }
}

/** A choice with more options than this is a select, because on a phone a long list of radios hides what follows. */
const MOST_RADIOS = 4;

type Props = { question: Question; value: string; error?: string; dependsOnText?: string };

/**
 * The control of one typed question. A dependent question is always on the page, with its condition in words;
 * a script hides it while the condition does not hold. No control limits its length: a browser would silently
 * cut pasted text, but the server says when it is too long.
 *
 * @param dependsOnText the text of the question it depends on.
 */
export function QuestionField({ question, value, error, dependsOnText }: Props) {
  const { dependsOn } = question;
  const before = outdatedPart(question, value);
  const control = (
    <>
      <Control question={question} value={value} error={error} dependsOnText={dependsOnText} />
      {before && <Before question={question} answer={before} />}
    </>
  );
  if (!dependsOn) return control;
  return (
    <dependent-question data-field={dependsOn.field} data-values={JSON.stringify(dependsOn.values)}>
      {control}
    </dependent-question>
  );
}

/** What was answered when the question was another one: it is kept while the box is ticked. */
function Before({ question, answer }: { question: Question; answer: string }) {
  return (
    <CheckboxField
      name={keepField(question.id)}
      value={answer}
      defaultChecked
      label={applicationMessages.keepUntilChosen}
      hint={<bdi>{applicationMessages.answeredBefore(inOneLine(question, answer))}</bdi>}
    />
  );
}

function Control({ question, value, error, dependsOnText }: Props) {
  const { id, text, kind, options, mask, format, autocomplete } = question;
  const field = {
    name: id,
    label: text,
    optional: question.required === "never",
    hint: hintOf(question, dependsOnText),
    error,
    autoComplete: autocomplete ?? undefined,
  };
  const line = inOneLine(question, value);
  switch (kind) {
    case "long text":
      return <TextArea {...field} dir="auto" defaultValue={value} />;
    case "country":
      return <CountryField {...field} optionsHtml={countryOptions(value)} />;
    case "date":
      return <DateField {...field} defaultValue={value} />;
    case "choice": {
      // A single option is a checkbox.
      if (options?.length === 1) {
        const [option] = options;
        return <CheckboxField {...field} optional={false} value={option} defaultChecked={value === option} />;
      }
      const choices = (options ?? []).map((option) => ({ value: option, label: option }));
      return choices.length > MOST_RADIOS ? (
        <SelectField {...field} options={choices} emptyOption="Choose one" defaultValue={value} />
      ) : (
        <RadioGroup {...field} options={choices} defaultValue={value} />
      );
    }
    case "several of many": {
      const choices = (options ?? []).map((option) => ({ value: option, label: option }));
      return <CheckboxGroup {...field} options={choices} chosen={optionsIn(value)} />;
    }
    case "number":
      return <TextField {...field} className="short" inputMode="numeric" defaultValue={line} />;
    default: {
      const isTelephone = format !== null && "telephone" in format;
      const inputMode = mask && /^\d+$/.test(mask) ? "numeric" : isTelephone ? "tel" : undefined;
      return (
        <TextField
          {...field}
          className={mask || isTelephone ? "medium" : undefined}
          inputMode={inputMode}
          dir={isTelephone ? "ltr" : "auto"}
          spellCheck={autocomplete ? false : undefined}
          data-mask={mask ?? undefined}
          defaultValue={line}
        />
      );
    }
  }
}

function hintOf({ hint, dependsOn }: Question, dependsOnText: string | undefined) {
  if (!dependsOn) return hint;
  return (
    <>
      <span data-condition="">
        Only if you answered {dependsOn.values.join(" or ")} to “{dependsOnText}”.{" "}
      </span>
      {hint}
    </>
  );
}
