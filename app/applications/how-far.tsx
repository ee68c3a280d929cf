import type { DraftProgress } from "./draft-progress.ts";

/** How far an application is: a bar of its answers, and how many sections are complete. */
export function HowFar({ done, of, answered, asked }: Omit<DraftProgress, "isBegun" | "next">) {
  return (
    <>
      <progress max={asked} value={answered} aria-label="Answers given" />{" "}
      {`${answered} of ${asked} answers, ${done} of ${of} sections complete`}
    </>
  );
}
