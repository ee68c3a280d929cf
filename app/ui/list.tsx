// biome-ignore-all lint/a11y/noRedundantRoles: browsers no longer treat a table as one if it is drawn as cards.
import { Fragment, type ReactNode } from "react";
import { Button, LinkButton } from "./button.tsx";
import { Card, EmptyState } from "./card.tsx";
import { foundInWords, type RowsInAll, type SortLink } from "./paging.ts";

/** A field of a filter: its name and value in the address, and the words with which the page shows the choice. */
type Chosen = { name: string; value: string | null | undefined; label?: string };

const addressOf = (fields: { name: string; value: string }[]) =>
  `?${new URLSearchParams(fields.map(({ name, value }) => [name, value]))}`;

/**
 * The filter of a list. The address contains the filter, so that it can be bookmarked and shared. On a phone, the
 * fields are behind a button, so that the first result is on the first screen. The choices remain visible and can be
 * removed one by one.
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
  /** The label of the button on a phone. */
  title?: string;
  /** The fields of the filter; a field without a value does not filter. */
  chosen: Chosen[];
  /** The part of the address that is kept when all filters are removed. */
  kept?: { name: string; value: string }[];
  /** The order of the list, if it is not the usual one; it is kept when the filter changes. */
  sort?: string | undefined;
  /** Links to other lists and to files. */
  links?: ReactNode;
  /** The number of rows (`ListCount`). If there is room, it is on the same line as the links. */
  count?: ReactNode;
  /**
   * Whether the fields are behind the button even if there is room for them, as in lists that are read more often than
   * searched.
   */
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

/**
 * Options for filtering a list by state. Delegates read the same words for several states, so staff also see the name
 * of the state itself.
 */
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
 * Wraps a table in which nothing can have the focus. The wrapper takes the focus itself, so that the table can be
 * scrolled with the keyboard.
 */
function ScrolledTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people who use a keyboard must be able to scroll the table.
    <section className="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

/** A column of a list: its heading, and the content of its cells. */
export type ListColumn<Row> = {
  /** Left out for a column of buttons or drawings, which has no heading. */
  title?: string;
  /**
   * How the cells are shown. Numbers are aligned for comparison, long text may break anywhere, the values of a stack
   * are on separate lines, and a short text stays on one line if there is room.
   */
  kind?: "number" | "long" | "stacked" | "drawn" | "one-line";
  /** The link of the heading; set if the database can sort all pages of the list by this column. */
  sort?: SortLink | undefined;
  /**
   * On a phone, the cell is beside the name, at the end of the line, without its heading. Only one column of a list can
   * have this.
   */
  isBeside?: boolean;
  /** On a phone, the cell is directly below the name, without its heading. */
  isBelow?: boolean;
  cell: (row: Row) => ReactNode;
};

type ListProps<Row> = {
  /**
   * The caption, which screen readers read out. With `isTitled` it is also visible: this is for a table that has no
   * heading of its own.
   */
  caption: string;
  isTitled?: boolean;
  rows: readonly Row[];
  /** A key that tells the rows apart. */
  keyOf: (row: Row, index: number) => string | number;
  /**
   * The id of a row's element, so that links can lead to it. It is `rowId` if the row's page leads back to the list.
   */
  idOf?: (row: Row) => string;
  /** The columns; the first one names the row. */
  columns: readonly ListColumn<Row>[];
  /** The row with the totals, below all others. */
  total?: Row;
  className?: string;
  /** Whether the table fits on a phone as it is, for example because it has two narrow columns. */
  isNarrow?: boolean;
  /** Whether nothing in the rows can have the focus. */
  isBare?: boolean;
};

/**
 * A table with a row for each item. On a phone, each row takes several lines, and its cells have the headings of their
 * columns as labels. If a table is displayed in another way, browsers no longer treat it as a table, so the elements
 * state their roles.
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

/** The number of rows, shown above them. */
export const ListCount = ({
  found,
  shown,
  one,
  many,
  order,
}: {
  found: RowsInAll | null;
  /** How many of the rows this page shows. */
  shown: number;
  /** The word for one row, and for several rows if the plural does not just add an s. */
  one: string;
  many?: string;
  /** The words that say which rows come first, for a list that is read from the top. */
  order?: string;
}) => (
  <p className="hint list-count">
    {foundInWords(found, shown, one, many)}
    {order && `, ${order}`}
  </p>
);

/**
 * Shown in place of a list if nothing matches its filter, or if there are no more matches. It links to the whole list.
 */
export const NothingMatches = ({
  title,
  all,
}: {
  title: string;
  /** The address of the whole list. */
  all: string;
}) => (
  <EmptyState
    title={title}
    action={
      <LinkButton href={all} variant="secondary">
        Show all
      </LinkButton>
    }
  >
    <p>Nothing matches what you are looking for.</p>
  </EmptyState>
);

/** The links to the first and to the next page of a list; an address is null if there is no such page. */
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
