import type { ReactNode } from "react";
import { Tag } from "~/ui/tag.tsx";

export type Step = {
  title: string;
  href?: string;
  state: string;
  /** "active" is the next step. */
  tone: "done" | "active" | "todo" | "blocked";
  detail?: ReactNode;
};

/** A delegate's progress in a few steps, with done ones ticked and the next one highlighted. */
export function ProgressSteps({ steps, label = "Your progress" }: { steps: Step[]; label?: string }) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map(({ title, href, state, tone, detail }, index) => (
        <li key={title} data-tone={tone} aria-current={tone === "active" ? "step" : undefined}>
          <span className="marker" aria-hidden="true">
            {tone === "done" ? <span className="tick" /> : index + 1}
          </span>
          <div className="stack tight">
            <h2>{href ? <a href={href}>{title}</a> : title}</h2>
            <div>
              <Tag tone={tone}>{state}</Tag>
            </div>
            {detail && <div className="hint">{detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
