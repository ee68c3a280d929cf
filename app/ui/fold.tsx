import type { ReactNode } from "react";

/**
 * A part of a page that is folded under its name: a form that is rarely needed, or something that can also be read
 * elsewhere. If a form is shown again with an error, its fold must be open, so that the error is visible.
 */
export function Fold({
  title,
  isOpen = false,
  children,
}: {
  title: string;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <div className="stack">{children}</div>
    </details>
  );
}
