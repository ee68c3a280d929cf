/**
 * @typedef {object} Stored
 * @property {string} [code] the hash of the code with which `reached` and `passed` were found.
 * @property {Record<string, { file: string, text: string, how: string }>} [caught] for each guard's id, the test file
 *   that failed without it, the hash of this file, and how it failed.
 * @property {Record<string, string[]>} [passed] for each guard's id, the test files that passed without it.
 * @property {Record<string, { text: string, ms: number, inTests: string[], whileLoading: string[] }>} [reached] for
 *   each test file, its hash, how long it takes, and the ids of the guards that it reaches.
 */

/** How long (ms) it takes to run a test file, in addition to the time that the file itself takes. */
const SETUP_MS = 1_000;
/** The trials of one run should take at least this long (ms) together, because starting a run takes half a minute. */
const SHORTEST_RUN_MS = 180_000;
const MOST_TOGETHER = 12;
/**
 * The most characters for the ids of the guards that are off. These ids are a part of a file's name, and such a name
 * has at most 255 characters.
 */
const LONGEST_NAME = 200;

/**
 * Whether this is the id of a trigger: its name, two underscores and a hash. Nothing records which tests reach a
 * trigger.
 */
const isTrigger = (id) => id.includes("__");

/**
 * Everything that is known about guards and test files, from this run of the command and from earlier runs.
 *
 * A guard stays caught until the test file that caught it changes. Everything else belongs to one test file, and is
 * forgotten once that file or the code changes.
 */
export class Knowledge {
  /** The test files that fail although no guard is off. */
  broken = new Set();
  #stored;
  #textOf;
  #keep;
  /** For each test file, the number of guards with which it was tried, and how many of these guards it caught. */
  #counts = new Map();
  /**
   * For a test file and a guard, how many guards may be off together. This is half as many as were off when the file
   * failed. It is one if the file passed without reaching the guard.
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
   * Notes that a test file failed. If one guard was off, the file caught it. If several guards were off, the file will
   * be tried with half as many of these guards together.
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
   * Notes that a test file caught none of the guards that were off. If the file did not reach one of these guards,
   * perhaps it would have reached that guard if no other guard had been off. So that guard will be tried alone.
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
   * The recorded test files that may still catch this guard: they reach it, and have not passed without it. Nothing
   * records which tests reach a trigger, or a guard that is read while modules are loaded. So for such a guard, all
   * recorded files among its `tests` may catch it until they have passed.
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
   * with the same file together. If these trials take too little time for a run, the next best files for the same
   * guards are added.
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
   * The probability that this file catches this guard. It depends on how many of the guards that were tried with this
   * file were caught. Before the file has been tried with any guard, a third is assumed if the file is in the guard's
   * `first`, and a tenth if not.
   */
  #chance(guard, file) {
    const { tried, caught } = this.#counts.get(file) ?? { tried: 0, caught: 0 };
    const assumed = guard.first.includes(file) ? 1 : 0.3;
    return (caught + assumed) / (tried + 3);
  }

  /**
   * How many guards should be off together while the file runs. With so many off, the file fails about every second
   * time.
   */
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
    // Guards with the lowest number from `#together` come first. So the guards that were off together when the file
    // failed are next to each other, and are divided into halves.
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
