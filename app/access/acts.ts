/**
 * What is asked for by a form: an act that hurts if the button names one of these intents, or, without any, always.
 * `unless` lets a form go that is harmless by what was filled in.
 */
type Act = {
  /** For whoever reads this table. */
  does: string;
  intents?: readonly string[];
  unless?: (form: FormData) => boolean;
};

/** Whether what is given away comes out of a budget, which somebody has limited before. */
const fromBudget = (form: FormData) => String(form.get(`${form.get("intent")}-budgetId`) ?? "") !== "";

const acts = {
  release: { does: "releases decisions, or moves or takes back", intents: ["release", "back", "schedule"] },
  decide: { does: "applies decisions, with their awards", intents: ["apply", "undo"] },
  refund: {
    does: "gives money back, also out of goodwill, and records what a bank did",
    intents: ["give", "gone", "exchange", "bank-took", "bank-gave", "bank-decided"],
  },
  refundSubscription: { does: "gives a period of a subscription back" },
  award: {
    does: "gives awards and codes without a budget, and makes budgets",
    intents: ["award", "code", "budget"],
    unless: fromBudget,
  },
  recordSale: { does: "records money for a sale at the desk", intents: ["record"] },
  recordFile: { does: "records the transfers of a bank's file", intents: ["record"] },
  recordMoney: {
    does: "records money for an invoice, confirms it, gives it back, writes the rest off",
    intents: ["record", "confirm", "return", "write-off", "reverse", "confirm-reversal"],
  },
  invoicing: { does: "proposes and confirms how money is taken", intents: ["propose", "confirm"] },
  export: { does: "lets a file with data of people or of money out" },
  appoint: { does: "adds staff and sends invitations", intents: ["add", "again"] },
  changeStaff: { does: "changes what somebody may do", intents: ["change", "remove"] },
  handOver: { does: "changes the staff of a year", intents: ["apply", "undo"] },
  publish: { does: "publishes prices and all else of an edition", intents: ["publish", "schedule", "back"] },
  makeCurrent: { does: "makes an edition the current one", intents: ["current"] },
  disable: { does: "disables and enables accounts", intents: ["disable", "enable"] },
  factors: {
    does: "says who must have a second factor, and takes lost ones away",
    intents: ["rule", "ask", "confirm"],
  },
} satisfies Record<string, Act>;

export type ActThatHurts = keyof typeof acts;

/**
 * The acts that hurt: they cannot be taken back, move money, let much data out, or decide who may do such acts. Who has a
 * second factor types a fresh code for them (docs/decisions/0100-a-second-factor.md). A route says by `requireAct` that
 * it does one, and a test finds every form that is neither here nor known to be harmless.
 */
export const ACTS_THAT_HURT: Readonly<Record<ActThatHurts, Act>> = acts;

/** @param form what was posted; none for what is asked for by its address. */
export function hurts(act: ActThatHurts, form: FormData | undefined): boolean {
  const { intents, unless } = ACTS_THAT_HURT[act];
  if (!form) return true;
  if (intents && !intents.includes(String(form.get("intent")))) return false;
  return !unless?.(form);
}
