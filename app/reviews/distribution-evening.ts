import type { Board, Pair } from "./distribution-board.ts";

/**
 * Evens out the loads on a board. Assignments that nobody has begun are moved along chains of readers (i gives to j, j
 * to k …).
 */
export class Evening {
  readonly #board: Board;
  /** The pairs that were assigned along a chain, as the numbers that `placeOf` returns. */
  readonly #chained = new Set<number>();

  constructor(board: Board) {
    this.#board = board;
  }

  /** Whether the pair was assigned along a chain, and not to fill a gap. */
  isChained(pair: Pair): boolean {
    return this.#chained.has(this.#board.placeOf(pair));
  }

  /**
   * Evens out the loads by moving assignments that nobody has begun; with `freshOnly`, only new ones. First, the loads
   * of any two readers connected by a chain come to differ by at most one, relative to capacity. If the highest and the
   * lowest load still differ by more than one, assignments are moved as long as this lowers the highest load or raises
   * the lowest load. After that, the highest load is as low as possible, and the lowest load is as high as possible.
   */
  even(freshOnly: boolean) {
    do this.#bringTogether(freshOnly);
    while (this.#board.isUneven() && (this.#lowerHighest(freshOnly) || this.#raiseLowest(freshOnly)));
  }

  #bringTogether(freshOnly: boolean) {
    const board = this.#board;
    for (let moved = true; moved; ) {
      moved = false;
      const stuck = new Set<number>();
      for (;;) {
        const from = board.highestFirst().find((reader) => !stuck.has(reader) && board.isAbove(reader));
        if (from === undefined) break;
        if (this.#pass(from, (to) => board.isFarAbove(from, to), freshOnly)) moved = true;
        else stuck.add(from);
      }
      if (stuck.size === 0) return;
    }
  }

  #lowerHighest(freshOnly: boolean): boolean {
    const board = this.#board;
    const [top] = board.highestFirst();
    const highest = board.columns().filter((reader) => board.isLevel(reader, top!));
    const improves = (from: number) => (to: number) =>
      board.compareLoads(board.load[to]! + 1, to, board.load[from]!, from) < 0;
    return highest.some((from) => this.#pass(from, improves(from), freshOnly));
  }

  #raiseLowest(freshOnly: boolean): boolean {
    const board = this.#board;
    const order = board.highestFirst();
    const lowest = board.columns().filter((reader) => board.isLevel(reader, order.at(-1)!));
    return lowest.some((to) =>
      order
        .filter((from) => board.compareLoads(board.load[from]! - 1, from, board.load[to]!, to) > 0)
        .some((from) => this.#pass(from, (end) => end === to, freshOnly)),
    );
  }

  /**
   * Moves one assignment away from the reader `from`, along the cheapest chain of readers. The chain must end at a
   * reader that `isWanted` accepts. Returns false if there is no such chain.
   */
  #pass(from: number, isWanted: (reader: number) => boolean, freshOnly: boolean): boolean {
    const board = this.#board;
    const wanted = board.columns().filter((reader) => reader !== from && isWanted(reader));
    if (wanted.length === 0) return false;
    const cost = board.columns().map(() => Number.POSITIVE_INFINITY);
    const via: (Pair | undefined)[] = [];
    const done = new Set<number>();
    cost[from] = 0;
    let best: number | null = null;
    for (;;) {
      const next = board
        .columns()
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
            board.compareLoads(board.load[reader]!, reader, board.load[best]!, best) ||
            board.compareReaders(reader, best);
          if (order < 0) best = reader;
        }
      }
    }
    if (best === null) return false;
    const chain: [Pair, number][] = [];
    for (let reader = best; reader !== from; reader = via[reader]!.reader) chain.push([via[reader]!, reader]);
    for (const [pair] of chain) board.lift(pair);
    for (const [{ application }, reader] of chain) {
      board.put({ application, reader });
      this.#chained.add(board.placeOf({ application, reader }));
    }
    return true;
  }

  /**
   * Extends the search to the readers to whom the reader `from` could give an application. Moving a new assignment
   * costs 0; moving an earlier one costs 1.
   */
  #reach(from: number, cost: number[], via: (Pair | undefined)[], done: Set<number>, freshOnly: boolean) {
    const board = this.#board;
    const pools: [Set<number>, number][] = [[board.fresh[from]!, cost[from]!]];
    if (!freshOnly) pools.push([board.kept[from]!, cost[from]! + 1]);
    for (const [pool, price] of pools) {
      let open = board.columns().filter((reader) => !done.has(reader) && cost[reader]! > price);
      for (const application of pool) {
        if (open.length === 0) break;
        open = open.filter((to) => {
          if (!board.mayTake(application, to)) return true;
          cost[to] = price;
          via[to] = { application, reader: from };
          return false;
        });
      }
    }
  }

  /** Whether the loads would be even if conflicts were ignored and `given` new assignments were made. */
  wouldBeEven(given: number): boolean {
    const board = this.#board;
    const loads = board.load.map((load, reader) => load - board.fresh[reader]!.size);
    const readers = board.columns();
    for (let left = given; left > 0 && readers.length > 0; left--) {
      const lowest = readers.reduce((best, reader) =>
        board.compareLoads(loads[reader]! + 1, reader, loads[best]! + 1, best) < 0 ? reader : best,
      );
      loads[lowest]! += 1;
    }
    return !board.areUneven(loads);
  }
}
