import { Button } from "./button.tsx";
import { Card, EmptyState } from "./card.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { FileField, TextArea } from "./field.tsx";
import { ListTable } from "./list.tsx";
import { Moment } from "./moment.tsx";
import { type PlanStage, PlanTag } from "./plans.tsx";
import { PostForm } from "./post-form.tsx";

/** A table, as a file or pasted, to make a plan of. */
export function TableUpload({
  controlId,
  hint,
  reply,
}: {
  controlId: string;
  /** What the table has to look like. */
  hint: string;
  reply?: { reason: string; table: string };
}) {
  return (
    <Card title="New plan">
      <PostForm className="stack" encType="multipart/form-data">
        <ErrorSummary problems={reply ? [{ field: controlId, message: reply.reason }] : []} />
        <FileField
          label="CSV file"
          name="file"
          controlId={controlId}
          accept=".csv,text/csv,text/plain"
          hint={hint}
          error={reply?.reason}
        />
        <details>
          <summary>Or paste the table</summary>
          <TextArea
            label="Table"
            name="table"
            rows={8}
            hint="With its header, as it is copied from a spreadsheet."
            defaultValue={reply?.table}
          />
        </details>
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
  /** Who made it, by e-mail. */
  by: string;
  /** On the portal's clock. */
  date: number;
  /** How many lines do what. */
  words: string;
  stage: PlanStage;
};

/** The plans that were made of tables; each has its page below `path`. */
export function UploadedPlans({ plans, path }: { plans: UploadedPlan[]; path: string }) {
  return (
    <>
      <h2>Plans</h2>
      {plans.length === 0 ? (
        <EmptyState title="No plans yet">
          <p>What you upload is listed here, applied or not.</p>
        </EmptyState>
      ) : (
        <ListTable caption="Plans, the newest first" columns={["Plan", "Lines", "State"]}>
          {plans.map(({ id, title, by, stage, words, date }) => (
            <tr key={id}>
              <th scope="row" className="long">
                <a href={`${path}/${id}`}>{title}</a>{" "}
                <small>
                  <Moment at={date} />, {by}
                </small>
              </th>
              <td>{words}</td>
              <td>
                <PlanTag stage={stage} />
              </td>
            </tr>
          ))}
        </ListTable>
      )}
    </>
  );
}
