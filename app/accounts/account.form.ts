import * as z from "zod";
import { isEmail } from "~/values/email-addresses.ts";
import { messages } from "~/values/messages.ts";
import { parseForm } from "~/values/parse.form.ts";
import type { Refused } from "~/values/types.ts";
import { accountMessages } from "./messages.ts";
import { passwordProblem } from "./passwords.ts";

/**
 * An address that mail can be sent to, as it was typed. `missing` is the sentence for an empty field, and `invalid` is
 * the sentence for a text that is not an address.
 */
export const emailField = (
  missing: string = messages.required,
  invalid: string = accountMessages.invalidEmail,
) => z.string({ error: missing }).refine((value) => isEmail(value.trim()), { error: invalid });

const anyPassword = z.string({ error: messages.required });

/**
 * A new password. Admins need a longer password; that is checked later, when the account is known.
 *
 * @param password the field, with its sentence for a missing password.
 * @param said the sentence for a password that is not acceptable.
 */
export const newPasswordField = (
  password: z.ZodString,
  said = (typed: string) => passwordProblem(typed) ?? "",
) =>
  password.refine((value) => passwordProblem(value) === null, {
    error: ({ input }) => said(String(input)),
  });

/**
 * The field `password` of a posted form in which somebody chooses a new password, or the problem with that password.
 */
export function newPasswordIn(form: FormData, admin: boolean): { password: string } | Refused<400> {
  const password = String(form.get("password") ?? "");
  const problem = passwordProblem(password, admin);
  return problem === null ? { password } : { refused: problem, status: 400 };
}

/**
 * For signing in, it is enough that both fields are filled in. Values that are not valid count as a wrong combination
 * of address and password.
 */
const AccountForm = z.discriminatedUnion("account", [
  z.object({
    account: z.literal("sign-in"),
    email: z.string({ error: messages.required }),
    password: anyPassword,
  }),
  z.object({
    account: z.literal("create"),
    email: emailField(),
    password: newPasswordField(z.string({ error: accountMessages.weakPassword })),
  }),
  z.object({ account: z.literal("forgot"), email: emailField() }),
  z.object({ account: z.literal("new-device"), email: emailField() }),
]);

/** One of the forms of the signed-out home page or, if its values are not valid, the problem with each field. */
export const parseAccountForm = (form: FormData) => parseForm(AccountForm, form);

export type AccountFormName = "sign-in" | "create" | "forgot";
