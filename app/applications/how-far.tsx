import type { DraftProgress } from "./draft-progress.ts";

/** How complete an application is: a bar for its answers, and the number of complete sections. */
export function HowFar({ done, of, answered, asked }: Omit<DraftProgress, "isBegun" | "next">) {
  return (
    <>
      <progress max={asked} value={answered} aria-label="Answers given" />{" "}
      {`${answered} of ${asked} answers, ${done} of ${of} sections complete`}
    </>
  );
}
