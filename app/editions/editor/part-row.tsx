import { type ReactNode, useState } from "react";
import { anchorOf } from "~/editions/checks/findings.ts";
import { ItemRow } from "~/ui/item-row.tsx";
import { Tag } from "~/ui/tag.tsx";
import { quantity } from "~/values/words.ts";
import type { RowState } from "./part-form.ts";

type PartRowProps = {
  item: {
    id: string;
    title: string;
    inBrief: string[];
    state: RowState;
    inside?: { href: string; words: string } | null;
  };
  index: number;
  noun: string | null;
  isUnsaved: boolean;
  isWrong: boolean;
};

/**
 * An item as a row. The row is open if the URL asks for it, or if the item needs attention because it is new, changed
 * but not saved, or wrong.
 */
export function PartRow({ children, ...props }: PartRowProps & { children: ReactNode }) {
  const { item, index, noun, isUnsaved, isWrong } = props;
  // The state is set only once, so that no row closes while somebody types.
  const [isOpen] = useState(item.state.isAsked || isUnsaved || isWrong || item.state.mistakes > 0);
  return (
    <ItemRow
      title={item.title || `New ${noun}`}
      inBrief={item.inBrief}
      tags={<RowTags {...props} />}
      id={`row-${index}`}
      anchor={item.id ? `item-${anchorOf(item.id)}` : undefined}
      isOpen={isOpen}
      inside={item.inside}
    >
      {children}
    </ItemRow>
  );
}

function RowTags({ item, isUnsaved, isWrong }: PartRowProps) {
  const { mistakes, notes, change } = item.state;
  return (
    <>
      {isWrong && <Tag tone="error">To mend</Tag>}
      {!isWrong && mistakes > 0 && <Tag tone="error">{`${mistakes} to mend`}</Tag>}
      {notes > 0 && <Tag tone="warning">{quantity(notes, "note")}</Tag>}
      {isUnsaved ? <Tag tone="info">Not saved</Tag> : change && <Tag tone="info">{change}</Tag>}
    </>
  );
}
