import type { ReactNode } from "react";

/**
 * A part that waits behind its name: a form that is rarely wanted, or what can be read elsewhere too. A form that
 * comes back with an error has to be open, so that its error is in sight.
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
