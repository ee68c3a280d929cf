import { hash, mix } from "~/values/hash.ts";
import { type Conflict, institutionKey } from "./reading-conflicts.ts";
import type { Reader } from "./who-takes-part.ts";

/** An application that `readers` different people should read. */
export type Unread = { uid: string; institution: string | null; readers: number };

/**
 * A reader's assignment to a delegate's application. `started` means that the reader has reviewed the application or
 * commented on it.
 */
export type Assignment = { uid: string; staffUid: string; started: boolean };

export type Distributable = {
  applications: Unread[];
  /**
   * Everybody who reads applications, including those who do not take part. Anybody else who has an assignment counts
   * as having left the staff.
   */
  readers: Reader[];
  /**
   * All assignments of the conference. Assignments to applications that are not listed above count as load, but are
   * never moved.
   */
  assignments: Assignment[];
  /** The conflicts that readers have declared. */
  conflicts: { uid: string; staffUid: string }[];
  /** The text that decides between equally suitable readers. The same seed always gives the same result. */
  seed: string;
  /**
   * If true, readers who take part keep every assignment that has no conflict, however uneven their loads are. Then
   * only applications that have too few readers are assigned.
   */
  gapsOnly?: boolean;
};

const CONFLICTS: (Conflict | null)[] = [null, "self", "declared", "institution"];

/** The possible states of a pair of one application and one reader. */
const NOTHING = 0;
/** An assignment that stays, because the reader has begun or the application is not being distributed. */
const FIXED = 1;
/** An earlier assignment that the reader has not begun. */
const KEPT = 2;
const FRESH = 3;

/** An application and a reader, as numbers of a row and a column of the board. */
export type Pair = { application: number; reader: number };

/**
 * Who reads which application while a plan is made: a row for each application that is distributed, and a column for
 * each reader who takes part. The order of rows and columns does not depend on the order of the input.
 */
export class Board {
  readonly applications: readonly Unread[];
  readonly readers: readonly Reader[];
  readonly rowOf: ReadonlyMap<string, number>;
  readonly columnOf: ReadonlyMap<string, number>;
  /** For each pair of application and reader: an index into CONFLICTS. */
  readonly #conflict: Uint8Array;
  /** For each pair of application and reader: NOTHING, FIXED, KEPT or FRESH. `#was` is the state before the plan. */
  readonly #state: Uint8Array;
  readonly #was: Uint8Array;
  /**
   * For each reader, the applications that could be moved to another reader: newly assigned ones (`fresh`) and earlier
   * ones (`kept`).
   */
  readonly fresh: readonly Set<number>[];
  readonly kept: readonly Set<number>[];
  /** For each reader, the number of assignments now (`load`) and before the plan (`before`). */
  readonly load: number[];
  readonly before: readonly number[];
  /**
   * For each application, the number of its readers. `takeFromAbsent` also counts the readers who do not take part but
   * keep the application.
   */
  readonly count: number[];
  readonly #appTie: number[];
  readonly #readerTie: number[];
  #steps = 0;

  constructor({ applications, readers, assignments, conflicts, seed }: Distributable) {
    const byUid = (a: { uid: string }, b: { uid: string }) => byCodeUnit(a.uid, b.uid);
    this.applications = applications
      .map((application) => ({ application, tie: hash(`${seed} ${application.uid}`) }))
      .sort((a, b) => a.tie - b.tie || byUid(a.application, b.application))
      .map(({ application }) => application);
    this.readers = readers
      .filter(({ onLeave, leftOut, capacity }) => !onLeave && !leftOut && capacity > 0)
      .sort(byUid);
    const pairs = this.applications.length * this.readers.length;
    this.#appTie = this.applications.map(({ uid }) => hash(`${uid} ${seed}`));
    this.#readerTie = this.readers.map(({ uid }) => hash(`${seed} ${uid}`));
    this.#state = new Uint8Array(pairs);
    this.#conflict = new Uint8Array(pairs);
    this.fresh = this.readers.map(() => new Set<number>());
    this.kept = this.readers.map(() => new Set<number>());
    this.load = this.readers.map(() => 0);
    this.count = this.applications.map(() => 0);
    this.rowOf = new Map(this.applications.map(({ uid }, index) => [uid, index]));
    this.columnOf = new Map(this.readers.map(({ uid }, index) => [uid, index]));
    this.#markConflicts(conflicts);
    const row = ({ uid }: Assignment) => this.rowOf.get(uid) ?? -1;
    const inOrder = [...assignments].sort(
      (a, b) => row(a) - row(b) || byCodeUnit(a.staffUid, b.staffUid) || byUid(a, b),
    );
    for (const assigned of inOrder) this.#place(assigned);
    this.#was = this.#state.slice();
    this.before = [...this.load];
  }

  #markConflicts(declared: Distributable["conflicts"]) {
    const mark = (application: number, reader: number, conflict: Conflict) => {
      this.#conflict[this.placeOf({ application, reader })] = CONFLICTS.indexOf(conflict);
    };
    const fellows = new Map<string, number[]>();
    for (const [index, { institution }] of this.readers.entries()) {
      const key = institutionKey(institution);
      if (key !== "") fellows.set(key, [...(fellows.get(key) ?? []), index]);
    }
    for (const [index, { institution }] of this.applications.entries()) {
      for (const reader of fellows.get(institutionKey(institution)) ?? []) mark(index, reader, "institution");
    }
    for (const { uid, staffUid } of declared) {
      const [application, reader] = [this.rowOf.get(uid), this.columnOf.get(staffUid)];
      if (application !== undefined && reader !== undefined) mark(application, reader, "declared");
    }
    for (const [index, { uid }] of this.readers.entries()) {
      const application = this.rowOf.get(uid);
      if (application !== undefined) mark(application, index, "self");
    }
  }

  #place({ uid, staffUid, started }: Assignment) {
    const [application, reader] = [this.rowOf.get(uid), this.columnOf.get(staffUid)];
    if (reader === undefined) return;
    this.load[reader]! += 1;
    if (application === undefined) return;
    this.count[application]! += 1;
    this.#state[this.placeOf({ application, reader })] = started ? FIXED : KEPT;
    if (!started) this.kept[reader]!.add(application);
  }

  /** The number of a pair. No two pairs have the same number. */
  placeOf({ application, reader }: Pair): number {
    return application * this.readers.length + reader;
  }

  /** The numbers of all readers who take part. */
  columns(): number[] {
    return Array.from({ length: this.readers.length }, (_, reader) => reader);
  }

  /** Why the reader must not read the application; null if they may. */
  conflictOfPair(pair: Pair): Conflict | null {
    return CONFLICTS[this.#conflict[this.placeOf(pair)]!]!;
  }

  /** Whether the reader may read the application and does not have it. */
  mayTake(application: number, reader: number): boolean {
    this.#steps += 1;
    const place = this.placeOf({ application, reader });
    return this.#state[place] === NOTHING && this.#conflict[place] === 0;
  }

  /** How often `mayTake` was called. This measures the cost of a plan. */
  get steps(): number {
    return this.#steps;
  }

  /** Whether the plan gives the application to the reader, who did not have it before. */
  isGiven(pair: Pair): boolean {
    return this.#state[this.placeOf(pair)] === FRESH;
  }

  /** Whether the plan takes the application from the reader, who had it before. */
  isTaken(pair: Pair): boolean {
    const place = this.placeOf(pair);
    return this.#was[place] === KEPT && this.#state[place] === NOTHING;
  }

  /** Gives the application to the reader. If they had it before the plan, they simply keep it. */
  put({ application, reader }: Pair) {
    const place = this.placeOf({ application, reader });
    const isBack = this.#was[place] === KEPT;
    this.#state[place] = isBack ? KEPT : FRESH;
    (isBack ? this.kept : this.fresh)[reader]!.add(application);
    this.load[reader]! += 1;
  }

  /** Takes the application from the reader. */
  lift({ application, reader }: Pair) {
    this.fresh[reader]!.delete(application);
    this.kept[reader]!.delete(application);
    this.#state[this.placeOf({ application, reader })] = NOTHING;
    this.load[reader]! -= 1;
  }

  /** For each kind of conflict, how many readers must not read the application because of it. */
  excluded(application: number): Record<Conflict, number> {
    const excluded = { self: 0, declared: 0, institution: 0 };
    for (const reader of this.columns()) {
      const conflict = this.conflictOfPair({ application, reader });
      if (conflict) excluded[conflict] += 1;
    }
    return excluded;
  }

  /** Whether any two of the loads, relative to the capacity of their readers, differ by more than one. */
  areUneven(loads: readonly number[]): boolean {
    const ratios = loads.map((load, reader) => [load, this.readers[reader]!.capacity] as const);
    return ratios.some(([a, ca]) => ratios.some(([b, cb]) => a * cb - b * ca > ca * cb));
  }

  isUneven(): boolean {
    return this.areUneven(this.load);
  }

  /** Compares two readers' loads, each relative to the reader's capacity; positive if the first is higher. */
  compareLoads(loadA: number, a: number, loadB: number, b: number): number {
    return loadA * this.readers[b]!.capacity - loadB * this.readers[a]!.capacity;
  }

  /** Whether the load of `a`, relative to capacity, is more than one above the load of `b`. */
  isFarAbove(a: number, b: number): boolean {
    const [ca, cb] = [this.readers[a]!.capacity, this.readers[b]!.capacity];
    return this.load[a]! * cb - this.load[b]! * ca > ca * cb;
  }

  /** Whether the load of the reader is more than one above the load of some other reader. */
  isAbove(reader: number): boolean {
    return this.columns().some((other) => this.isFarAbove(reader, other));
  }

  /** Whether the loads of two readers, relative to capacity, are equal. */
  isLevel(a: number, b: number): boolean {
    return this.compareLoads(this.load[a]!, a, this.load[b]!, b) === 0;
  }

  /** All readers who take part, the one with the highest load relative to capacity first. */
  highestFirst(): number[] {
    return this.columns().sort(
      (a, b) => this.compareLoads(this.load[b]!, b, this.load[a]!, a) || this.compareReaders(a, b) || a - b,
    );
  }

  /** Decides between two readers who are equally suitable for an application. */
  compareTies(application: number, a: number, b: number): number {
    const tie = (reader: number) => mix(this.#appTie[application]! ^ this.#readerTie[reader]!);
    return tie(a) - tie(b) || a - b;
  }

  /** Decides between two readers with equal loads. */
  compareReaders(a: number, b: number): number {
    return this.#readerTie[a]! - this.#readerTie[b]!;
  }
}

/** Compares by code unit, so that a plan does not depend on the locale. */
export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
