import { pursueRefunds } from "~/money/refunds/refunds.server.ts";
import { MINUTE, SECOND } from "~/values/durations.ts";
import { type Call, type Fault, faultsOf, interleave, pick, planned, type Turn } from "./faults.ts";
import { Schedule } from "./money.ts";
import { CHORES } from "./money-state.ts";
import { isTheTurnOf, type Turns } from "./turns.ts";

/** The acts of people and machines, one after the other. */
type Scenario = (schedule: Schedule) => Promise<unknown>;

/** The payment that is refunded later, made without a fault. */
const paid: Scenario = async (schedule) => {
  await schedule.pay({}, undefined, null);
  schedule.pass(MINUTE);
};

/** Add-ons for a pass that is already held. */
const LATER = { buys: "add-ons", selection: { h2023mug: true, h2023shirtblack: "M" } } as const;

const PART = 10_000;
const SHIRT_AND_MUG = { h2023mug: true, h2023shirtblack: "M" } as const;
/** Runs only the cron's work on refunds, because its work on payments is tried elsewhere, together with payments. */
const pursue = (schedule: Schedule) => schedule.cron(undefined, [pursueRefunds]);

export const SCENARIOS: Record<string, Scenario> = {
  "pay, click again, look, cron": async (schedule) => {
    await schedule.pay({ selection: { h2023mug: true, h2023shirtblack: "M" } });
    schedule.pass(5 * SECOND);
    await schedule.pay();
    schedule.pass(5 * SECOND);
    await schedule.look();
    schedule.pass(2 * MINUTE);
    await schedule.cron();
  },
  "pay, webhook, click again, webhook again": async (schedule) => {
    await schedule.pay();
    await schedule.webhook();
    await schedule.pay();
    schedule.pass(2 * MINUTE);
    await schedule.webhook({ again: true });
    await schedule.cron();
  },
  "add-ons later, click again, look, cron": async (schedule) => {
    await paid(schedule);
    await schedule.pay(LATER);
    schedule.pass(5 * SECOND);
    await schedule.pay(LATER);
    await schedule.look();
    schedule.pass(2 * MINUTE);
    await schedule.cron();
  },
  "add-ons later, and the pass is given back": async (schedule) => {
    await paid(schedule);
    schedule.gateway.settle();
    await schedule.pay(LATER);
    await schedule.refund();
    await schedule.webhook();
    schedule.pass(2 * MINUTE);
    await pursue(schedule);
  },
  "void a whole payment": async (schedule) => {
    await paid(schedule);
    await schedule.refund();
    schedule.pass(5 * SECOND);
    await schedule.refund();
    schedule.pass(2 * MINUTE);
    await pursue(schedule);
  },
  "refund part of a settled payment": async (schedule) => {
    await paid(schedule);
    schedule.gateway.settle();
    await schedule.refund({ amountCents: PART });
    schedule.pass(5 * SECOND);
    await schedule.refund({ amountCents: PART });
    schedule.pass(2 * MINUTE);
    await pursue(schedule);
  },
  "refund part before the night": async (schedule) => {
    await paid(schedule);
    await schedule.refund({ amountCents: PART });
    await pursue(schedule);
    schedule.gateway.settle();
    schedule.pass(2 * MINUTE);
    await pursue(schedule);
  },
  "give part back and leave the pass": async (schedule) => {
    await paid(schedule);
    schedule.gateway.settle();
    await schedule.refund({ amountCents: PART, endsAll: false });
    schedule.pass(5 * SECOND);
    await schedule.refund({ amountCents: PART, endsAll: false });
    await schedule.pay();
    schedule.pass(2 * MINUTE);
    await pursue(schedule);
  },
  "give an add-on back and leave the pass": async (schedule) => {
    await schedule.pay({ selection: SHIRT_AND_MUG }, undefined, null);
    schedule.pass(MINUTE);
    schedule.gateway.settle();
    await schedule.refund({ items: ["h2023mug"], amountCents: 2_500 });
    schedule.pass(5 * SECOND);
    await schedule.refund({ items: ["h2023mug"], amountCents: 2_500 });
    schedule.pass(2 * MINUTE);
    await pursue(schedule);
  },
  "give an add-on back before the night": async (schedule) => {
    await schedule.pay({ selection: SHIRT_AND_MUG }, undefined, null);
    await schedule.refund({ items: ["h2023shirtblack"], amountCents: 1_000 });
    await schedule.refund();
    schedule.gateway.settle();
    schedule.pass(2 * MINUTE);
    await pursue(schedule);
  },
  "keep a payment as credit": async (schedule) => {
    await paid(schedule);
    await schedule.refund({ kind: "credit" });
    await schedule.refund();
    await pursue(schedule);
  },
};

/** The faults to try for a call, given the number of the call in the schedule. */
type Tried = (call: Call, at: number) => readonly string[];

export type Broken = { faults: string[]; wrong: string[] };

/** The result of a schedule; its faults are named after the calls in which they happened. */
async function run(scenario: Scenario, faults: Fault[]) {
  const schedule = await Schedule.open({ plan: planned(faults) });
  await scenario(schedule);
  const wrong = await schedule.ends({ mayTakeBack: faults.some(({ what }) => what === "another amount") });
  const { trace } = schedule.seams;
  const named = faults.map(({ at, what }) => {
    const call = trace[at];
    return `${at} ${call?.step} ${call?.name.replaceAll('"', "").slice(0, 60)}: ${what}`;
  });
  return { trace, broken: wrong.length > 0 ? [{ faults: named, wrong }] : [] };
}

/**
 * Tries every schedule of a scenario with at most `most` faults. A fault changes the calls that follow it, so the next
 * fault is placed among the calls that were really made.
 */
export const explore = (scenario: Scenario, most: number, tried: Tried = faultsOf) =>
  exploreBy((faults) => run(scenario, faults), most, tried);

/**
 * For each call, tries only one of its possible faults, and only at the places that belong to this run. The place
 * determines the fault, so different faults are tried at different places.
 */
export const oneFaultOf =
  (turn: Turns): Tried =>
  (call, at) => {
    const faults = faultsOf(call);
    return isTheTurnOf(at, turn) ? [faults[at % faults.length]!] : [];
  };

/**
 * Like `explore`, for anything that `run` does under faults. `leftOut` counts the calls at which no fault was tried.
 */
export async function exploreBy(
  run: (faults: Fault[]) => Promise<{ trace: Call[]; broken: Broken[] }>,
  most: number,
  tried: Tried = faultsOf,
): Promise<{ schedules: number; leftOut: number; broken: Broken[] }> {
  const open: Fault[][] = [[]];
  const broken: Broken[] = [];
  let schedules = 0;
  let leftOut = 0;
  for (let faults = open.pop(); faults; faults = open.pop()) {
    const result = await run(faults);
    schedules += 1;
    broken.push(...result.broken);
    if (faults.length === most) continue;
    const from = (faults.at(-1)?.at ?? -1) + 1;
    for (let at = from; at < result.trace.length; at += 1) {
      const chosen = tried(result.trace[at]!, at);
      if (chosen.length === 0) leftOut += 1;
      for (const what of chosen) open.push([...faults, { at, what }]);
    }
  }
  return { schedules, leftOut, broken };
}

/** Runs `count` schedules, each a random scenario with three random faults, and returns the failures. */
export async function randomTriples(count: number, draw: () => number): Promise<Broken[]> {
  const broken: Broken[] = [];
  for (let made = 0; made < count; made += 1) {
    const scenario = pick(Object.values(SCENARIOS), draw);
    const faults: Fault[] = [];
    for (let chosen = 0; chosen < 3; chosen += 1) {
      const { trace } = await probe(scenario, faults);
      const from = (faults.at(-1)?.at ?? -1) + 1;
      if (from >= trace.length) break;
      const at = from + Math.floor(draw() * (trace.length - from));
      faults.push({ at, what: pick(faultsOf(trace[at]!), draw) });
    }
    broken.push(...(await run(scenario, faults)).broken);
  }
  return broken;
}

/** The calls that a schedule makes. This does not wait until everything has ended. */
async function probe(scenario: Scenario, faults: Fault[]) {
  const schedule = await Schedule.open({ plan: planned(faults) });
  await scenario(schedule);
  await schedule.answerLate();
  return schedule.seams;
}

/** Everything that can happen at the same time around one payment. */
const ACTORS: ((schedule: Schedule, turn: Turn) => Promise<unknown>)[] = [
  (schedule, turn) => schedule.pay({}, turn),
  (schedule, turn) => schedule.pay({ selection: { h2023execsem: true } }, turn),
  (schedule, turn) => schedule.pay({ passType: "gold" }, turn),
  (schedule, turn) => schedule.pay(LATER, turn),
  (schedule, turn) => schedule.look(turn),
  (schedule, turn) => schedule.webhook({}, turn),
  (schedule, turn) => schedule.webhook({ again: true }, turn),
  (schedule, turn) => schedule.refund({}, turn),
  (schedule, turn) => schedule.refund({ amountCents: PART }, turn),
  (schedule, turn) => schedule.refund({ amountCents: PART, endsAll: false }, turn),
  (schedule, turn) => schedule.refund({ items: ["h2023execsem"], amountCents: 7_500 }, turn),
  (schedule, turn) => schedule.cron(turn),
  (schedule, turn) => schedule.cron(turn, CHORES.toReversed()),
];

const MOST_ACTORS = 5;
const MOST_FAULTS = 3;
const FAULTY = 0.08;
/**
 * Pauses between two calls (ms); most of them are 0. All pauses of a schedule together last no longer than `MOST_TIME`,
 * which is less than the time in which a charge must appear (`CHARGE_PATIENCE`).
 */
const PAUSES = [0, 0, 0, 0, SECOND, 30 * SECOND, 2 * MINUTE];
const MOST_TIME = 15 * MINUTE;

/**
 * A payment, with some of the things that may happen at the same time, in a random order and with up to three random
 * faults.
 */
export async function randomInterleaving(draw: () => number): Promise<Broken[]> {
  const faults: { call: Call; what: string }[] = [];
  const schedule = await Schedule.open({
    plan: (call) => {
      if (faults.length === MOST_FAULTS || draw() > FAULTY) return undefined;
      // An answer already comes late here if its turn comes late, so the faults with late answers are left out.
      const what = pick(
        faultsOf(call).filter((fault) => !fault.endsWith("late")),
        draw,
      );
      faults.push({ call, what });
      return what;
    },
  });
  const [first, ...others] = [ACTORS[0]!, ...Array.from({ length: MOST_ACTORS }, () => pick(ACTORS, draw))];
  let passed = 0;
  const pause = () => {
    const wait = pick(PAUSES, draw);
    if (passed + wait > MOST_TIME) return;
    passed += wait;
    schedule.pass(wait);
  };
  await interleave(
    [first, ...others].map((actor) => (turn: Turn) => beginning(schedule, actor, turn)),
    draw,
    pause,
  );
  if (draw() < 0.3) schedule.gateway.settle();
  const mayTakeBack = faults.some(({ what }) => what === "another amount");
  const wrong = await schedule.ends({ mayTakeBack });
  const named = faults.map(({ call, what }) => `${call.step} ${call.name.slice(0, 60)}: ${what}`);
  return wrong.length > 0 ? [{ faults: named, wrong }] : [];
}

/**
 * Waits for a turn before an actor begins. What an actor does depends on what the actor finds at the beginning, so each
 * actor must begin at a random time.
 */
async function beginning(
  schedule: Schedule,
  actor: (schedule: Schedule, turn: Turn) => Promise<unknown>,
  turn: Turn,
): Promise<unknown> {
  await turn();
  return actor(schedule, turn);
}
