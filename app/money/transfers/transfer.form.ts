import * as z from "zod";
import { emailField } from "~/accounts/account.form.ts";

/** The e-mail address of the person to whom a pass is offered. */
export const TransferForm = z.object({ email: emailField() });
