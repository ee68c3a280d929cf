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
 * A list that staff put in order. Each button moves an item past its neighbour with a post. Scripts add
 * dragging and keys, which post the same form.
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
              <Shift
                direction="up"
                title={title}
                side="before"
                neighbour={items[index - 1]?.id}
                first={index === 0}
              />
              <Shift
                direction="down"
                title={title}
                side="after"
                neighbour={items[index + 1]?.id}
                first={index === items.length - 1}
              />
            </PostForm>
          </li>
        ))}
      </ol>
    </sortable-list>
  );
}

function Shift({
  direction,
  title,
  side,
  neighbour,
  first,
}: {
  direction: "up" | "down";
  title: string;
  side: "before" | "after";
  neighbour?: string;
  first: boolean;
}) {
  return (
    <Button
      variant="quiet"
      name="to"
      value={`${side} ${neighbour ?? ""}`}
      disabled={first}
      aria-label={`Move ${title} ${direction}`}
      data-direction={direction}
    >
      <span aria-hidden="true">{direction === "up" ? "↑" : "↓"}</span>
    </Button>
  );
}
