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
