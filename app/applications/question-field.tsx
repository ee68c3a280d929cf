import type { HTMLAttributes } from "react";
import { CheckboxField } from "~/ui/field.tsx";
import type { Question } from "~/values/catalogue.ts";
import { keepField, outdatedPart } from "./application-form.ts";
import { countryOptions } from "./country-options.ts";
import { applicationMessages } from "./messages.ts";
import { type AskedQuestion, QuestionControl } from "./question-control.tsx";
import { inOneLine } from "./questions.ts";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "dependent-question": HTMLAttributes<HTMLElement> & {
        "data-field": string;
        "data-values": string;
        "data-unasked"?: string;
      };
    }
  }
}

/**
 * One typed question. A dependent question is always on the page, with its condition in words; a script hides it as
 * long as the condition is not met.
 *
 * @param dependsOnText the text of the question on which it depends.
 * @param isAsked whether the stored answers meet the condition.
 */
export function QuestionField({
  question,
  value,
  error,
  dependsOnText,
  isAsked,
}: AskedQuestion & { isAsked: boolean }) {
  const { dependsOn } = question;
  const before = outdatedPart(question, value);
  const control = (
    <>
      <QuestionControl {...{ question, value, error, dependsOnText }} countryOptions={countryOptions} />
      {before && <Before question={question} answer={before} />}
    </>
  );
  if (!dependsOn) return control;
  return (
    <dependent-question
      data-field={dependsOn.field}
      data-values={JSON.stringify(dependsOn.values)}
      data-unasked={isAsked ? undefined : ""}
    >
      {control}
    </dependent-question>
  );
}

/**
 * The part of an answer that became outdated when the question was changed, with the checkbox that keeps it: see
 * `keepField`.
 */
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
