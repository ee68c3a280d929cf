import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Card } from "./card.tsx";

/** What a list is narrowed by. The address holds it, so that it can be kept and sent on. */
export function ListFilter({
  children,
  links,
}: {
  children: ReactNode;
  /** Beside the button. */
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

/** The states a list is narrowed by. Two of them read alike to whom they concern; staff tell them apart. */
export const stateOptions = <State extends string>(
  states: readonly State[],
  words: Record<State, { words: string }>,
) =>
  states.map((state) => ({
    value: state,
    label:
      state === "reserved" || state === "charging" ? `${words[state].words} (${state})` : words[state].words,
  }));

/** A heading of a column: over numbers it stands where they do, over buttons and drawings there is none. */
type Column = string | { number: string } | null;

/** A table with a row for each of many; on a narrow screen it scrolls by itself. */
export function ListTable({
  caption,
  columns,
  className,
  children,
}: {
  /** Read out, not shown. */
  caption: string;
  columns: Column[];
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className="scroll">
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
    </div>
  );
}
