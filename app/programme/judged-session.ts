import type { ScheduleAct } from "~/values/types.ts";
import { programmeMessages } from "./messages.ts";
import type { Cells, Draft } from "./schedule-cells.ts";

/** A session as it is shown, and its changes. */
type Shown = { cells: Cells; changes: [what: string, before: string, after: string][] };

/** One line and its outcome: a session with its changes, or the reason why it is refused. */
export type JudgedSession = {
  line: number;
  act: ScheduleAct;
  sessionId: string | null;
  seenVersion: number | null;
  /**
   * Null in a refused line. `before` is the content that the line replaces, kept so that the line can be undone.
   * `isTakenOut` means that the session leaves the programme.
   */
  session: (Draft & Shown & { before?: Draft & Pick<Shown, "cells">; isTakenOut?: boolean }) | null;
  problem: string | null;
};

/**
 * The line that undoes an applied line of a plan: a changed session becomes what it was before, and an added session
 * leaves the programme. The line is refused if the session has changed since.
 *
 * @param version the session's present version; undefined if the session no longer exists.
 */
export function undoLine(done: JudgedSession, version: number | undefined): JudgedSession {
  const { line, sessionId, session, seenVersion } = done;
  if (!session || version !== (seenVersion ?? 0) + 1)
    return {
      ...{ line, act: "refused", sessionId, seenVersion: null, session: null },
      problem: [session && `“${session.title.slice(0, 60)}”:`, programmeMessages.plan.changedSince]
        .filter(Boolean)
        .join(" "),
    };
  const { before, changes, isTakenOut: _, ...added } = session;
  const { inIt, takenOut } = programmeMessages.plan;
  return {
    ...{ line, act: "change", sessionId, seenVersion: version, problem: null },
    session: before
      ? { ...before, changes: changes.map(([what, old, present]) => [what, present, old]) }
      : {
          ...added,
          ...{ roomId: null, trackId: null, speakers: [] },
          changes: [[programmeMessages.plan.session, inIt, takenOut]],
          isTakenOut: true,
        },
  };
}
