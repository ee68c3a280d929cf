import type { ReactNode } from "react";

export const TONES = ["done", "active", "todo", "blocked", "success", "error", "info", "warning"] as const;
export type Tone = (typeof TONES)[number];

/** A state in one or two words. Where there are no styles, the space after it separates it from its neighbours. */
export function Tag({ tone, id, children }: { tone: Tone; id?: string; children: ReactNode }) {
  return (
    <>
      <span className="tag" data-tone={tone} id={id}>
        {children}
      </span>{" "}
    </>
  );
}
