import { Button, EnterButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { problemsOf } from "~/ui/form-reply.ts";
import { PostForm } from "~/ui/post-form.tsx";
import { Tag } from "~/ui/tag.tsx";
import { DECISIONS, type Decision } from "~/values/types.ts";
import { AwardFields } from "./award-fields.tsx";
import { type FewShown, ReleaseAlone } from "./release-alone.tsx";

/**
 * One person's decision on their application. The card shows the stored decision and the decision that the delegate
 * sees. It has forms to choose another decision, and to release this decision without the rest of its round.
 */
export function DecisionCard({
  decision,
  planId,
  seenNow,
  isOut,
  few,
  budgets,
  reply,
  ...release
}: {
  decision: Decision | null;
  /** The plan that set the decision; null for none. */
  planId: string | null;
  /** The decision that the delegate sees; null for none. */
  seenNow: Decision | null;
  /** Whether the stored decision is released and its round's `decisionRelease` has come. */
  isOut: boolean;
  few: FewShown;
  /** The budgets that can pay for an award; null if the viewer may not give awards. */
  budgets: { id: string; title: string }[] | null;
  /** The posted values of a refused form, and why nothing was changed. */
  reply?: { values: Record<string, string>; problems: Record<string, string>; reason?: string } | undefined;
  href: string;
  pressId: string;
  isTested: boolean;
}) {
  return (
    <Card title="Decision" id="decision">
      <ErrorSummary problems={problemsOf(reply)} />
      <p className="cluster">
        <strong>{decision ?? "Undecided"}</strong>{" "}
        {decision && <Tag tone={isOut ? "success" : "todo"}>{isOut ? "Released" : "Not released"}</Tag>}
      </p>
      {!isOut && seenNow && <p>The delegate still sees: {seenNow}.</p>}
      {isOut && seenNow && seenNow !== decision && (
        <p>The delegate sees: {seenNow}, because a place from the waiting list is kept for them.</p>
      )}
      {decision && <ReleaseAlone {...few} {...release} variant="secondary" />}
      <PostForm className="stack tight">
        <input type="hidden" name="intent" value="decide" />
        <p className="hint">
          {decision ? "Another decision" : "Decide"}: you see what would change before you apply it.
        </p>
        {budgets && (
          <>
            {/* Pressing Enter in a field of the award does not choose the decision that comes with it. */}
            <EnterButton name="decision" value="" />
            <AwardFields budgets={budgets} values={reply?.values} problems={reply?.problems} />
          </>
        )}
        <div className="actions">
          {DECISIONS.filter((one) => one !== decision).map((one) => (
            <Button key={one} name="decision" value={one} variant="secondary">
              {one}
            </Button>
          ))}
          {decision && (
            <Button name="decision" value="none" variant="quiet">
              No decision
            </Button>
          )}
          {decision && budgets && (
            <Button name="decision" value="leave" variant="quiet">
              The award alone
            </Button>
          )}
        </div>
      </PostForm>
      {planId && (
        <p>
          <a href={`/admin/upload-decisions/${planId}`}>Look at the plan that set it</a>
        </p>
      )}
    </Card>
  );
}
