import * as z from "zod";
import { emailField } from "~/accounts/account.form.ts";

/** The e-mail address of the person who is asked to pay. */
export const PayerForm = z.object({ email: emailField() });
