import type { ReactNode } from "react";

/**
 * A part that is folded under its name: a form that is rarely wanted, or something that can be read elsewhere too. A
 * form that comes back with an error must be open, so that its error is in sight.
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
