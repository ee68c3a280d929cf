import { programmeMessages } from "./messages.ts";
import { type Clash, conflictsAmong, wallTimes } from "./programme.ts";
import type { Names, PresentSession, Programme } from "./schedule-cells.ts";
import type { KeyedLine } from "./schedule-line.ts";

const asRefused = (line: KeyedLine, problem: string): KeyedLine => {
  const sentences = [line.problem ?? (line.session && `“${line.session.title.slice(0, 60)}”:`), problem];
  return { ...line, act: "refused", session: null, problem: sentences.filter(Boolean).join(" ") };
};

/** Refuses lines about the same session; the message of each line gives the number of another such line. */
export function refuseTwice(lines: KeyedLine[]): KeyedLine[] {
  const linesOf = new Map<string, number[]>();
  for (const { key, line } of lines) {
    if (key !== "") linesOf.set(key, [...(linesOf.get(key) ?? []), line]);
  }
  return lines.map((line) => {
    const others = (linesOf.get(line.key) ?? []).filter((other) => other !== line.line);
    return others.length === 0 ? line : asRefused(line, programmeMessages.file.twice(others.slice(0, 3)));
  });
}

type Standing = PresentSession & { line: KeyedLine | null };

/**
 * Refuses lines that would put a room or a speaker into two sessions at the same time; the message of each line names
 * the other session.
 */
export function refuseConflicts(lines: KeyedLine[], programme: Programme, names: Names): KeyedLine[] {
  const changing = lines.filter(({ act }) => act === "create" || act === "change");
  const replaced = new Map(changing.map((line) => [line.sessionId!, line]));
  const byId = new Map(programme.sessions.map((session) => [session.id, session]));
  const standing: Standing[] = [
    ...programme.sessions
      .filter(({ id }) => !replaced.has(id))
      .map((session) => ({ ...session, line: null })),
    ...changing.map((line) => ({
      ...line.session!,
      id: line.sessionId!,
      version: 0,
      cancelledAt: byId.get(line.sessionId!)?.cancelledAt ?? null,
      line,
    })),
  ];
  const problems = new Map<KeyedLine, string[]>();
  for (const conflict of conflictsAmong(standing)) {
    const [one, other] = conflict.sessions;
    for (const [mine, theirs] of [
      [one, other],
      [other, one],
    ] as const) {
      if (mine.line)
        problems.set(mine.line, [...(problems.get(mine.line) ?? []), told(conflict, mine, theirs)]);
    }
  }
  return lines.map((line) => {
    const sentences = problems.get(line);
    return sentences ? asRefused(line, sentences.slice(0, 3).join(" ")) : line;
  });

  function told({ kind, what }: Clash<Standing>, mine: Standing, { line, ...theirs }: Standing): string {
    const { cells } = mine.line!.session!;
    const { day, start, end } = wallTimes(theirs, programme.timeZone);
    const when = `${day} ${start}–${end}`;
    const called = theirs.title.slice(0, 60);
    const session = line
      ? programmeMessages.editing.sessionInLine(called, line.line)
      : programmeMessages.editing.session(called);
    return kind === "room"
      ? programmeMessages.editing.roomTaken(cells.room, session, when)
      : programmeMessages.editing.speakerTaken(names.speakerLabels.get(what) ?? what, session, when);
  }
}
