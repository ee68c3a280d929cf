import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { rowId, type SortLink } from "~/ui/paging.ts";
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
  /** Whether the readers' scores differ so much that somebody who decides should look at the application. */
  apart: boolean;
  decision: Decision | null;
};

type Sorts = Partial<
  Record<"name" | "institution" | "submitted" | "reviews" | "score" | "decision", SortLink>
>;

/** The checkbox that selects an application for the acts on several applications. */
const Tick = ({ uid, called }: { uid: string; called: string }) => (
  <>
    <label className="row-tick">
      <input type="checkbox" name="tick" value={uid} />
      <span className="visually-hidden">Select {called}</span>
    </label>{" "}
  </>
);

/**
 * The applications of a list. Their links contain the filter of the list, so that the review desk continues in the same
 * order.
 */
export function ApplicationTable({
  rows,
  address,
  decides,
  sorts,
}: {
  rows: Row[];
  address: string;
  decides: boolean;
  /** The links of the headings that can sort the list. */
  sorts: Sorts;
}) {
  return (
    <ListTable
      caption="Applications"
      rows={rows}
      keyOf={(row) => row.uid}
      idOf={(row) => rowId(row.uid)}
      columns={[
        {
          title: "Delegate",
          kind: "long",
          sort: sorts.name,
          cell: (row) => (
            <>
              {decides && <Tick uid={row.uid} called={row.name || row.email} />}
              <a href={`/admin/delegates/${row.uid}${address}`}>
                <bdi>{row.name || row.email}</bdi>
              </a>{" "}
              {row.reviewed && <Tag tone="done">Reviewed by you</Tag>}{" "}
              {row.name && <small>{row.email}</small>}
            </>
          ),
        },
        // This column is shown only if at least one applicant has an institution, because not every edition asks for
        // one.
        ...(rows.some(({ institution }) => institution !== "")
          ? [
              {
                title: "Institution",
                kind: "long" as const,
                sort: sorts.institution,
                cell: (row: Row) => row.institution,
              },
            ]
          : []),
        {
          title: "Submitted",
          isBeside: true,
          sort: sorts.submitted,
          cell: (row) =>
            row.submitted ? (
              <Moment at={row.submitted} style="date" />
            ) : (
              <Tag tone="todo">{row.reopened ? "Opened again" : "Draft"}</Tag>
            ),
        },
        // Most rows have no reviews. Their cells stay empty, because a phone does not show empty cells.
        {
          title: "Reviews",
          kind: "number",
          sort: sorts.reviews,
          cell: (row) => row.reviewCount > 0 && row.reviewCount,
        },
        {
          title: "Mean",
          kind: "number",
          sort: sorts.score,
          cell: (row) =>
            row.score && (
              <>
                {row.score}
                {row.spread && (
                  <small>
                    {row.apart ? <Tag tone="warning">{row.spread} apart</Tag> : `${row.spread} apart`}
                  </small>
                )}
              </>
            ),
        },
        ...(decides
          ? [{ title: "Decision", sort: sorts.decision, cell: ({ decision }: Row) => decision }]
          : []),
      ]}
    />
  );
}
