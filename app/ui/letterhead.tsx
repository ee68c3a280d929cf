import type { HTMLAttributes, ReactNode } from "react";
import { Mark } from "./logo.tsx";
import { useSite } from "./site.tsx";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "print-page": HTMLAttributes<HTMLElement>;
    }
  }
}

/** The head of a document to print: the mark and the name of the organisation. */
export function Letterhead() {
  const { name } = useSite();
  return (
    <div className="letterhead">
      <Mark size={40} /> <strong>{name}</strong>
    </div>
  );
}

/** Shown below a document: how to print or save it, and where to go next. */
export function PrintHint({ children }: { children?: ReactNode }) {
  return (
    <p className="no-print actions">
      <print-page>
        <span className="hint">Print this page, or save it as a PDF in the print dialogue.</span>
      </print-page>{" "}
      {children}
    </p>
  );
}
