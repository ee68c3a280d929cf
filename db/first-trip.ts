import { type Asked, keep, keptAnswer, type Versions } from "./kept-answers.ts";

type Answers = D1Result[];
type Question = { asked: Asked[]; arrive(answers: Answers): void };

/** Why a request is given up: its assumption was wrong, or its first trip failed. */
export type GivenUp = "outdated" | "failed";

/**
 * The first round trip of a request. Everything that is read before the first result of the trip arrives is sent as one
 * batch. A request may make an assumption about who is asking, and the same trip then checks this assumption. No result
 * arrives and nothing is written until the check has passed. If the check does not pass, or the trip fails, no result
 * ever arrives: the request is given up, and its caller starts again. Design, section 10.11.
 *
 * If several callers ask for the same statement with the same values, it is sent only once. A statement about a content
 * is not sent if the isolate has kept its answer for the assumed version of the content
 * (docs/decisions/0095-kept-answers.md).
 */
export class FirstTrip {
  /** Resolves when the check has passed. If the check does not pass, this never resolves. */
  readonly passed: Promise<"passed">;
  /** Resolves if the request is given up. Otherwise, this never resolves. */
  readonly givenUp: Promise<GivenUp>;

  #pass!: () => void;
  #giveUp!: (why: GivenUp) => void;
  #check: Promise<boolean> | undefined;
  #versions: Versions = {};
  #ofCheck: Question[] = [];
  #others: Question[] = [];
  #hasLeft = false;

  constructor() {
    this.passed = new Promise((resolve) => {
      this.#pass = () => resolve("passed");
    });
    this.givenUp = new Promise((resolve) => {
      this.#giveUp = resolve;
    });
  }

  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  /**
   * @param check runs the check. The results that it reads arrive before all others. It passes only if `versions` are
   *   the present ones.
   * @param versions the versions of all contents; if they are left out, no answer is kept.
   */
  assume(check: () => Promise<boolean>, versions: Versions = {}): void {
    this.#versions = versions;
    this.#check = check();
    this.#check.catch(() => this.#giveUp("failed"));
  }

  /**
   * @param ask runs the batch, once all reads that are ready have joined it.
   * @param forCheck whether the results may arrive before the check is over.
   */
  join(
    asked: Asked[],
    ask: (statements: D1PreparedStatement[]) => Promise<Answers>,
    forCheck: boolean,
  ): Promise<Answers> {
    if (this.#ofCheck.length + this.#others.length === 0) scheduler.wait(0).then(() => this.#leave(ask));
    return new Promise((arrive) => {
      (forCheck ? this.#ofCheck : this.#others).push({ asked, arrive });
    });
  }

  /** Whether the assumption was right. If nothing has been read or assumed yet, calling this ends the first trip. */
  async allows(): Promise<boolean> {
    if (!this.#check && this.#others.length === 0) {
      this.#hasLeft = true;
      this.#pass();
    }
    return (await Promise.race([this.passed, this.givenUp])) === "passed";
  }

  async #leave(ask: (statements: D1PreparedStatement[]) => Promise<Answers>): Promise<void> {
    this.#hasLeft = true;
    const answers = new Map<string, D1Result>();
    const travelling = new Map<string, Asked>();
    for (const question of [...this.#ofCheck, ...this.#others]) {
      for (const asked of question.asked) {
        const known = keptAnswer(asked, this.#versions);
        if (known) answers.set(asked.key, known);
        else travelling.set(asked.key, asked);
      }
    }
    const arrive = (questions: Question[]) => {
      for (const question of questions) question.arrive(question.asked.map(({ key }) => answers.get(key)!));
    };
    try {
      const found = await ask([...travelling.values()].map(({ statement }) => statement));
      for (const [index, key] of [...travelling.keys()].entries()) answers.set(key, found[index]!);
      arrive(this.#ofCheck);
      if (!((await this.#check) ?? true)) return this.#giveUp("outdated");
      for (const [key, asked] of travelling) keep(asked, this.#versions, answers.get(key)!);
      this.#pass();
      arrive(this.#others);
    } catch {
      // The caller starts again without a first trip. If the fault persists, a read fails in the second attempt, and
      // the fault is reported.
      this.#giveUp("failed");
    }
  }
}
