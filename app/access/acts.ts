import { tidyLine } from "~/values/plain-text.ts";

/**
 * Says which posts of a form are acts that hurt: every post or, if there are `intents`, only posts whose button names
 * one of them. A post for which `unless` holds is harmless because of its values, and needs no code.
 */
type Act = {
  /** Completes "type a code to …", the sentence with which the page asks for the code. */
  does: string;
  intents?: readonly string[];
  unless?: (form: FormData) => boolean;
};

/**
 * Whether the award or code is paid for from a budget. The person who made the budget has already limited how much can
 * be given.
 */
const fromBudget = (form: FormData) => {
  const intent = String(form.get("intent"));
  return ["award", "code"].includes(intent) && tidyLine(String(form.get(`${intent}-budgetId`) ?? "")) !== "";
};

const acts = {
  release: {
    does: "release decisions, take a release back or move its dates",
    intents: ["release", "back", "schedule"],
  },
  decide: { does: "apply decisions and awards, or offer places", intents: ["apply", "undo", "offer"] },
  refund: {
    does: "give money back, or record what a bank did",
    intents: ["give", "gone", "exchange", "bank-took", "bank-gave", "bank-decided", "confirm-out"],
  },
  refundSubscription: { does: "give money for a subscription back" },
  award: {
    does: "give an award or a code without a budget, or make a budget",
    intents: ["award", "code", "budget", "confirm-out"],
    unless: fromBudget,
  },
  recordSale: { does: "record a sale", intents: ["record"] },
  recordFile: { does: "record the payments of a bank's file", intents: ["record"] },
  recordMoney: {
    does: "record, confirm, give back or write off money for an invoice",
    intents: ["record", "confirm", "return", "write-off", "reverse", "confirm-reversal"],
  },
  invoicing: { does: "change how money is taken", intents: ["propose", "confirm"] },
  export: { does: "download this file" },
  appoint: { does: "add staff", intents: ["add", "again"] },
  changeStaff: { does: "change what somebody may do", intents: ["change", "remove"] },
  handOver: { does: "change the staff of a year", intents: ["apply", "undo"] },
  publish: { does: "publish an edition", intents: ["publish", "schedule", "back"] },
  letter: { does: "replace or withdraw a letter", intents: ["replace", "withdraw"] },
  makeCurrent: { does: "make another edition the current one", intents: ["current"] },
  disable: { does: "disable or enable an account", intents: ["disable", "enable"] },
  factors: {
    does: "decide on second factors",
    intents: ["rule", "ask", "confirm"],
  },
} satisfies Record<string, Act>;

export type ActThatHurts = keyof typeof acts;

/**
 * The acts that hurt: each of them moves money, lets much data out, cannot be taken back, or decides who may do such
 * acts. Somebody who has a second factor types a fresh code for each of them (docs/decisions/0100-a-second-factor.md).
 * A route declares with `requireAct` that it does such an act. A test finds every form that is neither in this list nor
 * known to be harmless.
 */
export const ACTS_THAT_HURT: Readonly<Record<ActThatHurts, Act>> = acts;

/** @param form what was posted; undefined if the request is a download, which posts nothing. */
export function hurts(act: ActThatHurts, form: FormData | undefined): boolean {
  const { intents, unless } = ACTS_THAT_HURT[act];
  if (!form) return true;
  if (intents && !intents.includes(String(form.get("intent")))) return false;
  return !unless?.(form);
}
