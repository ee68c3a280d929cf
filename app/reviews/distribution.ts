import type { Ability } from "~/values/abilities.ts";
import { hash, mix } from "~/values/hash.ts";
import { searchWordsOf } from "~/values/search.ts";
import type { DistributionAct } from "~/values/types.ts";
import { reviewMessages } from "./messages.ts";

/** An application that `readers` different people should read. */
export type Unread = { uid: string; institution: string | null; readers: number };

/** The most shares of the applications that one reader can get. */
export const MOST_CAPACITY = 10;

/** The name of the field with the capacity of the reader with this uid. */
export const shareField = (reader: string) => `share.${reader}`;

/**
 * A member of the staff. `capacity` is relative: a reader with 2 gets twice as many applications as a reader with 1.
 */
export type Reader = {
  uid: string;
  capacity: number;
  onLeave: boolean;
  institution: string | null;
  /**
   * What happens to the assignments of a reader who does not take part. "keeps": the reader keeps them. "returns": the
   * applications that are distributed are taken back, unless the reader has begun them. Absent for readers who take
   * part.
   */
  leftOut?: LeftOut;
};

/** What happens to the applications of readers who do not take part in a distribution. */
export const LEFT_OUT = ["keeps", "returns"] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/**
 * The readers who take part unless a director chooses them by name. Readers with the ability "money" or "everything" do
 * not take part, because treasurers and directors have other work. If that leaves nobody, all readers take part.
 */
export function usualReaders<Someone extends { abilities: readonly Ability[] }>(
  readers: readonly Someone[],
): readonly Someone[] {
  const usual = readers.filter(
    ({ abilities }) => !abilities.includes("money") && !abilities.includes("everything"),
  );
  return usual.length > 0 ? usual : readers;
}

/**
 * A reader's assignment to a delegate's application. `started` means that the reader has reviewed the application or
 * commented on it.
 */
export type Assignment = { uid: string; staffUid: string; started: boolean };

export type Distributable = {
  applications: Unread[];
  /** Everybody on the staff. A reader who has an assignment but is not listed here has left the staff. */
  readers: Reader[];
  /**
   * All assignments of the conference. Assignments to applications that are not listed above count as load, but are
   * never moved.
   */
  assignments: Assignment[];
  /** The conflicts that readers have declared. */
  conflicts: { uid: string; staffUid: string }[];
  /** Decides between equally suitable readers. The same seed always gives the same result. */
  seed: string;
  /**
   * If true, nothing is taken from active readers, however uneven their loads are. Then only applications that have
   * lost a reader are assigned again.
   */
  gapsOnly?: boolean;
};

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

export type Conflict = "self" | "declared" | "institution";

/** A key that is the same for all spellings of an institution's name. */
export const institutionKey = (institution: string | null): string =>
  searchWordsOf(institution ?? "").join(" ");

/** Why a reader must not read an application; null if they may. */
export function conflictOf(
  application: { uid: string; institution: string | null },
  reader: { uid: string; institution: string | null },
  isDeclared: boolean,
): Conflict | null {
  if (application.uid === reader.uid) return "self";
  if (isDeclared) return "declared";
  const key = institutionKey(application.institution);
  return key !== "" && key === institutionKey(reader.institution) ? "institution" : null;
}

const texts = reviewMessages.distribution;
const CONFLICTS: (Conflict | null)[] = [null, "self", "declared", "institution"];

/** The possible states of a pair of one application and one reader. */
const NOTHING = 0;
/** An assignment that stays, because the reader has begun or the application is not being distributed. */
const FIXED = 1;
/** An earlier assignment that the reader has not begun. */
const KEPT = 2;
const FRESH = 3;

type Pair = { application: number; reader: number };

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
 * moves along the shortest chain of readers (i gives to j, j to k …) that ends at a reader with a lower load. Chains
 * made only of new assignments are tried first.
 */
export function planDistribution(input: Distributable): Distribution {
  return new Board(input).plan();
}

class Board {
  readonly #applications: Unread[];
  readonly #readers: Reader[];
  readonly #width: number;
  /** For each pair of application and reader: an index into CONFLICTS. */
  readonly #conflict: Uint8Array;
  /** For each pair of application and reader: NOTHING, FIXED, KEPT or FRESH. `#was` is the state before the plan. */
  readonly #state: Uint8Array;
  readonly #was: Uint8Array;
  /**
   * For each reader, the applications that could be moved to another reader: newly assigned ones (`#fresh`) and earlier
   * ones (`#kept`).
   */
  readonly #fresh: Set<number>[];
  readonly #kept: Set<number>[];
  readonly #load: number[];
  readonly #before: number[];
  /** For each application, the number of its readers, including former readers who had already begun to read it. */
  readonly #count: number[];
  readonly #appTie: number[];
  readonly #readerTie: number[];
  readonly #away = new Map<string, ReaderLoad>();
  /** Assignments that are withdrawn because their reader is on leave or has left. */
  readonly #withdrawn: DistributionLine[] = [];
  readonly #cause = new Map<number, string>();
  /** Pairs that were assigned by moving along a chain instead of filling a gap. */
  readonly #chained = new Set<number>();
  readonly #shortages: Distribution["shortages"] = [];
  readonly #gapsOnly: boolean;
  #steps = 0;

  constructor({ applications, readers, assignments, conflicts, seed, gapsOnly = false }: Distributable) {
    const byUid = (a: { uid: string }, b: { uid: string }) => compare(a.uid, b.uid);
    this.#applications = applications
      .map((application) => ({ application, tie: hash(`${seed} ${application.uid}`) }))
      .sort((a, b) => a.tie - b.tie || byUid(a.application, b.application))
      .map(({ application }) => application);
    this.#readers = readers
      .filter(({ onLeave, leftOut, capacity }) => !onLeave && !leftOut && capacity > 0)
      .sort(byUid);
    this.#gapsOnly = gapsOnly;
    const height = this.#applications.length;
    this.#width = this.#readers.length;
    this.#appTie = this.#applications.map(({ uid }) => hash(`${uid} ${seed}`));
    this.#readerTie = this.#readers.map(({ uid }) => hash(`${seed} ${uid}`));
    this.#state = new Uint8Array(height * this.#width);
    this.#conflict = new Uint8Array(height * this.#width);
    this.#fresh = this.#readers.map(() => new Set<number>());
    this.#kept = this.#readers.map(() => new Set<number>());
    this.#load = this.#readers.map(() => 0);
    this.#count = this.#applications.map(() => 0);

    const rowOf = new Map(this.#applications.map(({ uid }, index) => [uid, index]));
    const columnOf = new Map(this.#readers.map(({ uid }, index) => [uid, index]));
    this.#markConflicts(conflicts, rowOf, columnOf);
    const others = new Map(readers.map((reader) => [reader.uid, reader]));
    const places = (assigned: Assignment) => rowOf.get(assigned.uid) ?? -1;
    const inOrder = [...assignments].sort(
      (a, b) => places(a) - places(b) || compare(a.staffUid, b.staffUid) || compare(a.uid, b.uid),
    );
    for (const assigned of inOrder) {
      this.#place(assigned, rowOf.get(assigned.uid), columnOf.get(assigned.staffUid), others);
    }
    this.#was = this.#state.slice();
    this.#before = [...this.#load];
  }

  plan(): Distribution {
    this.#takeConflictsBack();
    if (!this.#gapsOnly) this.#takeSurplusBack();
    const given = this.#fillGaps();
    this.#even(true);
    // If the loads would be even without conflicts, then the conflicts are the reason why they are not.
    const forced = this.#wouldBeEven(given);
    if (!this.#gapsOnly && this.#isUneven()) this.#even(false);
    return {
      lines: this.#lines(forced ? texts.movedForConflicts : texts.movedForEvenness),
      loads: [
        ...this.#readers.map(({ uid, capacity }, reader) => ({
          staffUid: uid,
          capacity,
          before: this.#before[reader]!,
          after: this.#load[reader]!,
        })),
        ...this.#away.values(),
      ].sort((a, b) => compare(a.staffUid, b.staffUid)),
      shortages: this.#shortages.sort((a, b) => compare(a.uid, b.uid)),
      uneven: this.#isUneven(),
      steps: this.#steps,
    };
  }

  #markConflicts(
    declared: Distributable["conflicts"],
    rowOf: Map<string, number>,
    columnOf: Map<string, number>,
  ) {
    const mark = (application: number, reader: number, conflict: Conflict) => {
      this.#conflict[application * this.#width + reader] = CONFLICTS.indexOf(conflict);
    };
    const fellows = new Map<string, number[]>();
    for (const [index, { institution }] of this.#readers.entries()) {
      const key = institutionKey(institution);
      if (key !== "") fellows.set(key, [...(fellows.get(key) ?? []), index]);
    }
    for (const [index, { institution }] of this.#applications.entries()) {
      for (const reader of fellows.get(institutionKey(institution)) ?? []) mark(index, reader, "institution");
    }
    for (const { uid, staffUid } of declared) {
      const [application, reader] = [rowOf.get(uid), columnOf.get(staffUid)];
      if (application !== undefined && reader !== undefined) mark(application, reader, "declared");
    }
    for (const [index, { uid }] of this.#readers.entries()) {
      const application = rowOf.get(uid);
      if (application !== undefined) mark(application, index, "self");
    }
  }

  #place(
    assigned: Assignment,
    application: number | undefined,
    reader: number | undefined,
    others: Map<string, Reader>,
  ) {
    const { uid, staffUid, started } = assigned;
    if (reader === undefined) {
      const other = others.get(staffUid);
      const keeps = other?.leftOut === "keeps" && !other.onLeave;
      if (application !== undefined && keeps) this.#count[application]! += 1;
      if (keeps) return;
      const goes = application !== undefined && !started;
      const load = this.#away.get(staffUid) ?? { staffUid, capacity: 0, before: 0, after: 0 };
      this.#away.set(staffUid, { ...load, before: load.before + 1, after: load.after + (goes ? 0 : 1) });
      if (goes) {
        const reason = other === undefined ? texts.leftStaff : other.onLeave ? texts.onLeave : texts.leftOut;
        this.#withdrawn.push({ uid, staffUid, act: "withdraw", reason });
      } else if (application !== undefined) this.#count[application]! += 1;
      return;
    }
    this.#load[reader]! += 1;
    if (application === undefined) return;
    this.#count[application]! += 1;
    this.#state[application * this.#width + reader] = started ? FIXED : KEPT;
    if (!started) this.#kept[reader]!.add(application);
  }

  #takeConflictsBack() {
    for (const [reader, kept] of this.#kept.entries()) {
      for (const application of [...kept]) {
        const conflict = CONFLICTS[this.#conflict[application * this.#width + reader]!];
        if (conflict) this.#takeBack({ application, reader }, texts.becameConflict[conflict]);
      }
    }
  }

  #takeSurplusBack() {
    for (const [application, { readers }] of this.#applications.entries()) {
      while (this.#count[application]! > readers) {
        const holders = this.#columns().filter((reader) => this.#kept[reader]!.has(application));
        const [most] = holders.sort(
          (a, b) =>
            this.#compareLoads(this.#load[b]!, b, this.#load[a]!, a) || this.#compareTies(application, a, b),
        );
        if (most === undefined) break;
        this.#takeBack({ application, reader: most }, texts.surplus(readers));
      }
    }
  }

  #takeBack({ application, reader }: Pair, reason: string) {
    this.#kept[reader]!.delete(application);
    this.#state[application * this.#width + reader] = NOTHING;
    this.#cause.set(application * this.#width + reader, reason);
    this.#load[reader]! -= 1;
    this.#count[application]! -= 1;
  }

  /** Returns the number of assignments made. */
  #fillGaps(): number {
    let given = 0;
    for (const [application, { uid, readers }] of this.#applications.entries()) {
      while (this.#count[application]! < readers) {
        const reader = this.#lowest(application);
        if (reader === null) {
          const missing = readers - this.#count[application]!;
          const reason = texts.shortage(this.#excluded(application), this.#width);
          this.#shortages.push({ uid, missing, reason });
          break;
        }
        this.#put({ application, reader });
        this.#count[application]! += 1;
        given += 1;
      }
    }
    return given;
  }

  #lowest(application: number): number | null {
    let best: number | null = null;
    for (let reader = 0; reader < this.#width; reader++) {
      this.#steps += 1;
      if (!this.#mayTake(application, reader)) continue;
      if (best === null) best = reader;
      else {
        const order =
          this.#compareLoads(this.#load[reader]! + 1, reader, this.#load[best]! + 1, best) ||
          this.#compareTies(application, reader, best);
        if (order < 0) best = reader;
      }
    }
    return best;
  }

  #mayTake(application: number, reader: number): boolean {
    const place = application * this.#width + reader;
    return this.#state[place] === NOTHING && this.#conflict[place] === 0;
  }

  #put({ application, reader }: Pair) {
    const place = application * this.#width + reader;
    const isBack = this.#was[place] === KEPT;
    this.#state[place] = isBack ? KEPT : FRESH;
    (isBack ? this.#kept : this.#fresh)[reader]!.add(application);
    this.#load[reader]! += 1;
  }

  #lift({ application, reader }: Pair) {
    this.#fresh[reader]!.delete(application);
    this.#kept[reader]!.delete(application);
    this.#state[application * this.#width + reader] = NOTHING;
    this.#load[reader]! -= 1;
  }

  /**
   * Evens out the loads by moving assignments that nobody has begun; with `freshOnly`, only new ones. First, the loads
   * of any two readers connected by a chain come to differ by at most one, relative to capacity. If the highest and the
   * lowest load still differ by more than that, the work goes on until neither can be improved. Then in every other
   * possible plan the highest load is at least as high, and the lowest load is at least as low.
   */
  #even(freshOnly: boolean) {
    do this.#bringTogether(freshOnly);
    while (this.#isUneven() && (this.#lowerHighest(freshOnly) || this.#raiseLowest(freshOnly)));
  }

  #bringTogether(freshOnly: boolean) {
    for (let moved = true; moved; ) {
      moved = false;
      const stuck = new Set<number>();
      for (;;) {
        const from = this.#highestFirst().find((reader) => !stuck.has(reader) && this.#isAbove(reader));
        if (from === undefined) break;
        if (this.#pass(from, (to) => this.#isFarAbove(from, to), freshOnly)) moved = true;
        else stuck.add(from);
      }
      if (stuck.size === 0) return;
    }
  }

  #lowerHighest(freshOnly: boolean): boolean {
    const [top] = this.#highestFirst();
    const highest = this.#columns().filter((reader) => this.#isLevel(reader, top!));
    const improves = (from: number) => (to: number) =>
      this.#compareLoads(this.#load[to]! + 1, to, this.#load[from]!, from) < 0;
    return highest.some((from) => this.#pass(from, improves(from), freshOnly));
  }

  #raiseLowest(freshOnly: boolean): boolean {
    const order = this.#highestFirst();
    const lowest = this.#columns().filter((reader) => this.#isLevel(reader, order.at(-1)!));
    return lowest.some((to) =>
      order
        .filter((from) => this.#compareLoads(this.#load[from]! - 1, from, this.#load[to]!, to) > 0)
        .some((from) => this.#pass(from, (end) => end === to, freshOnly)),
    );
  }

  /**
   * Moves one assignment away from the reader `from`, along the cheapest chain of readers. The chain must end at a
   * reader that `isWanted` accepts. Returns false if there is no such chain.
   */
  #pass(from: number, isWanted: (reader: number) => boolean, freshOnly: boolean): boolean {
    const wanted = this.#columns().filter((reader) => reader !== from && isWanted(reader));
    if (wanted.length === 0) return false;
    const cost = this.#columns().map(() => Number.POSITIVE_INFINITY);
    const via: (Pair | undefined)[] = [];
    const done = new Set<number>();
    cost[from] = 0;
    let best: number | null = null;
    for (;;) {
      const next = this.#columns()
        .filter((reader) => !done.has(reader) && cost[reader]! < Number.POSITIVE_INFINITY)
        .sort((a, b) => cost[a]! - cost[b]! || a - b)[0];
      if (next === undefined || (best !== null && cost[best]! <= cost[next]!)) break;
      done.add(next);
      this.#reach(next, cost, via, done, freshOnly);
      for (const reader of wanted) {
        if (cost[reader] === Number.POSITIVE_INFINITY) continue;
        if (best === null || cost[reader]! < cost[best]!) best = reader;
        else if (cost[reader] === cost[best]) {
          const order =
            this.#compareLoads(this.#load[reader]!, reader, this.#load[best]!, best) ||
            this.#readerTie[reader]! - this.#readerTie[best]!;
          if (order < 0) best = reader;
        }
      }
    }
    if (best === null) return false;
    const chain: [Pair, number][] = [];
    for (let reader = best; reader !== from; reader = via[reader]!.reader) chain.push([via[reader]!, reader]);
    for (const [pair] of chain) this.#lift(pair);
    for (const [{ application }, reader] of chain) {
      this.#put({ application, reader });
      this.#chained.add(application * this.#width + reader);
    }
    return true;
  }

  /**
   * Extends the search to the readers to whom the reader `from` could give an application. Moving a new assignment
   * costs 0; moving an earlier one costs 1.
   */
  #reach(from: number, cost: number[], via: (Pair | undefined)[], done: Set<number>, freshOnly: boolean) {
    const pools: [Set<number>, number][] = [[this.#fresh[from]!, cost[from]!]];
    if (!freshOnly) pools.push([this.#kept[from]!, cost[from]! + 1]);
    for (const [pool, price] of pools) {
      let open = this.#columns().filter((reader) => !done.has(reader) && cost[reader]! > price);
      for (const application of pool) {
        if (open.length === 0) break;
        open = open.filter((to) => {
          this.#steps += 1;
          if (!this.#mayTake(application, to)) return true;
          cost[to] = price;
          via[to] = { application, reader: from };
          return false;
        });
      }
    }
  }

  /** Whether the loads would be even if conflicts were ignored and the same number of new assignments were made. */
  #wouldBeEven(given: number): boolean {
    const loads = this.#load.map((load, reader) => load - this.#fresh[reader]!.size);
    const readers = this.#columns();
    for (let left = given; left > 0 && readers.length > 0; left--) {
      const lowest = readers.reduce((best, reader) =>
        this.#compareLoads(loads[reader]! + 1, reader, loads[best]! + 1, best) < 0 ? reader : best,
      );
      loads[lowest]! += 1;
    }
    return !this.#areUneven(loads);
  }

  #isUneven(): boolean {
    return this.#areUneven(this.#load);
  }

  #areUneven(loads: number[]): boolean {
    const ratios = loads.map((load, reader) => [load, this.#readers[reader]!.capacity] as const);
    return ratios.some(([a, ca]) => ratios.some(([b, cb]) => a * cb - b * ca > ca * cb));
  }

  #isFarAbove(a: number, b: number): boolean {
    const [ca, cb] = [this.#readers[a]!.capacity, this.#readers[b]!.capacity];
    return this.#load[a]! * cb - this.#load[b]! * ca > ca * cb;
  }

  #isAbove(reader: number): boolean {
    return this.#columns().some((other) => this.#isFarAbove(reader, other));
  }

  #isLevel(a: number, b: number): boolean {
    return this.#compareLoads(this.#load[a]!, a, this.#load[b]!, b) === 0;
  }

  /** Compares two readers' loads, each relative to the reader's capacity; positive if the first is higher. */
  #compareLoads(loadA: number, a: number, loadB: number, b: number): number {
    return loadA * this.#readers[b]!.capacity - loadB * this.#readers[a]!.capacity;
  }

  #compareTies(application: number, a: number, b: number): number {
    const tie = (reader: number) => mix(this.#appTie[application]! ^ this.#readerTie[reader]!);
    return tie(a) - tie(b) || a - b;
  }

  #highestFirst(): number[] {
    return this.#columns().sort(
      (a, b) =>
        this.#compareLoads(this.#load[b]!, b, this.#load[a]!, a) ||
        this.#readerTie[a]! - this.#readerTie[b]! ||
        a - b,
    );
  }

  #columns(): number[] {
    return Array.from({ length: this.#width }, (_, reader) => reader);
  }

  #excluded(application: number): Record<Conflict, number> {
    const excluded = { self: 0, declared: 0, institution: 0 };
    for (let reader = 0; reader < this.#width; reader++) {
      const conflict = CONFLICTS[this.#conflict[application * this.#width + reader]!];
      if (conflict) excluded[conflict] += 1;
    }
    return excluded;
  }

  #lines(moved: string): DistributionLine[] {
    const lines = [...this.#withdrawn];
    for (const [application, { uid }] of this.#applications.entries()) {
      const given: number[] = [];
      let loses = false;
      for (let reader = 0; reader < this.#width; reader++) {
        const place = application * this.#width + reader;
        const staffUid = this.#readers[reader]!.uid;
        if (this.#state[place] === FRESH) given.push(reader);
        else if (this.#was[place] === KEPT && this.#state[place] === NOTHING) {
          const cause = this.#cause.get(place);
          loses ||= cause === undefined;
          lines.push({ uid, staffUid, act: "withdraw", reason: cause ?? moved });
        }
      }
      for (const reader of given) {
        const isChained = this.#chained.has(application * this.#width + reader);
        const why = (isChained ? texts.evenedOut : texts.lowestLoad)(this.#excluded(application));
        const reason = loses && isChained ? moved : why;
        lines.push({ uid, staffUid: this.#readers[reader]!.uid, act: "assign", reason });
      }
    }
    return lines.sort(
      (a, b) => compare(a.uid, b.uid) || compare(b.act, a.act) || compare(a.staffUid, b.staffUid),
    );
  }
}

/** Compares by code unit, so that a plan does not depend on the locale. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
