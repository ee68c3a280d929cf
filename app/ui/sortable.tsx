import type { HTMLAttributes } from "react";
import { Button } from "./button.tsx";
import { PostForm } from "./post-form.tsx";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "sortable-list": HTMLAttributes<HTMLElement>;
    }
  }
}

export type SortableItem = { id: string; title: string; note?: string };

/**
 * A list that staff sort, with a row for each item. Its buttons move an item past its neighbour, or to the top; each
 * button posts a form. With scripts, items can also be dragged or moved with keys, which posts the same form.
 */
export function Sortable({
  list,
  category,
  label,
  items,
}: {
  list: "speakers" | "categories" | "videos";
  category?: string;
  label: string;
  items: SortableItem[];
}) {
  const common = (
    <>
      <input type="hidden" name="list" value={list} />
      {category && <input type="hidden" name="category" value={category} />}
    </>
  );
  return (
    <sortable-list>
      <PostForm className="sortable-form" hidden>
        {common}
        <input type="hidden" name="item" />
        <input type="hidden" name="to" />
      </PostForm>
      <ol className="sortable" aria-label={label}>
        {items.map(({ id, title, note }, index) => (
          <li key={id} data-id={id} id={`${list}-${id}`}>
            <span className="sortable-title">
              {title}
              {note && <small className="hint">{note}</small>}
            </span>
            <PostForm className="cluster" action={`#${list}-${id}`}>
              {common}
              <input type="hidden" name="item" value={id} />
              <Shift direction="top" title={title} past={index > 0 ? items[0] : undefined} />
              <Shift direction="up" title={title} past={items[index - 1]} />
              <Shift direction="down" title={title} past={items[index + 1]} />
            </PostForm>
          </li>
        ))}
      </ol>
    </sortable-list>
  );
}

const SHIFTS = {
  top: { side: "before", label: (title: string) => `Move ${title} to the top`, sign: "↑", word: "Top" },
  up: { side: "before", label: (title: string) => `Move ${title} up`, sign: "↑", word: "" },
  down: { side: "after", label: (title: string) => `Move ${title} down`, sign: "↓", word: "" },
};

function Shift({
  direction,
  title,
  past,
}: {
  direction: keyof typeof SHIFTS;
  title: string;
  /** The item past which the button moves its own item; undefined if its own item cannot be moved any further. */
  past: SortableItem | undefined;
}) {
  const { side, label, sign, word } = SHIFTS[direction];
  return (
    <Button
      variant="quiet"
      name="to"
      value={`${side} ${past?.id ?? ""}`}
      disabled={!past}
      aria-label={label(title)}
      data-direction={direction}
    >
      <span aria-hidden="true">{sign}</span>
      {word}
    </Button>
  );
}
