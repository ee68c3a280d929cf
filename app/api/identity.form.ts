import * as z from "zod";
import { emailField, newPasswordField } from "~/accounts/account.form.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { passwordProblem } from "~/accounts/passwords.ts";

// The fields that the Firebase Auth client posts to sign its user up and in. The error messages are not sentences but
// the protocol's codes. The client turns these into its own codes, such as auth/weak-password (specification, section
// 8).

const email = emailField("MISSING_EMAIL", "INVALID_EMAIL").meta({ format: "email" });

const text = (code: string) => z.string({ error: code }).min(1, code);

/** A password that may be chosen. Admins need a longer password; that is checked later, when the account is known. */
const newPassword = newPasswordField(text("MISSING_PASSWORD"), (typed) => weakPassword(typed)).describe(
  `${accountMessages.weakPassword} The most common passwords are refused.`,
);

/**
 * The error for a password that may not be chosen: the protocol's code, followed by the sentence that the client shows
 * its user.
 */
export const weakPassword = (password: string, admin = false) =>
  `WEAK_PASSWORD : ${passwordProblem(password, admin)}`;

export const SignUp = z.object({ email, password: newPassword });

/**
 * The fields that a client posts to sign up a guest, or to give its user a second way to sign in. Both are refused,
 * because an account of the portal always has an address and a password, and no other way to sign in.
 */
export const NoAccount = z.union([
  z.object({
    returnSecureToken: z.literal(true),
    email: z.undefined().optional(),
    password: z.undefined().optional(),
  }),
  z.object({ idToken: z.string() }),
]);

export const SignIn = z.object({ email, password: text("MISSING_PASSWORD") });

export const Lookup = z.object({ idToken: text("MISSING_ID_TOKEN") });

export const SendMail = z.discriminatedUnion(
  "requestType",
  [
    z.object({ requestType: z.literal("PASSWORD_RESET"), email }),
    z.object({ requestType: z.literal("VERIFY_EMAIL"), idToken: text("MISSING_ID_TOKEN") }),
  ],
  { error: "OPERATION_NOT_ALLOWED" },
);

const oobCode = text("MISSING_OOB_CODE").describe("The last part of the address of a mailed link.");
const idToken = text("MISSING_ID_TOKEN");

/** The fields that set a new password for a user who is signed in. */
export const ChangePassword = z.object({ idToken, password: newPassword });

const OF_CHANGE_PASSWORD = new Set(["idToken", "password", "returnSecureToken"]);
/** All other changes that a client may ask for, with or without a password: a name, a picture, an address. */
export const OtherChange = z
  .record(z.string(), z.unknown())
  .refine((fields) => Object.keys(fields).some((name) => !OF_CHANGE_PASSWORD.has(name)));

/** The fields that confirm an address. An `idToken` is not required, and clients do not send one. */
export const ApplyCode = z.object({ oobCode });

/** The fields that find the account whose password a link may set. If `newPassword` is given, the password is set. */
export const ResetPassword = z.object({ oobCode, newPassword: newPassword.optional() });

export const DeleteAccount = z.object({ idToken });

const grant = z.literal("refresh_token", { error: "INVALID_GRANT_TYPE" });
const refreshToken = text("MISSING_REFRESH_TOKEN");

/** The form that a browser's client posts. */
export const Refresh = z.object({ grant_type: grant, refresh_token: refreshToken });
/** The JSON that a phone's client posts. */
export const RefreshOnPhone = z.object({ grantType: grant, refreshToken });
