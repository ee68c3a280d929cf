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

/** The head of a document to print: the mark and the name of who issues it. */
export function Letterhead() {
  const { name } = useSite();
  return (
    <div className="letterhead">
      <Mark size={40} /> <strong>{name}</strong>
    </div>
  );
}

/** Below a document: how it gets onto paper or into a file, and where to go on. */
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
