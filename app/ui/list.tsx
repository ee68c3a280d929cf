// biome-ignore-all lint/a11y/noRedundantRoles: browsers forget what a table is once it is drawn as cards.
import { Fragment, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { Card } from "./card.tsx";
import { foundInWords, type RowsInAll, type SortLink } from "./paging.ts";

/** A field of a filter: how it stands in the address, and how the page says what is chosen. */
type Chosen = { name: string; value: string | null | undefined; label?: string };

const addressOf = (fields: { name: string; value: string }[]) =>
  `?${new URLSearchParams(fields.map(({ name, value }) => [name, value]))}`;

/**
 * The filter of a list. The address holds it, so that it can be bookmarked and shared. On a phone its fields are
 * behind a button, so that the first result stands on the first screen; what is chosen stays in sight and can be
 * taken away one by one.
 */
export function ListFilter({
  title = "Filters",
  chosen,
  kept = [],
  sort,
  links,
  count,
  isFolded = false,
  children,
}: {
  /** What the button says on a phone. */
  title?: string;
  /** What narrows the list; a field without a value does not. */
  chosen: Chosen[];
  /** What stays if all filters are taken away. */
  kept?: { name: string; value: string }[];
  /** How the list is sorted, if not as usual: another filter does not change it. */
  sort?: string | undefined;
  /** Links to other lists and to files. */
  links?: ReactNode;
  /** How many rows there are (`ListCount`): where there is room it stands on the line of the links. */
  count?: ReactNode;
  /** Whether its fields are behind the button where there is room for them too: for what is read more than searched. */
  isFolded?: boolean;
  children: ReactNode;
}) {
  const active = chosen.flatMap(({ name, value, label }) => (value ? [{ name, value, label }] : []));
  const always = sort ? [...kept, { name: "sort", value: sort }] : kept;
  return (
    <div className={isFolded ? "list-filter is-folded no-print" : "list-filter no-print"}>
      <details>
        <summary className="button secondary">
          {title}
          {active.length > 0 && ` (${active.length})`}
        </summary>
        <Card>
          <form method="get" className="filters">
            {children}
            {sort && <input type="hidden" name="sort" value={sort} />}
            <div className="cluster">
              <Button variant="secondary">Show</Button>
            </div>
          </form>
        </Card>
      </details>
      {active.length > 0 && (
        <p>
          {active.map(({ name, value, label }) => (
            <Fragment key={name}>
              <a className="chip" href={addressOf([...always, ...active.filter((one) => one.name !== name)])}>
                <span>
                  <bdi>{label ?? `“${value}”`}</bdi>
                  <span className="visually-hidden"> (remove)</span>
                </span>{" "}
                <span aria-hidden="true">×</span>
              </a>{" "}
            </Fragment>
          ))}
          {active.length > 1 && <a href={addressOf(always)}>Show all</a>}
        </p>
      )}
      {(links || count) && (
        <div className="list-line">
          {links && <p className="list-links">{links}</p>} {count}
        </div>
      )}
    </div>
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

/** Around a table in which nothing can be focused: it takes the focus itself, so that keys can scroll it. */
function ScrolledTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is for the keyboard too.
    <section className="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

/** A column of a list: what its rows say in it, below its heading. */
export type ListColumn<Row> = {
  /** A column of buttons or drawings has no heading. */
  title?: string;
  /**
   * Numbers are aligned to be compared, long text breaks anywhere, values of a stack stand on lines of their own, and
   * what fits one line stays on it where there is room.
   */
  kind?: "number" | "long" | "stacked" | "drawn" | "one-line";
  /** If the database can sort by it, a page at a time: where its heading leads. */
  sort?: SortLink | undefined;
  /** On a phone it stands beside the name, at the end of the line, without its heading: one column of a list can. */
  isBeside?: boolean;
  /** On a phone it stands directly below the name, without its heading. */
  isBelow?: boolean;
  cell: (row: Row) => ReactNode;
};

type ListProps<Row> = {
  /** Read out by screen readers; shown too if it `isTitled`, where no heading says what the table holds. */
  caption: string;
  isTitled?: boolean;
  rows: readonly Row[];
  /** Tells the rows apart. */
  keyOf: (row: Row, index: number) => string | number;
  /** The id of a row's element, for links to it: `rowId` where its page leads back to it. */
  idOf?: (row: Row) => string;
  /** The first one names the row. */
  columns: readonly ListColumn<Row>[];
  /** The row of the sums, below all others. */
  total?: Row;
  className?: string;
  /** Whether it fits on a phone as it is: two narrow columns do. */
  isNarrow?: boolean;
  /** Whether nothing in its rows can be focused. */
  isBare?: boolean;
};

/**
 * A table with a row per item; on a phone each row has lines of its own, and its cells have the headings of their
 * columns as labels. Browsers forget what a table is once it is drawn otherwise, so that its elements name their roles.
 */
export function ListTable<Row>({
  caption,
  isTitled = false,
  rows,
  keyOf,
  idOf,
  columns,
  total,
  className = "",
  isNarrow = false,
  isBare = false,
}: ListProps<Row>) {
  const isPaired = columns.some(({ isBeside }) => isBeside);
  const classes = [!isNarrow && "list", isPaired && "paired", className].filter(Boolean).join(" ");
  const table = (
    <table role="table" className={classes}>
      <caption className={isTitled ? undefined : "visually-hidden"}>{caption}</caption>
      <thead role="rowgroup" className={columns.some(({ sort }) => sort) ? "sorts" : undefined}>
        <tr role="row">
          {columns.map(({ title, kind, sort }, index) =>
            title === undefined ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a list stay where they are
              <td role="cell" key={index} />
            ) : (
              <th
                role="columnheader"
                scope="col"
                className={
                  [kind === "number" && kind, sort && "sorting"].filter(Boolean).join(" ") || undefined
                }
                aria-sort={sort?.direction}
                key={title}
              >
                {sort ? <a href={sort.href}>{title}</a> : title}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, index) => (
          <ListRow key={keyOf(row, index)} id={idOf?.(row)} row={row} columns={columns} />
        ))}
      </tbody>
      {total && (
        <tfoot role="rowgroup">
          <ListRow row={total} columns={columns} />
        </tfoot>
      )}
    </table>
  );
  return isBare ? (
    <ScrolledTable label={caption}>{table}</ScrolledTable>
  ) : (
    <div className="scroll">{table}</div>
  );
}

function ListRow<Row>({
  id,
  row,
  columns,
}: {
  id?: string | undefined;
  row: Row;
  columns: readonly ListColumn<Row>[];
}) {
  return (
    <tr role="row" id={id}>
      {columns.map(({ title, kind, isBeside, isBelow, cell }, index) =>
        index === 0 ? (
          <th role="rowheader" scope="row" className={kind} key={title}>
            {cell(row)}
          </th>
        ) : (
          <td
            role="cell"
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a list stay where they are
            key={index}
            className={
              [kind, isBeside && "is-beside", isBelow && "is-below"].filter(Boolean).join(" ") || undefined
            }
            data-label={title}
          >
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}

/** How many rows there are, above them. */
export const ListCount = ({
  found,
  shown,
  one,
  many,
  order,
}: {
  found: RowsInAll | null;
  /** How many of them this page shows. */
  shown: number;
  /** What a row is, and what several of them are, if not with an s. */
  one: string;
  many?: string;
  /** Which of them come first, in words, where a list is read from its top. */
  order?: string;
}) => (
  <p className="hint list-count">
    {foundInWords(found, shown, one, many)}
    {order && `, ${order}`}
  </p>
);

/** The ways to the first and to the next page of a list; each is null where there is none. */
export const ListPages = ({ first, next }: { first: string | null; next: string | null }) =>
  (first !== null || next !== null) && (
    <nav className="cluster" aria-label="Pages">
      {first !== null && <a href={first}>First page</a>}{" "}
      {next !== null && (
        <a href={next} rel="next">
          Next page
        </a>
      )}
    </nav>
  );
