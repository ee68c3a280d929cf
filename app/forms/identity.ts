import * as z from "zod";
import { isEmail } from "../domain/emails.ts";
import { messages } from "../domain/messages.ts";
import { passwordProblem } from "../domain/passwords.ts";

// What the Firebase Auth client posts to sign its user up and in. The sentences are the protocol's codes:
// the client turns them into its own, such as auth/weak-password (specification, section 8).

const email = z
  .string({ error: "MISSING_EMAIL" })
  .refine((value) => isEmail(value.trim()), { error: "INVALID_EMAIL" })
  .meta({ format: "email" });

const text = (code: string) => z.string({ error: code }).min(1, code);

export const SignUp = z.object({
  email,
  password: text("MISSING_PASSWORD")
    .refine((value) => passwordProblem(value) === null, {
      error: ({ input }) => `WEAK_PASSWORD : ${passwordProblem(String(input))}`,
    })
    .describe(`${messages.weakPassword} None of those that are tried first.`),
});

/**
 * What a client posts to sign up a guest, or to give its user a second way to sign in. An account here has an
 * address and a password from the start, and nothing else.
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

const grant = z.literal("refresh_token", { error: "INVALID_GRANT_TYPE" });
const refreshToken = text("MISSING_REFRESH_TOKEN");

/** As a browser's client posts it, in a form. */
export const Refresh = z.object({ grant_type: grant, refresh_token: refreshToken });
/** As a phone's client does, in JSON. */
export const RefreshOnPhone = z.object({ grantType: grant, refreshToken });
