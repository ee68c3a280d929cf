import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Card } from "./card.tsx";

/** The filter of a list. The address holds it, so that it can be bookmarked and shared. */
export function ListFilter({
  children,
  links,
}: {
  children: ReactNode;
  /** Links shown beside the button. */
  links: ReactNode;
}) {
  return (
    <Card>
      <form method="get" className="filters">
        {children}
        <div className="cluster">
          <Button>Show</Button>
          {links}
        </div>
      </form>
    </Card>
  );
}

/** Options to filter a list by state. Some states read the same to delegates, so staff also see which one it is. */
export const stateOptions = <State extends string>(
  states: readonly State[],
  words: Record<State, { words: string }>,
) =>
  states.map((state) => ({
    value: state,
    label:
      state === "reserved" || state === "charging" ? `${words[state].words} (${state})` : words[state].words,
  }));

/**
 * The heading of a column: a number column's heading is aligned like its numbers, and a column of buttons or
 * drawings (null) has none.
 */
type Column = string | { number: string } | null;

/** Around a table in which nothing can be focused: it takes the focus itself, so that keys can scroll it. */
export function ScrolledTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is for the keyboard too.
    <section className="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

/** A table with a row per item. On a narrow screen the table scrolls, not the page. */
export function ListTable({
  caption,
  columns,
  className,
  isBare = false,
  children,
}: {
  /** Read out by screen readers, not shown. */
  caption: string;
  columns: Column[];
  className?: string;
  /** Whether nothing in its rows can be focused. */
  isBare?: boolean;
  children: ReactNode;
}) {
  const table = (
    <table className={className}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => {
            if (column === null) return <td key="" />;
            const isNumber = typeof column === "object";
            const heading = isNumber ? column.number : column;
            return (
              <th scope="col" className={isNumber ? "number" : undefined} key={heading}>
                {heading}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
  return isBare ? (
    <ScrolledTable label={caption}>{table}</ScrolledTable>
  ) : (
    <div className="scroll">{table}</div>
  );
}
