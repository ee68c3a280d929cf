import type { Act } from "./act.ts";
import { ACTS_OF_DELEGATES } from "./acts-of-delegates.ts";
import { ACTS_OF_HANDS } from "./acts-of-hands.ts";
import { ACTS_OF_MACHINES } from "./acts-of-machines.ts";
import { ACTS_OF_PAYERS } from "./acts-of-payers.ts";
import { ACTS_OF_STAFF } from "./acts-of-staff.ts";
import { ACTS_OF_STRANGERS } from "./acts-of-strangers.ts";
import { ACTS_OF_TRANSFERS } from "./acts-of-transfers.ts";

/**
 * All acts that have to do with money. To add an act, add an entry to one of these tables; `oracle.ts` judges its
 * possible results.
 */
export const ACTS: Record<string, Act> = {
  ...ACTS_OF_DELEGATES,
  ...ACTS_OF_TRANSFERS,
  ...ACTS_OF_PAYERS,
  ...ACTS_OF_STAFF,
  ...ACTS_OF_HANDS,
  ...ACTS_OF_MACHINES,
  ...ACTS_OF_STRANGERS,
};
