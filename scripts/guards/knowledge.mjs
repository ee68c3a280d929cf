/**
 * @typedef {object} Stored
 * @property {string} [code] what `reached` and `passed` were found with.
 * @property {Record<string, { file: string, text: string, how: string }>} [caught] for each guard's id, the test file that
 *   failed without it, the hash of this file, and how it failed.
 * @property {Record<string, string[]>} [passed] for each guard's id, the test files that passed without it.
 * @property {Record<string, { text: string, ms: number, inTests: string[], whileLoading: string[] }>} [reached] for each
 *   test file, its hash, how long it takes, and the ids of the guards that it reaches.
 */

/** What a test file costs beside the time that it takes itself (ms). */
const SETUP_MS = 1_000;
/** To start a run takes half a minute, so its trials should take longer (ms). */
const SHORTEST_RUN_MS = 180_000;
const MOST_TOGETHER = 12;
/** The ids of the guards that are off stand in a file's name, and a name has at most 255 characters. */
const LONGEST_NAME = 200;

/** Nothing records which tests reach a trigger. Its id begins with its name. */
const isTrigger = (id) => id.includes("__");

/**
 * What is known about guards and test files, from this run of the command and from earlier ones.
 *
 * A guard stays caught until the test file that caught it changes. Everything else is forgotten once the code changes, or
 * the test file that it is about.
 */
export class Knowledge {
  /** The test files that fail although no guard is off. */
  broken = new Set();
  #stored;
  #textOf;
  #keep;
  /** For each test file, for how many guards it was tried, and how many of them it caught. */
  #counts = new Map();
  /**
   * For a test file and a guard, how many guards may be off together: half as many as when the file failed, or one if the
   * guard was not reached.
   */
  #mostTogether = new Map();

  /**
   * @param {Stored} stored
   * @param {{ code: string, textOf: (file: string) => string | null, keep: (stored: Stored) => void }} now the hash of the
   *   code, the hash of a test file (null if it is gone), and how changes are stored.
   */
  constructor({ code: codeThen, caught = {}, passed = {}, reached = {} }, { code, textOf, keep }) {
    this.#textOf = textOf;
    this.#keep = keep;
    const isAsThen = ([, { file, text }]) => textOf(file) === text;
    const same =
      codeThen === code ? Object.entries(reached).filter(([file, { text }]) => textOf(file) === text) : [];
    const files = new Set(same.map(([file]) => file));
    this.#stored = {
      code,
      caught: Object.fromEntries(Object.entries(caught).filter(isAsThen)),
      passed: Object.fromEntries(
        Object.entries(passed).map(([id, list]) => [id, list.filter((file) => files.has(file))]),
      ),
      reached: Object.fromEntries(same),
    };
    for (const { file } of Object.values(this.#stored.caught)) this.#count(file, true);
    for (const file of Object.values(this.#stored.passed).flat()) this.#count(file, false);
  }

  #count(file, isCaught) {
    const { tried, caught } = this.#counts.get(file) ?? { tried: 0, caught: 0 };
    this.#counts.set(file, { tried: tried + 1, caught: caught + Number(isCaught) });
  }

  isCaught(id) {
    return this.#stored.caught[id] !== undefined;
  }

  /** Forgets what is known about these guards, but not which test files reach them. */
  forget(guards) {
    for (const { id } of guards) {
      delete this.#stored.caught[id];
      delete this.#stored.passed[id];
    }
    this.#keep(this.#stored);
  }

  isRecorded(file) {
    return this.#stored.reached[file] !== undefined || this.broken.has(file);
  }

  /** Notes the outcome of a test file while no guard was off. */
  record({ trial: { file }, failed, ms, guards }) {
    if (failed || !guards) this.broken.add(file);
    else this.#stored.reached[file] = { text: this.#textOf(file), ms, ...guards };
    this.#keep(this.#stored);
  }

  /**
   * Notes that a test file failed. If one guard was off, the file caught it. If several were, it will be tried with half as
   * many of them together.
   */
  noteFailed({ trial: { file, without }, how }) {
    const [id] = without;
    if (without.length > 1) {
      for (const one of without) this.#mostTogether.set(`${file} ${one}`, Math.ceil(without.length / 2));
      return;
    }
    this.#count(file, true);
    this.#stored.caught[id] ??= { file, text: this.#textOf(file), how };
    this.#keep(this.#stored);
  }

  /**
   * Notes that a test file caught none of the guards that were off. If it did not reach one of them, another one may have
   * kept it from doing so. Then the guard will be tried alone.
   */
  notePassed({ trial: { file, without }, guards }) {
    for (const id of without) {
      if (without.length > 1 && guards && !guards.inTests.includes(id) && !isTrigger(id)) {
        this.#mostTogether.set(`${file} ${id}`, 1);
        continue;
      }
      this.#count(file, false);
      this.#stored.passed[id] = [...(this.#stored.passed[id] ?? []), file];
    }
    this.#keep(this.#stored);
  }

  /** Whether a guard is read while modules are loaded. */
  isReadWhileLoading({ id }) {
    return Object.values(this.#stored.reached).some(({ whileLoading }) => whileLoading.includes(id));
  }

  /**
   * The recorded test files that may catch this guard and have not been tried: those that reach it. Nothing records which
   * tests reach a trigger, or a guard that is read while modules are loaded. So all their tests are candidates.
   */
  candidates(guard) {
    const passed = this.#stored.passed[guard.id] ?? [];
    const anyTest = guard.isTrigger || this.isReadWhileLoading(guard);
    return guard.tests.filter((file) => {
      const reached = this.#stored.reached[file];
      return reached && !passed.includes(file) && (anyTest || reached.inTests.includes(guard.id));
    });
  }

  isLeft(guard) {
    return !this.isCaught(guard.id) && this.candidates(guard).length > 0;
  }

  /**
   * Chooses, for each of these guards, the test file that will probably catch it in the shortest time, and puts guards
   * with the same file together. If this is too little for a run, the next best files of the same guards are added.
   *
   * @returns {import("./trials.mjs").Trial[]}
   */
  trialsOf(guards) {
    const trials = [];
    const left = new Map(guards.map((guard) => [guard, this.candidates(guard)]));
    for (let ms = 0; ms < SHORTEST_RUN_MS && left.size > 0; ) {
      const chosen = new Map();
      for (const [guard, files] of left) {
        const file = files.reduce((one, other) =>
          this.#worth(guard, other) > this.#worth(guard, one) ? other : one,
        );
        chosen.set(file, [...(chosen.get(file) ?? []), guard]);
        files.splice(files.indexOf(file), 1);
        if (files.length === 0) left.delete(guard);
      }
      for (const [file, some] of chosen) {
        const groups = this.#groups(file, some);
        trials.push(...groups);
        ms += groups.length * this.#stored.reached[file].ms;
      }
    }
    return trials;
  }

  /**
   * How probably this file catches this guard: it depends on how many other guards the file caught. Before it was tried, a
   * third is assumed for the tests of the guard's room, and a tenth for others.
   */
  #chance(guard, file) {
    const { tried, caught } = this.#counts.get(file) ?? { tried: 0, caught: 0 };
    const assumed = guard.first.includes(file) ? 1 : 0.3;
    return (caught + assumed) / (tried + 3);
  }

  /** With how many guards the file should be tried together, so that it fails about every second time. */
  #together(guard, file) {
    const known = this.#mostTogether.get(`${file} ${guard.id}`) ?? MOST_TOGETHER;
    return Math.max(1, Math.min(known, Math.floor(Math.LN2 / this.#chance(guard, file))));
  }

  #worth(guard, file) {
    const { ms } = this.#stored.reached[file];
    return (this.#chance(guard, file) * this.#together(guard, file)) / (ms + SETUP_MS);
  }

  #groups(file, guards) {
    const groups = [];
    let size = 0;
    // Those that failed together come first. So their halves stay together.
    for (const guard of guards.toSorted(
      (one, other) => this.#together(one, file) - this.#together(other, file),
    )) {
      const group = groups.at(-1);
      const name = [...(group?.without ?? []), guard.id].join("-");
      if (group && group.without.length < size && name.length <= LONGEST_NAME) group.without.push(guard.id);
      else {
        groups.push({ file, without: [guard.id] });
        size = this.#together(guard, file);
      }
    }
    return groups;
  }
}
