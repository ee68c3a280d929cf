import { messages } from "~/values/messages.ts";
import { SHORTEST_ADMIN_PASSWORD, SHORTEST_PASSWORD } from "~/values/password-lengths.ts";
import { isCommonPassword } from "./common-passwords.ts";

/** What is wrong with a new password, or null. Specification, section 8 (auth/weak-password). */
export function passwordProblem(password: string, admin = false): string | null {
  const length = [...password].length;
  if (length < SHORTEST_PASSWORD) return messages.weakPassword;
  if (admin && length < SHORTEST_ADMIN_PASSWORD) return messages.weakAdminPassword;
  return isCommonPassword(password) ? messages.commonPassword : null;
}
