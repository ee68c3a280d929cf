import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Tag } from "~/ui/tag.tsx";
import type { Decision } from "~/values/types.ts";

type Row = {
  uid: string;
  name: string;
  email: string;
  institution: string;
  submitted: number | null;
  reopened: boolean;
  reviewCount: number;
  reviewed: boolean;
  score: string | null;
  spread: string | null;
  /** Whether readers disagree so much that somebody who decides should look at it. */
  apart: boolean;
  decision: Decision | null;
};

/** The applications of a list. Their links keep its filter, so that the review desk continues in the same order. */
export function ApplicationTable({
  rows,
  address,
  decides,
}: {
  rows: Row[];
  address: string;
  decides: boolean;
}) {
  return (
    <ListTable
      caption="Applications"
      columns={[
        "Delegate",
        "Institution",
        "Submitted",
        "My review",
        { number: "Reviews" },
        { number: "Mean" },
        ...(decides ? ["Decision"] : []),
      ]}
      className="applications"
    >
      {rows.map((row) => (
        <tr key={row.uid}>
          <th scope="row" className="long">
            <a href={`/admin/delegates/${row.uid}${address}`}>
              <bdi>{row.name || row.email}</bdi>
            </a>{" "}
            {row.name && <small>{row.email}</small>}
          </th>
          <td className="long">{row.institution}</td>
          <td>
            {row.submitted ? (
              <Moment at={row.submitted} style="date" />
            ) : (
              <Tag tone="todo">{row.reopened ? "Opened again" : "Draft"}</Tag>
            )}
          </td>
          <td>{row.reviewed ? <Tag tone="done">Done</Tag> : <span className="muted">Not yet</span>}</td>
          <td className="number">{row.reviewCount}</td>
          <td className="number">
            {row.score ?? <span className="muted">–</span>}
            {row.spread && (
              <small>
                {row.apart ? <Tag tone="warning">{row.spread} apart</Tag> : `${row.spread} apart`}
              </small>
            )}
          </td>
          {decides && <td>{row.decision ?? <span className="muted">Undecided</span>}</td>}
        </tr>
      ))}
    </ListTable>
  );
}
