import type { ReactNode } from "react";

/**
 * One of several things that are edited on one page: a row with its name and what matters of it, behind which its form
 * waits. What is folded away is sent with the form around it.
 *
 * @param anchor what a link names to show the form: browsers open a row for what it points at inside it.
 */
export function ItemRow({
  title,
  inBrief = [],
  tags,
  id,
  anchor,
  isOpen = false,
  children,
}: {
  title: string;
  inBrief?: readonly string[];
  tags?: ReactNode;
  id?: string;
  anchor?: string;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
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
}
