import { isCommonPassword } from "./common-passwords.ts";
import { accountMessages } from "./messages.ts";
import { SHORTEST_ADMIN_PASSWORD, SHORTEST_PASSWORD } from "./password-lengths.ts";

/** The problem with a new password, or null. Specification, section 8 (auth/weak-password). */
export function passwordProblem(password: string, admin = false): string | null {
  const length = [...password].length;
  if (length < SHORTEST_PASSWORD) return accountMessages.weakPassword;
  if (admin && length < SHORTEST_ADMIN_PASSWORD) return accountMessages.weakAdminPassword;
  return isCommonPassword(password) ? accountMessages.commonPassword : null;
}
