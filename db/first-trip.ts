type Answers = D1Result[];
type Question = { statements: D1PreparedStatement[]; arrive(answers: Answers): void };

/**
 * The first round trip of a request: all that is read before its first answer comes travels as one batch. A request
 * may assume who asks, and have that checked by the same trip: nothing that was read arrives, and nothing is written,
 * until the check has passed. If it does not pass, or the trip fails, nothing ever arrives: the request is given up,
 * and whoever answers it begins again without a first trip. Design, section 10.11.
 */
export class FirstTrip {
  /** Comes when the check has passed; never if it has not. */
  readonly passed: Promise<"passed">;
  /** Comes if the request is given up. */
  readonly givenUp: Promise<"given up">;

  #pass!: () => void;
  #giveUp!: () => void;
  #check: Promise<boolean> | undefined;
  #ofCheck: Question[] = [];
  #others: Question[] = [];
  #hasLeft = false;

  constructor() {
    this.passed = new Promise((resolve) => {
      this.#pass = () => resolve("passed");
    });
    this.givenUp = new Promise((resolve) => {
      this.#giveUp = () => resolve("given up");
    });
  }

  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  /** @param check what it reads arrives ahead of everything else. */
  assume(check: () => Promise<boolean>): void {
    this.#check = check();
    this.#check.catch(this.#giveUp);
  }

  /**
   * @param ask does the batch, when everything that is ready to read has joined.
   * @param forCheck arrives before the check is over.
   */
  join(
    statements: D1PreparedStatement[],
    ask: (statements: D1PreparedStatement[]) => Promise<Answers>,
    forCheck: boolean,
  ): Promise<Answers> {
    if (this.#ofCheck.length + this.#others.length === 0) scheduler.wait(0).then(() => this.#leave(ask));
    return new Promise((arrive) => {
      (forCheck ? this.#ofCheck : this.#others).push({ statements, arrive });
    });
  }

  /** Whether what was assumed was right. Who asks before anything was read or assumed ends the first trip. */
  async allows(): Promise<boolean> {
    if (!this.#check && this.#others.length === 0) {
      this.#hasLeft = true;
      this.#pass();
    }
    return (await Promise.race([this.passed, this.givenUp])) === "passed";
  }

  async #leave(ask: (statements: D1PreparedStatement[]) => Promise<Answers>): Promise<void> {
    this.#hasLeft = true;
    const questions = [...this.#ofCheck, ...this.#others];
    try {
      const answers = await ask(questions.flatMap(({ statements }) => statements));
      const arrive = (some: Question[]) => {
        for (const question of some) question.arrive(answers.splice(0, question.statements.length));
      };
      arrive(this.#ofCheck);
      if (!((await this.#check) ?? true)) return this.#giveUp();
      this.#pass();
      arrive(this.#others);
    } catch {
      // Whoever asks again meets the fault again, part by part, and says so.
      this.#giveUp();
    }
  }
}
