import type { ReactNode } from "react";
import { Button } from "~/ui/button.tsx";
import { Card, EmptyState } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { FileField, TextArea } from "~/ui/field.tsx";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { type PlanStage, PlanTag } from "./plans.tsx";

/** A form for a table, uploaded or pasted, from which a plan is made. */
export function TableUpload({
  controlId,
  hint,
  reply,
  children,
}: {
  controlId: string;
  /** How the table must be laid out. */
  hint: string;
  reply?: { reason: string; table: string };
  /** Other fields that the plan needs. */
  children?: ReactNode;
}) {
  // A mistake in a table is corrected where the table was entered, so a pasted table is shown again.
  const wasPasted = Boolean(reply?.table);
  return (
    <Card title="New plan">
      <PostForm className="stack" encType="multipart/form-data">
        <ErrorSummary
          problems={reply ? [{ field: wasPasted ? "table" : controlId, message: reply.reason }] : []}
        />
        <FileField
          label="CSV file"
          name="file"
          controlId={controlId}
          accept=".csv,text/csv,text/plain"
          hint={hint}
          error={wasPasted ? undefined : reply?.reason}
        />
        <details open={wasPasted}>
          <summary>Or paste the table</summary>
          <TextArea
            label="Table"
            name="table"
            rows={8}
            hint="With its header row, as copied from a spreadsheet."
            defaultValue={reply?.table}
            error={wasPasted ? reply?.reason : undefined}
          />
        </details>
        {children}
        <div className="actions">
          <Button>Show what would change</Button>
        </div>
      </PostForm>
    </Card>
  );
}

type UploadedPlan = {
  id: string;
  title: string;
  /** The e-mail address of the person who made the plan. */
  by: string;
  /** UTC ms on the portal's clock. */
  date: number;
  /** How many lines of each kind the plan has, as a phrase. */
  words: string;
  stage: PlanStage;
};

/** The plans made from tables. Each has its own page below `path`. */
export function UploadedPlans({ plans, path }: { plans: UploadedPlan[]; path: string }) {
  return (
    <>
      <h2>Plans</h2>
      {plans.length === 0 ? (
        <EmptyState title="No plans yet">
          <p>Your uploads are listed here, whether applied or not.</p>
        </EmptyState>
      ) : (
        <ListTable
          caption="Plans, newest first"
          rows={plans}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "Plan",
              kind: "long",
              cell: ({ id, title, by, date }) => (
                <>
                  <a href={`${path}/${id}`}>{title}</a>{" "}
                  <small>
                    <Moment at={date} />, {by}
                  </small>
                </>
              ),
            },
            { title: "Lines", cell: ({ words }) => words },
            { title: "State", cell: ({ stage }) => <PlanTag stage={stage} /> },
          ]}
        />
      )}
    </>
  );
}
