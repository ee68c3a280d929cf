import type { ReactNode } from "react";
import { Button, EnterButton } from "~/ui/button.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { FieldError } from "~/ui/field.tsx";
import { Moment } from "~/ui/moment.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { DECISIONS, type Ruling } from "~/values/types.ts";
import { listInWords } from "~/values/words.ts";
import { reviewMessages } from "./messages.ts";
import type { DeskReply } from "./reply.ts";
import { type Criterion, RECOMMENDATION_KEYS, scoreField } from "./review.ts";
import { SCORES } from "./scores.ts";

type Own = { scores: Record<string, number>; recommendation: string; version: number; saved: number };

type Props = {
  criteria: Criterion[];
  own: Own | null;
  ruling: Ruling;
  reply?: DeskReply;
  /** The links for continuing without saving: to the previous application, and to the next application to review. */
  links: { previous: string | null; skip: string };
};

/**
 * The form in which a reader scores each criterion of the rubric from 1 to 5 and recommends a decision. It is always
 * visible. In a wide and high window it stands beside the answers. In other windows it is a bar at the bottom, which
 * asks for one thing at a time.
 */
export function ScoreForm({ criteria, own, ruling, reply, links }: Props) {
  if (!ruling.allowed && !reply)
    return (
      <section className="card score-bar">
        <h2>Your review</h2>
        <p className="muted">{ruling.reason}</p>
        <div className="actions">
          <OtherActs {...links} savesNothing />
        </div>
      </section>
    );
  const problems = reply?.problems ?? {};
  const chosen = reply?.values ?? chosenBefore(criteria, own);
  const clash = reply?.reason === reviewMessages.clash && own;
  return (
    <section className="card score-bar">
      <h2>Your review</h2>
      {own && !clash && (
        <p className="hint saved-review">
          Saved on <Moment at={own.saved} />. You can change it.
        </p>
      )}
      <PostForm id="review">
        <ErrorSummary
          problems={[
            ...(reply?.reason ? [{ message: reply.reason }] : []),
            ...bySentence(problems).map(({ fields, message }) => ({
              field: fields[0]!,
              message: `${listInWords(fields.map((field) => titleOf(criteria, field)))}: ${message}`,
            })),
          ]}
        />
        {clash && <Stored criteria={criteria} own={clash} />}
        <EnterButton name="intent" value="save-next" />
        <input type="hidden" name="version" value={reply?.version ?? own?.version ?? 0} />
        {criteria.map(({ id, title, hint, weight }, index) => {
          const name = scoreField(id);
          return (
            <fieldset className="criterion" key={id} aria-describedby={hint ? `${name}-hint` : undefined}>
              <Legend title={title} step={`Criterion ${index + 1} of ${criteria.length}`}>
                {weight > 1 && <small className="weight">counts {weight} times</small>}
              </Legend>
              <div className="scale">
                {SCORES.map((score, place) => (
                  <label key={score}>
                    <input
                      type="radio"
                      id={place === 0 ? name : `${name}-${score}`}
                      name={name}
                      value={score}
                      defaultChecked={chosen[name] === String(score)}
                      aria-invalid={problems[name] ? true : undefined}
                    />
                    {score}
                  </label>
                ))}
              </div>
              {hint && (
                <p className="hint" id={`${name}-hint`}>
                  {hint}
                </p>
              )}
              {problems[name] && <FieldError name={name}>{problems[name]}</FieldError>}
            </fieldset>
          );
        })}
        <fieldset className="criterion recommendation">
          <Legend title="Recommendation" step="The last thing: a tap saves it" />
          <div className="scale">
            {DECISIONS.map((decision, place) => (
              <label key={decision} data-key={RECOMMENDATION_KEYS[decision]}>
                <input
                  type="radio"
                  id={place === 0 ? "recommendation" : `recommendation-${place + 1}`}
                  name="recommendation"
                  value={decision}
                  defaultChecked={chosen["recommendation"] === decision}
                />
                {decision}
              </label>
            ))}
          </div>
          {problems["recommendation"] && (
            <FieldError name="recommendation">{problems["recommendation"]}</FieldError>
          )}
        </fieldset>
        <div className="actions">
          <Button name="intent" value="save-next" data-key="s">
            Save and next
          </Button>
          <Button name="intent" value="save" variant="secondary">
            Save
          </Button>
          <OtherActs {...links} />
          {/* This box is not part of the form's data: the styles use it to show the whole form. */}
          <label className="all-scores">
            <input type="checkbox" defaultChecked={reply !== undefined} />
            All criteria
          </label>
        </div>
      </PostForm>
    </section>
  );
}

/**
 * The title of one part of the form. If the form asks for one part at a time, the reader's progress follows the title.
 */
function Legend({ title, step, children }: { title: string; step: string; children?: ReactNode }) {
  return (
    <legend>
      {title} <small className="step">{step}</small> {children}
    </legend>
  );
}

/**
 * The other acts for the application on the desk. Each button names its key, which is shown as long as the keys are
 * switched on.
 */
function OtherActs({
  previous,
  skip,
  savesNothing = false,
}: Props["links"] & {
  /** Whether the page has no form for a review, so that there is nothing to save before moving on. */
  savesNothing?: boolean;
}) {
  return (
    <>
      {previous && (
        <a href={previous} data-key="k">
          Previous
        </a>
      )}{" "}
      <a href={skip} data-key="n">
        {savesNothing ? (
          "Next to review"
        ) : (
          <>
            Skip<span className="at-length"> without saving</span>
            <span className="in-bar"> this one</span>
          </>
        )}
      </a>{" "}
      <a href="#comment" className="at-length" data-key="c">
        Comment
      </a>
    </>
  );
}

/** The review that another tab has stored in the meantime. The reader can compare it with the choices in this tab. */
function Stored({ criteria, own }: { criteria: Criterion[]; own: Own }) {
  return (
    <div className="stack tight">
      <h3>Stored now</h3>
      <SummaryList
        rows={[
          ...criteria.map(({ id, title }) => ({ term: title, value: String(own.scores[id] ?? "") })),
          { term: "Recommendation", value: own.recommendation },
        ]}
      />
      <h3>What you chose here</h3>
    </div>
  );
}

const chosenBefore = (criteria: Criterion[], own: Own | null): Record<string, string> => ({
  ...Object.fromEntries(criteria.map(({ id }) => [scoreField(id), String(own?.scores[id] ?? "")])),
  recommendation: own?.recommendation ?? "",
});

/** Lists each problem once, because the bar has no room to repeat it for each criterion. */
function bySentence(problems: Record<string, string>) {
  const sentences = [...new Set(Object.values(problems))];
  return sentences.map((message) => ({
    message,
    fields: Object.keys(problems).filter((field) => problems[field] === message),
  }));
}

const titleOf = (criteria: Criterion[], field: string) =>
  criteria.find(({ id }) => scoreField(id) === field)?.title ?? "Recommendation";
