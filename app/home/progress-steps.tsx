import { Tag } from "~/ui/tag.tsx";

export type Step = {
  title: string;
  href: string;
  state: string;
  /** "active" marks the next step. */
  tone: "done" | "active" | "todo";
};

/** A delegate's progress in a few steps. Finished steps are ticked, and the next one is highlighted. */
export function ProgressSteps({ steps }: { steps: Step[] }) {
  return (
    <ol className="steps" aria-label="Your progress">
      {steps.map(({ title, href, state, tone }, index) => (
        <li key={title} data-tone={tone} aria-current={tone === "active" ? "step" : undefined}>
          <span className="marker" aria-hidden="true">
            {tone === "done" ? <span className="tick" /> : index + 1}
          </span>
          <h3>{tone === "todo" ? <span>{title}</span> : <a href={href}>{title}</a>}</h3>{" "}
          <Tag tone={tone}>{state}</Tag>
        </li>
      ))}
    </ol>
  );
}
