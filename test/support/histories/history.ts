import { MINUTE, SECOND } from "~/values/durations.ts";
import { drawIds } from "../crypto.ts";
import { UNSEEN_TOO_LONG } from "../fake-gateway.ts";
import {
  type Call,
  type Ending,
  faultsOf,
  interleave,
  pick,
  type Rewrite,
  random,
  Seams,
  type Turn,
} from "../faults.ts";
import { ACTS } from "./acts.ts";
import { comparedWithLedger, verdict } from "./oracle.ts";
import { drawSetting, lay, type Setting, uidOf } from "./setting.ts";
import { STORIES, type Telling } from "./stories.ts";
import { World } from "./world.ts";

/** An act, with the seed of its random numbers and with the faults of its calls. */
type Doing = { act: string; seed: number; who?: string; isPlain?: boolean; faults: Going[] };
/** A fault: either a particular one, or the one that the number `draw` selects from all possible faults. */
type Going = { at: Place } & ({ draw: number } | { what: string });
/** The call in which the fault happens: either the call with this number, or the first call that moves money. */
type Place = number | "money";
/** Acts that happen at the same time; the seed decides the order of their calls. */
type Step = { seed: number; doings: Doing[] };
export type History = { seed: number; setting: Setting; steps: Step[] };

/** One in a hundred histories has a crowd, in which many people use the same code at the same moment. */
const CROWDS = 100;
const MOST_STEPS = 7;
/** The proportion of histories that contain a story. */
const TOLD = 0.85;
const MOST_AT_ONCE = 4;
const MOST_CALLS = 14;
/** The probability that the fault happens at the call that moves money. It is high, because that call matters most. */
const MOVING = 0.4;
const DOUBLED = 0.25;
const FAULTY = 0.3;
/** The probability that an act of a story goes as it should, so that the next act has something to build on. */
const PLAIN = 0.7;

const seedIn = (draw: () => number) => Math.floor(draw() * 2 ** 32);

const NAMES = Object.entries(ACTS).flatMap(([name, { weight }]) =>
  Array.from({ length: weight }, () => name),
);
const AT_ONCE = NAMES.filter((name) => !ACTS[name]!.isAlone);

/** The history of a seed. The same seed and the same commit always give the same history. */
export function draw(seed: number): History {
  const next = random(seed);
  const isCrowd = seed % CROWDS === 0;
  const setting = drawSetting(next, isCrowd);
  const story = next() < TOLD ? pick(STORIES, next) : [];
  const length = Math.max(2 + Math.floor(next() * MOST_STEPS), story.length);
  const steps: Step[] = [];
  let left = [...story];
  while (steps.length < length) {
    // The acts of a story keep their order, but other acts may come before, between and after them.
    const isOfStory = next() < left.length / (length - steps.length);
    steps.push(isOfStory ? drawStep(next, [left[0]!].flat()) : drawStep(next));
    if (isOfStory) left = left.slice(1);
  }
  if (!isCrowd) return { seed, setting, steps };
  const doings = setting.people.map((_, index) => ({
    ...drawDoing("use the first code", next),
    who: uidOf(index),
  }));
  return { seed, setting, steps: [{ seed: seedIn(next), doings }, ...steps] };
}

function drawStep(next: () => number, story: Telling[] | null = null): Step {
  const isTold = story !== null;
  const together = story ?? [pick(NAMES, next)];
  const step: Step = { seed: seedIn(next), doings: [] };
  for (const telling of together) {
    const { act, fault, isAgain = false } = typeof telling === "string" ? { act: telling } : telling;
    const doing = drawDoing(act, next);
    if (isTold && next() < PLAIN) Object.assign(doing, { isPlain: true, faults: [] });
    if (fault !== undefined) doing.faults = [{ at: "money", what: fault }];
    step.doings.push(isAgain ? { ...doing, seed: step.doings.at(-1)!.seed } : doing);
  }
  if (ACTS[step.doings[0]!.act]!.isAlone) return step;
  while (step.doings.length < MOST_AT_ONCE && next() < 0.5) {
    const last = step.doings.at(-1)!;
    const isDoubled = next() < DOUBLED;
    const another = drawDoing(pick(AT_ONCE, next), next);
    // A double click: the same request is sent again, with its own faults.
    step.doings.push(isDoubled ? { ...another, act: last.act, seed: last.seed } : another);
  }
  return step;
}

const drawFault = (next: () => number): Going => ({
  at: next() < MOVING ? ("money" as const) : Math.floor(next() * MOST_CALLS),
  draw: next(),
});

const drawDoing = (act: string, next: () => number): Doing => ({
  act,
  seed: seedIn(next),
  faults: next() < FAULTY ? [drawFault(next)] : [],
});

/** `did` lists the acts that took effect: nobody refused them, and no fault stopped them. */
export type Played = { wrong: string[]; trace: string[]; did: string[] };

/** Whether somebody was told that their request has been carried out. */
function isDone(ending: Ending<unknown>): boolean {
  if (typeof ending === "string" || "error" in ending) return false;
  const { value } = ending;
  if (typeof value !== "object" || value === null) return value !== false;
  if ("attempt" in value) return (value.attempt as { state: string }).state === "captured";
  return !("refused" in value || "problems" in value);
}

/** Plays a history and returns its result. `rewrite` changes every statement, which is one way to plant a mistake. */
export async function play({ seed, setting, steps }: History, rewrite?: Rewrite): Promise<Played> {
  drawIds(random(seed ^ 0x5eed));
  const trace: string[] = [];
  const did: string[] = [];
  const happened: string[] = [];
  const world = new World(setting, rewrite);
  await lay(setting);
  for (const [index, step] of steps.entries()) {
    const order = random(step.seed);
    let isOver = false;
    const actors = step.doings.map((doing) => async (turn: Turn) => {
      let cameAbout = false;
      let hasMoved = false;
      const note = (text: string) => {
        cameAbout = true;
        trace.push(`${index + 1}. ${text}`);
      };
      const seams: Seams = new Seams((call, at) => {
        const isMoving = call.kind === "charge" || call.kind === "give back";
        const isFirst = isMoving && !hasMoved;
        hasMoved ||= isMoving;
        const fault = doing.faults.find((one) => one.at === at || (isFirst && one.at === "money"));
        if (!fault) return undefined;
        const what = "what" in fault ? fault.what : pick(faultsIn(call), () => fault.draw);
        happened.push(what);
        world.faulty.add(seams);
        note(`   ${call.step}: ${call.name.replaceAll('"', "").slice(0, 60)}: ${what}`);
        return what;
      });
      // A late answer may arrive when no turns are being taken any more.
      const mine: Turn = async () => (isOver ? undefined : turn());
      await mine();
      const own = random(doing.seed);
      await ACTS[doing.act]!.run({
        ...{ world, draw: own, note, who: doing.who, isPlain: doing.isPlain ?? false },
        request: async (uid, work, about) => {
          const ending = await world.request(seams, doing.act, mine, uid, work, about);
          // If an act makes several requests, the last one decides whether the act took effect.
          cameAbout = isDone(ending);
          return ending;
        },
      });
      if (cameAbout) did.push(doing.act);
    });
    world.acting = step.doings.length;
    await interleave(actors, order, () => {
      if (step.doings.length > 1) world.pass(pick(PAUSES, order));
    });
    isOver = true;
    world.wrong.push(...(await comparedWithLedger(index + 1)));
  }
  const wrong = await verdict(world, { mayTakeBack: happened.some((what) => EXCUSING.has(what)) });
  drawIds(null);
  return { wrong, trace, did };
}

const PAUSES = [0, 0, 0, 0, 0, 0, SECOND, 30 * SECOND, 2 * MINUTE];
/**
 * Faults after which the portal is allowed to give a charge back: the charge has another amount, or appears after it
 * was given up.
 */
const EXCUSING = new Set(["another amount", "sees nothing", UNSEEN_TOO_LONG]);

const faultsIn = (call: Call): readonly string[] =>
  call.kind === "charge" ? [...faultsOf(call), UNSEEN_TOO_LONG] : faultsOf(call);

/**
 * The shortest history that still goes wrong. Acts, faults and simultaneity that are not needed for this are left out.
 */
async function shrunk(history: History, isWrong: (one: History) => Promise<boolean>): Promise<History> {
  let best = history;
  for (let goesOn = true; goesOn; ) {
    goesOn = false;
    for (const shorter of shorterThan(best)) {
      if (!(await isWrong(shorter))) continue;
      best = shorter;
      goesOn = true;
      break;
    }
  }
  return best;
}

function* shorterThan({ steps, ...rest }: History): Generator<History> {
  // If a step has a crowd of acts, the history is tried with only the first half of these acts, and then with only the
  // second half.
  for (const [index, { doings, ...step }] of steps.entries()) {
    if (doings.length <= MOST_AT_ONCE) continue;
    const middle = Math.floor(doings.length / 2);
    for (const half of [doings.slice(0, middle), doings.slice(middle)])
      yield { ...rest, steps: steps.toSpliced(index, 1, { ...step, doings: half }) };
  }
  for (const [index] of steps.entries()) yield { ...rest, steps: steps.toSpliced(index, 1) };
  for (const [index, step] of steps.entries()) {
    const replaced = (doings: Doing[]) => ({
      ...rest,
      steps: steps.toSpliced(index, 1, { ...step, doings }),
    });
    if (step.doings.length > 1)
      for (const [place] of step.doings.entries()) yield replaced(step.doings.toSpliced(place, 1));
    for (const [place, doing] of step.doings.entries())
      if (doing.faults.length > 0) yield replaced(step.doings.toSpliced(place, 1, { ...doing, faults: [] }));
  }
}

/** Describes the history of a seed in words. */
export async function told(seed: number): Promise<{ text: string; wrong: string[] }> {
  const { wrong, trace } = await play(draw(seed));
  return { text: inWords(seed, { wrong, trace }), wrong };
}

/**
 * What is wrong with the history of a seed, and the shortest history in which this still goes wrong; null if nothing is
 * wrong.
 */
export async function explained(seed: number, rewrite?: Rewrite): Promise<string | null> {
  const whole = draw(seed);
  const isWrong = async (one: History) => (await play(one, rewrite)).wrong.length > 0;
  if (!(await isWrong(whole))) return null;
  return inWords(seed, await play(await shrunk(whole, isWrong), rewrite));
}

const inWords = (seed: number, { wrong, trace }: Pick<Played, "wrong" | "trace">): string =>
  [`Seed ${seed}:`, ...trace.map((line) => `  ${line}`), ...wrong.map((what) => `  WRONG: ${what}`)].join(
    "\n",
  );
