import * as z from "zod";
import { emailField } from "~/accounts/account.form.ts";

/**
 * The e-mail address of the person who is asked to pay. The field is not called "email", because the login form has a
 * field with that name, and logging in again must keep this address.
 */
export const PayerForm = z.object({ payerEmail: emailField() });
