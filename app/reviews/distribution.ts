import type { DistributionAct } from "~/values/types.ts";
import { Board, byCodeUnit, type Distributable, type Pair } from "./distribution-board.ts";
import { Evening } from "./distribution-evening.ts";
import { reviewMessages } from "./messages.ts";

const texts = reviewMessages.distribution;

export type DistributionLine = { uid: string; staffUid: string; act: DistributionAct; reason: string };

/**
 * How many assignments one reader has in the whole conference, before and after the plan. A reader with capacity 0 no
 * longer reads.
 */
export type ReaderLoad = { staffUid: string; capacity: number; before: number; after: number };

export type Distribution = {
  lines: DistributionLine[];
  loads: ReaderLoad[];
  shortages: { uid: string; missing: number; reason: string }[];
  /**
   * Whether loads, relative to capacity, still differ by more than one. This happens only if conflicts or readings that
   * have already begun make it impossible to even them out.
   */
  uneven: boolean;
  /** How many pairs of an application and a reader were examined. This measures the cost of the plan. */
  steps: number;
};

/**
 * Gives each application the readers that it needs. This is a pure function: the same input, in any order, gives the
 * same plan.
 *
 * - Nobody gets their own application, one with which they declared a conflict, or one from their institution. If such
 *   an assignment exists already, it is withdrawn, unless its reader has begun. An assignment whose reader has begun is
 *   never moved.
 * - Loads, relative to capacity, differ by at most one, wherever conflicts and readings that have already begun allow
 *   this.
 * - An existing assignment is moved only if every plan that keeps it would be uneven.
 *
 * First, assignments that are no longer allowed are withdrawn. Then each gap goes to the reader with the lowest load
 * relative to capacity. Then, as long as the loads of two readers differ by more than one, one assignment is moved. It
 * moves along a chain of readers (i gives to j, j to k …) that ends at a reader with a lower load. Of these chains, a
 * chain with the fewest earlier assignments is taken. Chains made only of new assignments are tried first.
 */
export function planDistribution(input: Distributable): Distribution {
  const board = new Board(input);
  const { withdrawn, loads } = takeFromAbsent(board, input);
  const causes: Causes = new Map();
  takeConflictsBack(board, causes);
  if (!input.gapsOnly) takeSurplusBack(board, causes);
  const { given, shortages } = fillGaps(board);
  const evening = new Evening(board);
  evening.even(true);
  // If the loads would be even without conflicts, applications are moved because of the conflicts. Otherwise they are
  // moved only to make the loads even.
  const forced = evening.wouldBeEven(given);
  if (!input.gapsOnly && board.isUneven()) evening.even(false);
  const moved = forced ? texts.movedForConflicts : texts.movedForEvenness;
  return {
    lines: [...withdrawn, ...linesOf(board, evening, causes, moved)].sort(
      (a, b) => byCodeUnit(a.uid, b.uid) || byCodeUnit(b.act, a.act) || byCodeUnit(a.staffUid, b.staffUid),
    ),
    loads: [
      ...board.readers.map(({ uid, capacity }, reader) => ({
        staffUid: uid,
        capacity,
        before: board.before[reader]!,
        after: board.load[reader]!,
      })),
      ...loads,
    ].sort((a, b) => byCodeUnit(a.staffUid, b.staffUid)),
    shortages: shortages.sort((a, b) => byCodeUnit(a.uid, b.uid)),
    uneven: board.isUneven(),
    steps: board.steps,
  };
}

/**
 * The reasons why assignments were taken back. The key is the number that `placeOf` returns for the assignment's pair.
 */
type Causes = Map<number, string>;

/**
 * Withdraws the assignments of readers who do not take part. An assignment stays if its reader has begun it, or if its
 * application is not being distributed. Readers whose `leftOut` is "keeps" keep all their assignments, unless they are
 * on leave. Returns the withdrawals, and the loads of the readers who do not keep their assignments.
 */
function takeFromAbsent(board: Board, { readers, assignments }: Distributable) {
  const others = new Map(readers.map((reader) => [reader.uid, reader]));
  const loads = new Map<string, ReaderLoad>();
  const withdrawn: DistributionLine[] = [];
  for (const { uid, staffUid, started } of assignments) {
    if (board.columnOf.has(staffUid)) continue;
    const application = board.rowOf.get(uid);
    const other = others.get(staffUid);
    const keeps = other?.leftOut === "keeps" && !other.onLeave;
    const goes = application !== undefined && !started && !keeps;
    if (application !== undefined && !goes) board.count[application]! += 1;
    if (keeps) continue;
    const load = loads.get(staffUid) ?? { staffUid, capacity: 0, before: 0, after: 0 };
    loads.set(staffUid, { ...load, before: load.before + 1, after: load.after + (goes ? 0 : 1) });
    if (!goes) continue;
    const reason = other === undefined ? texts.leftStaff : other.onLeave ? texts.onLeave : texts.leftOut;
    withdrawn.push({ uid, staffUid, act: "withdraw", reason });
  }
  return { withdrawn, loads: loads.values() };
}

/** Takes back every assignment with a conflict, unless the reader has begun it. */
function takeConflictsBack(board: Board, causes: Causes) {
  for (const [reader, kept] of board.kept.entries()) {
    for (const application of [...kept]) {
      const conflict = board.conflictOfPair({ application, reader });
      if (conflict) takeBack(board, causes, { application, reader }, texts.becameConflict[conflict]);
    }
  }
}

/**
 * If an application has too many readers, takes it back from readers who have not begun it. It is taken back first from
 * the reader with the highest load.
 */
function takeSurplusBack(board: Board, causes: Causes) {
  for (const [application, { readers }] of board.applications.entries()) {
    while (board.count[application]! > readers) {
      const holders = board.columns().filter((reader) => board.kept[reader]!.has(application));
      const [most] = holders.sort(
        (a, b) =>
          board.compareLoads(board.load[b]!, b, board.load[a]!, a) || board.compareTies(application, a, b),
      );
      if (most === undefined) break;
      takeBack(board, causes, { application, reader: most }, texts.surplus(readers));
    }
  }
}

function takeBack(board: Board, causes: Causes, pair: Pair, reason: string) {
  board.lift(pair);
  board.count[pair.application]! -= 1;
  causes.set(board.placeOf(pair), reason);
}

/** Gives each gap to the most suitable reader. Returns the number of assignments made, and the gaps that are left. */
function fillGaps(board: Board) {
  let given = 0;
  const shortages: Distribution["shortages"] = [];
  for (const [application, { uid, readers }] of board.applications.entries()) {
    while (board.count[application]! < readers) {
      const reader = lowest(board, application);
      if (reader === null) {
        const missing = readers - board.count[application]!;
        const reason = texts.shortage(board.excluded(application), board.readers.length);
        shortages.push({ uid, missing, reason });
        break;
      }
      board.put({ application, reader });
      board.count[application]! += 1;
      given += 1;
    }
  }
  return { given, shortages };
}

/** The reader with the lowest load, relative to capacity, among those who may take the application; null if none may. */
function lowest(board: Board, application: number): number | null {
  let best: number | null = null;
  for (const reader of board.columns()) {
    if (!board.mayTake(application, reader)) continue;
    if (best === null) best = reader;
    else {
      const order =
        board.compareLoads(board.load[reader]! + 1, reader, board.load[best]! + 1, best) ||
        board.compareTies(application, reader, best);
      if (order < 0) best = reader;
    }
  }
  return best;
}

/** The lines of the plan, each with its reason. `moved` is the reason of a line that evens out the loads. */
function linesOf(board: Board, evening: Evening, causes: Causes, moved: string): DistributionLine[] {
  const lines: DistributionLine[] = [];
  for (const [application, { uid }] of board.applications.entries()) {
    const given: number[] = [];
    let loses = false;
    for (const [reader, { uid: staffUid }] of board.readers.entries()) {
      if (board.isGiven({ application, reader })) given.push(reader);
      else if (board.isTaken({ application, reader })) {
        const cause = causes.get(board.placeOf({ application, reader }));
        loses ||= cause === undefined;
        lines.push({ uid, staffUid, act: "withdraw", reason: cause ?? moved });
      }
    }
    for (const reader of given) {
      const isChained = evening.isChained({ application, reader });
      const why = (isChained ? texts.evenedOut : texts.lowestLoad)(board.excluded(application));
      const reason = loses && isChained ? moved : why;
      lines.push({ uid, staffUid: board.readers[reader]!.uid, act: "assign", reason });
    }
  }
  return lines;
}
