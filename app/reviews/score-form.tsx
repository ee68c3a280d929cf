import { Button, EnterButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { FieldError } from "~/ui/field.tsx";
import { Moment } from "~/ui/moment.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { DECISIONS, type Ruling } from "~/values/types.ts";
import { reviewMessages } from "./messages.ts";
import type { DeskReply } from "./reply.ts";
import { type Criterion, scoreField } from "./review.ts";
import { SCORES } from "./scores.ts";

type Own = { scores: Record<string, number>; recommendation: string; version: number; saved: number };

type Props = {
  criteria: Criterion[];
  own: Own | null;
  ruling: Ruling;
  reply?: DeskReply;
  /** The page to continue with without saving. */
  skip: string;
};

/** Scores an application by the rubric, each criterion from 1 to 5, and recommends a decision. */
export function ScoreForm({ criteria, own, ruling, reply, skip }: Props) {
  if (!ruling.allowed && !reply)
    return (
      <Card title="Your review">
        <p className="muted">{ruling.reason}</p>
      </Card>
    );
  const problems = reply?.problems ?? {};
  const chosen = reply?.values ?? chosenBefore(criteria, own);
  const clash = reply?.reason === reviewMessages.clash && own;
  return (
    <Card title="Your review">
      {own && !clash && (
        <p className="hint">
          Saved on <Moment at={own.saved} />. You can change it.
        </p>
      )}
      <PostForm className="stack" id="review">
        <ErrorSummary
          problems={[
            ...(reply?.reason ? [{ message: reply.reason }] : []),
            ...Object.entries(problems).map(([field, message]) => ({
              field,
              message: `${titleOf(criteria, field)}: ${message}`,
            })),
          ]}
        />
        {clash && <Stored criteria={criteria} own={clash} />}
        <EnterButton name="intent" value="save-next" />
        <input type="hidden" name="version" value={own?.version ?? 0} />
        {criteria.map(({ id, title, hint, weight }) => {
          const name = scoreField(id);
          return (
            <fieldset
              className="field criterion"
              key={id}
              aria-describedby={hint ? `${name}-hint` : undefined}
            >
              <legend>
                {title}
                {weight > 1 && <span className="muted"> counts {weight} times</span>}
              </legend>
              {hint && (
                <div className="hint" id={`${name}-hint`}>
                  {hint}
                </div>
              )}
              {problems[name] && <FieldError name={name}>{problems[name]}</FieldError>}
              <div className="scale">
                {SCORES.map((score, index) => (
                  <label key={score}>
                    <input
                      type="radio"
                      id={index === 0 ? name : `${name}-${score}`}
                      name={name}
                      value={score}
                      defaultChecked={chosen[name] === String(score)}
                      aria-invalid={problems[name] ? true : undefined}
                    />
                    {score}
                  </label>
                ))}
              </div>
            </fieldset>
          );
        })}
        <fieldset className="field recommendation">
          <legend>Recommendation</legend>
          {problems["recommendation"] && (
            <FieldError name="recommendation">{problems["recommendation"]}</FieldError>
          )}
          <div className="recommendations">
            {DECISIONS.map((decision, index) => (
              <label key={decision}>
                <input
                  type="radio"
                  id={index === 0 ? "recommendation" : `recommendation-${index + 1}`}
                  name="recommendation"
                  value={decision}
                  defaultChecked={chosen["recommendation"] === decision}
                />
                {decision}
              </label>
            ))}
          </div>
        </fieldset>
        <div className="actions">
          <Button name="intent" value="save-next">
            Save and next
          </Button>
          <Button name="intent" value="save" variant="secondary">
            Save
          </Button>
          <a href={skip}>Skip</a>
        </div>
      </PostForm>
    </Card>
  );
}

/** What another tab has stored in the meantime, to compare with the choices in this one. */
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

const titleOf = (criteria: Criterion[], field: string) =>
  criteria.find(({ id }) => scoreField(id) === field)?.title ?? "Recommendation";
