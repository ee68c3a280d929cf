import { isCommonPassword } from "./common-passwords.ts";
import { messages } from "./messages.ts";

const MINIMUM = 6;
/** Who can see every applicant's documents guards them with a longer one. */
const MINIMUM_FOR_ADMINS = 12;

/** What is wrong with a new password, or null. Specification, section 8 (auth/weak-password). */
export function passwordProblem(password: string, admin = false): string | null {
  const length = [...password].length;
  if (length < MINIMUM) return messages.weakPassword;
  if (admin && length < MINIMUM_FOR_ADMINS) return messages.weakAdminPassword(MINIMUM_FOR_ADMINS);
  return isCommonPassword(password) ? messages.commonPassword : null;
}
