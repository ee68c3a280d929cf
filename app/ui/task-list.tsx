import { useId } from "react";
import { Tag } from "./tag.tsx";

export type Task = {
  /** If this is left out, the task cannot be opened yet. */
  href?: string;
  title: string;
  hint?: string;
  state: string;
  tone: "done" | "active" | "todo" | "blocked";
};

/** Tasks that may be done in any order, each with its state. */
export function TaskList({ items }: { items: Task[] }) {
  const id = useId();
  return (
    <ul className="rows">
      {items.map(({ href, title, hint, state, tone }, index) => (
        <li className="task" key={title}>
          <div>
            {href ? (
              <a href={href} aria-describedby={`${id}${index}`}>
                {title}
              </a>
            ) : (
              <span className="muted">{title}</span>
            )}
            {hint && <div className="hint">{hint}</div>}
          </div>
          <Tag tone={tone} id={`${id}${index}`}>
            {state}
          </Tag>
        </li>
      ))}
    </ul>
  );
}
