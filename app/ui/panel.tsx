import type { ReactNode } from "react";

/** The large confirmation that something was done. */
export function Panel({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="panel">
      <span className="marker" aria-hidden="true">
        <span className="tick" />
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  );
}
