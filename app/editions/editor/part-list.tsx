import type { InBrief } from "~/editions/in-brief.ts";
import { editionMessages } from "~/editions/messages.ts";
import { Tag } from "~/ui/tag.tsx";
import { grouped, quantity } from "~/values/words.ts";

export type ListedPart = {
  id: string;
  title: string;
  inBrief: InBrief;
  /** The number of values that publishing would change. */
  changes: number;
  mistakes: number;
  notes: number;
};

/** The parts of an edition: the main values of each part, what is wrong in it, and what was changed. */
export function PartList({ id, parts }: { id: string; parts: ListedPart[] }) {
  return (
    <ul className="rows parts">
      {parts.map((part) => (
        <li key={part.id} className="task">
          <a href={`/admin/editions/${id}/${part.id}`}>{part.title}</a>{" "}
          <span className="lines">
            {part.inBrief.length === 0 && <span>{editionMessages.empty} </span>}
            {part.inBrief.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two things may have the same name
              <span key={index}>{line} </span>
            ))}
          </span>{" "}
          <span className="tags">
            {part.mistakes > 0 && <Tag tone="error">{`${grouped(part.mistakes)} to mend`}</Tag>}
            {part.notes > 0 && <Tag tone="warning">{quantity(part.notes, "note")}</Tag>}
            {part.changes > 0 && <Tag tone="info">{quantity(part.changes, "change")}</Tag>}
          </span>
        </li>
      ))}
    </ul>
  );
}
