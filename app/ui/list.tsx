// biome-ignore-all lint/a11y/noRedundantRoles: browsers forget what a table is once it is drawn as cards.
import { Fragment, type ReactNode } from "react";
import { Button, LinkButton } from "./button.tsx";
import { Card, EmptyState } from "./card.tsx";
import { foundInWords, type RowsInAll, type SortLink } from "./paging.ts";

/** A field of a filter: how it is written in the address, and how the page words the choice. */
type Chosen = { name: string; value: string | null | undefined; label?: string };

const addressOf = (fields: { name: string; value: string }[]) =>
  `?${new URLSearchParams(fields.map(({ name, value }) => [name, value]))}`;

/**
 * The filter of a list. The address holds it, so that it can be bookmarked and shared. On a phone its fields are
 * behind a button, so that the first result is on the first screen. The choices stay in sight and can be removed one
 * by one.
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
  /** The fields of the filter; one without a value does not filter. */
  chosen: Chosen[];
  /** The part of the address that stays if all filters are removed. */
  kept?: { name: string; value: string }[];
  /** The order of the list, if it is not the usual one: another filter does not change it. */
  sort?: string | undefined;
  /** Links to other lists and to files. */
  links?: ReactNode;
  /** How many rows there are (`ListCount`). If there is room, it stands on the line of the links. */
  count?: ReactNode;
  /**
   * Whether its fields are behind the button even if there is room for them: for lists that are read more than
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
 * Stands around a table without anything that can have the focus: it takes the focus itself, so that keys can scroll
 * it.
 */
function ScrolledTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is for the keyboard too.
    <section className="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

/** A column of a list: its heading, and what each row says in it. */
export type ListColumn<Row> = {
  /** A column of buttons or drawings has no heading. */
  title?: string;
  /**
   * Numbers are aligned for comparing, long text may break anywhere, the values of a stack stand on lines of their
   * own, and a short text stays on one line if there is room.
   */
  kind?: "number" | "long" | "stacked" | "drawn" | "one-line";
  /** If the database can sort by it, page by page: the address that its heading leads to. */
  sort?: SortLink | undefined;
  /**
   * On a phone it stands beside the name, at the end of the line, without its heading. Only one column of a list can.
   */
  isBeside?: boolean;
  /** On a phone it stands directly below the name, without its heading. */
  isBelow?: boolean;
  cell: (row: Row) => ReactNode;
};

type ListProps<Row> = {
  /** Screen readers read it out. It is also shown if it `isTitled`, when no heading says what the table holds. */
  caption: string;
  isTitled?: boolean;
  rows: readonly Row[];
  /** The key that tells the rows apart. */
  keyOf: (row: Row, index: number) => string | number;
  /** The id of a row's element, for links to it: `rowId` if the row's page leads back to it. */
  idOf?: (row: Row) => string;
  /** The first column names the row. */
  columns: readonly ListColumn<Row>[];
  /** The row of the sums, below all others. */
  total?: Row;
  className?: string;
  /** Whether it fits on a phone as it is: two narrow columns do. */
  isNarrow?: boolean;
  /** Whether nothing in its rows can have the focus. */
  isBare?: boolean;
};

/**
 * A table with a row per item. On a phone each row has lines of its own, and its cells have the headings of their
 * columns as labels. Browsers forget that something is a table if it is drawn differently, so its elements name their
 * roles.
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

/** The number of rows, above them. */
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
  /** The word for a row, and for several of them if that is not formed with an s. */
  one: string;
  many?: string;
  /** Which rows come first, in words, for a list that is read from its top. */
  order?: string;
}) => (
  <p className="hint list-count">
    {foundInWords(found, shown, one, many)}
    {order && `, ${order}`}
  </p>
);

/** Stands in for a list in which nothing matches its filter, or nothing more: it leads to the whole list. */
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

/** The links to the first and to the next page of a list; each is null if there is none. */
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
