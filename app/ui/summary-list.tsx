import type { ReactNode } from "react";
import { Tag } from "./tag.tsx";

export type SummaryRow = {
  /** Distinguishes rows with the same term. */
  id?: string;
  term: string;
  /** A remark about the row, beside its term. */
  note?: string;
  /** The answer. If it is empty and there is no problem, "Not provided" is shown. */
  value?: ReactNode;
  changeHref?: string;
  /**
   * The words that screen readers read out after "Change", or after "Add" if the answer is missing; by default the
   * term.
   */
  changeLabel?: string;
  problem?: string;
};

/** Answers to check, each with a link to the page that changes it. */
export function SummaryList({ rows }: { rows: SummaryRow[] }) {
  return (
    <dl className="rows summary">
      {rows.map(({ id, term, note, value, changeHref, changeLabel, problem }) => (
        <div key={id ?? term}>
          <dt>
            {term}
            {note && (
              <>
                {" "}
                <Tag tone="info">{note}</Tag>
              </>
            )}
          </dt>
          <dd>
            {value ? (
              // A name or text in another script keeps its own direction.
              <bdi>{value}</bdi>
            ) : (
              !problem && <span className="muted">Not provided</span>
            )}{" "}
            {problem && (
              <span className="error">
                <span>
                  <span className="visually-hidden">Error: </span>
                  {problem}
                </span>
              </span>
            )}
          </dd>
          {changeHref && (
            <dd className="change">
              <a href={changeHref}>
                {problem && !value ? "Add" : "Change"}
                <span className="visually-hidden"> {changeLabel ?? term}</span>
              </a>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
