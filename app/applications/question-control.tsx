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
import { grouped } from "~/values/words.ts";
import { inOneLine, optionsIn } from "./questions.ts";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "character-count": HTMLAttributes<HTMLElement> & { class?: string; "data-limit": number };
    }
  }
}

/**
 * A choice with more options than this is shown as a select: on a phone, a long list of radio buttons would push
 * everything after it out of sight.
 */
const MOST_RADIOS = 4;

export type AskedQuestion = { question: Question; value: string; error?: string; dependsOnText?: string };

/**
 * The control for one typed question. No control limits the length of its text: a browser would silently cut off pasted
 * text, whereas the server says that it is too long.
 *
 * @param countryOptions writes the options for a country. The caller passes this function, because the list of
 *   countries is too long to be sent with a script.
 */
export function QuestionControl({
  question,
  value,
  error,
  dependsOnText,
  countryOptions,
}: AskedQuestion & { countryOptions: (selected: string) => string }) {
  const { id, text, kind, options, mask, format, maxLength, autocomplete } = question;
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
      return (
        <TextArea {...field} dir="auto" defaultValue={value}>
          <character-count class="hint" data-limit={maxLength}>
            At most {grouped(maxLength)} characters
          </character-count>
        </TextArea>
      );
    case "country":
      return <CountryField {...field} optionsHtml={countryOptions(value)} />;
    case "date":
      return <DateField {...field} defaultValue={value} />;
    case "choice": {
      // A single option is shown as a checkbox.
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
