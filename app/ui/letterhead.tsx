import type { ReactNode } from "react";
import { Mark } from "./logo.tsx";
import { useSite } from "./site.tsx";

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
    <p className="no-print hint">Print this page, or save it as a PDF in the print dialogue. {children}</p>
  );
}
