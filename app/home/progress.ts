import type { ProgressState } from "~/money/payments/attempts.ts";
import { type RegistrationStage, registrationStage } from "~/money/payments/registration.ts";
import { heldPass } from "~/money/prices/passes.ts";
import type { Standing } from "~/standing/standing.ts";
import type { PassType } from "~/values/types.ts";

export type StepId = "apply" | "decision" | "waiver" | "pay";
export type StepTone = "done" | "active" | "todo" | "blocked";
export type ProgressStep = { id: StepId; tone: StepTone };

/**
 * The delegate's steps to a pass: Apply, Decision, Waiver and Pay. The tone of a step is "done", "active" (the next
 * one), "todo" (it must wait) or "blocked" (the decision rules it out).
 */
export function progress(standing: Standing): ProgressStep[] {
  const { submittedAt, decision, waiverDate } = standing;
  const paid = passHeld(standing) !== null;
  const pass = passOnOffer(standing);
  const closed = decision !== null && pass === null && !paid && paymentInProgress(standing) === null;
  const done: Record<StepId, boolean> = {
    apply: submittedAt !== null,
    decision: decision !== null,
    waiver: waiverDate !== null,
    pay: paid,
  };
  const order: StepId[] = ["apply", "decision", "waiver", "pay"];
  const next = order.find((id) => !done[id]);
  return order.map((id) => {
    if (done[id]) return { id, tone: "done" };
    if (closed && (id === "waiver" || id === "pay")) return { id, tone: "blocked" };
    return { id, tone: id === next ? "active" : "todo" };
  });
}

/** The best pass that this delegate may pay for, either now or after accepting the waiver; null if there is none. */
export function passOnOffer(standing: Standing): PassType | null {
  return passIn(standing, ["waiver", "pay"]);
}

/**
 * A sentence about the best pass that this delegate could pay for if places were left; null if there is no such pass.
 */
export function passSoldOut(standing: Standing): string | null {
  const pass = passIn(standing, ["sold out"]);
  const stage = pass && registrationStage(pass, standing);
  return stage?.stage === "sold out" ? stage.reason : null;
}

/**
 * The state of a pass that is being paid for. That payment must be settled before any other payment. Null if there is
 * none.
 */
export function paymentInProgress(standing: Standing): ProgressState | null {
  const pass = passIn(standing, ["in progress"]);
  const stage = pass && registrationStage(pass, standing);
  return stage?.stage === "in progress" ? stage.state : null;
}

function passIn(standing: Standing, stages: RegistrationStage["stage"][]): PassType | null {
  const order: PassType[] = ["goldPlus", "gold"];
  return order.find((id) => stages.includes(registrationStage(id, standing).stage)) ?? null;
}

/** The pass that the delegate holds; null if there is none. */
export function passHeld(standing: Standing): PassType | null {
  return heldPass(standing.passes.filter(({ state }) => state === "held"));
}
