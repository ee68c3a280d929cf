import type { ReactNode } from "react";

/** A surface for one part of a page. With a title, the part is a section. */
export function Card({ title, id, children }: { title?: ReactNode; id?: string; children: ReactNode }) {
  const Part = title ? "section" : "div";
  return (
    <Part className="card" id={id}>
      {title && <h2>{title}</h2>}
      {children}
    </Part>
  );
}

/** Shown in place of an empty list: what the list will contain, why it is empty, and the one thing to do next. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
      {action}
    </div>
  );
}
