import * as z from "zod";
import { isEmail } from "~/values/email-addresses.ts";
import { messages } from "~/values/messages.ts";
import { parseForm } from "~/values/parse.form.ts";
import { accountMessages } from "./messages.ts";
import { passwordProblem } from "./passwords.ts";

const email = z
  .string({ error: messages.required })
  .refine((value) => isEmail(value.trim()), { error: accountMessages.invalidEmail });

const anyPassword = z.string({ error: messages.required });

const newPassword = z
  .string({ error: accountMessages.weakPassword })
  .refine((value) => passwordProblem(value) === null, {
    error: ({ input }) => passwordProblem(String(input)) ?? "",
  });

/** Signing in needs only that both fields are filled in: anything else is a wrong combination. */
const AccountForm = z.discriminatedUnion("account", [
  z.object({
    account: z.literal("sign-in"),
    email: z.string({ error: messages.required }),
    password: anyPassword,
  }),
  z.object({ account: z.literal("create"), email, password: newPassword }),
  z.object({ account: z.literal("forgot"), email }),
  z.object({ account: z.literal("new-device"), email }),
]);

/** One of the forms of the signed-out home page, or what is wrong with it by field. */
export const parseAccountForm = (form: FormData) => parseForm(AccountForm, form);

export type AccountFormName = "sign-in" | "create" | "forgot";
