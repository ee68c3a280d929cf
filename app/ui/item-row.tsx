import type { ReactNode } from "react";

/**
 * One of several things that are edited on one page: a row with its name and main values, and its form, folded under
 * the row. Folded fields are sent with the form around them.
 *
 * @param anchor the id for links that show the form: browsers open a row if a link leads to something inside the row.
 * @param inside a link to things inside the item that have a page of their own; it is shown at the end of the row.
 */
export function ItemRow({
  title,
  inBrief = [],
  tags,
  id,
  anchor,
  isOpen = false,
  inside,
  children,
}: {
  title: string;
  inBrief?: readonly string[];
  tags?: ReactNode;
  id?: string;
  anchor?: string;
  isOpen?: boolean;
  inside?: { href: string; words: string } | null;
  children: ReactNode;
}) {
  const row = (
    <details className="item" id={id} open={isOpen}>
      <summary>
        <h2>{title}</h2> {inBrief.length > 0 && <span className="hint">{inBrief.join(" · ")}</span>}{" "}
        {tags && <span className="tags">{tags}</span>}
      </summary>
      <div className="stack" id={anchor}>
        {children}
      </div>
    </details>
  );
  if (!inside) return row;
  return (
    <div className="item-with-inside">
      {row}{" "}
      <a href={inside.href}>
        <span className="visually-hidden">{title}: </span>
        {inside.words}
      </a>
    </div>
  );
}
