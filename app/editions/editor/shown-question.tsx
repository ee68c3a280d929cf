import { DocumentControl } from "~/applications/document-control.tsx";
import { QuestionControl } from "~/applications/question-control.tsx";
import { label } from "~/applications/questions.ts";
import { editionMessages } from "~/editions/messages.ts";
import type { Question } from "~/values/catalogue.ts";

/** The list of all countries is too long to be sent with a script, so only these countries are shown. */
const SOME_COUNTRIES = ["Bhutan", "Japan", "Kenya", "Peru"]
  .map((name) => `<option>${name}</option>`)
  .join("");

/** A question as delegates will see it. No control in it can be focused, and none is sent with the surrounding form. */
export function ShownQuestion({ question, dependsOnText }: { question: Question; dependsOnText?: string }) {
  return (
    <fieldset className="shown-question" disabled>
      <legend>{editionMessages.asShown}</legend>
      <Inside question={question} dependsOnText={dependsOnText} />
    </fieldset>
  );
}

function Inside({ question, dependsOnText }: { question: Question; dependsOnText?: string }) {
  if (question.retired) return <p className="muted">{editionMessages.notShown}</p>;
  const text = question.text.trim() || editionMessages.noText;
  if (question.kind === "document upload") {
    return (
      <>
        <p>
          <strong>{label({ ...question, text })}</strong>
        </p>
        <DocumentControl question={question} />
      </>
    );
  }
  // A condition without an answer is still being typed, and is ignored.
  const dependsOn = question.dependsOn?.values.length ? question.dependsOn : null;
  return (
    <QuestionControl
      question={{ ...question, text, dependsOn }}
      value=""
      dependsOnText={dependsOnText}
      countryOptions={() => SOME_COUNTRIES}
    />
  );
}
