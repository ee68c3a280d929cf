/** The most trials that one run of Vitest makes. Starting Vitest takes as long as ten trials. */
const AT_ONCE = 200;

/**
 * Tries the guards that no test file has caught so far: first with the tests that probably notice, and then with all
 * others.
 *
 * @param {ReturnType<typeof import("./files.mjs").allGuards>} guards
 * @param {import("./knowledge.mjs").Knowledge} known gets every outcome.
 * @param {typeof import("./trials.mjs").run} run
 * @param {(sentence: string) => void} say
 */
export async function tryGuards(guards, known, run, say) {
  for (const which of ["first", "tests"]) {
    const uncaught = guards.filter(({ id }) => !known.isCaught(id));
    await record(
      uncaught.flatMap((guard) => guard[which]),
      known,
      run,
      say,
    );
    await tryTogether(
      uncaught.filter((guard) => !known.isReadWhileLoading(guard)),
      known,
      run,
      say,
    );
    for (const guard of uncaught.filter((one) => known.isReadWhileLoading(one)))
      await tryAlone(guard, known, run);
  }
}

/** Runs these test files while no guard is off. */
async function record(testFiles, known, run, say) {
  const files = [...new Set(testFiles)].filter((file) => !known.isRecorded(file));
  if (files.length > 0) say(`${files.length} test files run first, while no guard is off.`);
  await run(
    files.map((file) => ({ file, without: [] })),
    (outcome) => known.record(outcome),
  );
}

/**
 * Tries guards that are read while tests run. Many trials can be made in the same process, and in one trial several
 * guards may be off. If the tests of a trial pass, they notice none of the guards that they reached. If a test fails,
 * the guards of the trial are tried again in halves, until only one guard is off.
 */
async function tryTogether(guards, known, run, say) {
  const byId = new Map(guards.map((guard) => [guard.id, guard]));
  const isLeft = (guard) => known.isLeft(guard);
  for (let left = guards.filter(isLeft); left.length > 0; left = guards.filter(isLeft)) {
    say(`${left.length} guards left.`);
    const slow = [];
    let isDisturbed = false;
    await run(known.trialsOf(left).slice(0, AT_ONCE), (outcome) => {
      const { trial, failed, how } = outcome;
      if (!failed) known.notePassed(outcome);
      else if (how === "did not end") known.noteFailed(outcome);
      // A test that ran out of time may go on while the next tests of its process run, and may make them fail. So the
      // file of this test is tried once more, alone, if only one guard was off. Later failures in the same run are
      // ignored, and their files are tried again later.
      else if (how === "timed out") {
        isDisturbed = true;
        if (trial.without.length === 1) slow.push(trial);
        else known.noteFailed(outcome);
      } else if (!isDisturbed) {
        if (trial.without.some((id) => isReached(byId.get(id), outcome))) known.noteFailed(outcome);
        else known.notePassed(outcome);
      }
    });
    for (const trial of slow)
      await run([trial], (outcome) => {
        const isIts = outcome.how !== "failed" || isReached(byId.get(trial.without[0]), outcome);
        if (outcome.failed && isIts) known.noteFailed(outcome);
        else known.notePassed(outcome);
      });
  }
}

/**
 * Whether a failure may be because the guard is off. If the test file did not reach the guard, it failed for another
 * reason.
 */
const isReached = ({ id, isTrigger }, { guards }) =>
  guards !== undefined && (isTrigger || guards.inTests.includes(id));

/** Tries a guard that is read while modules are loaded. Each run loads them anew. */
async function tryAlone(guard, known, run) {
  const files = known.candidates(guard);
  const likely = files.filter((file) => guard.first.includes(file));
  const others = files.filter((file) => !likely.includes(file));
  for (const some of [likely, others]) {
    if (known.isCaught(guard.id)) return;
    await run(
      some.map((file) => ({ file, without: [guard.id] })),
      (outcome) => (outcome.failed ? known.noteFailed(outcome) : known.notePassed(outcome)),
    );
  }
}
