import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import type * as z from "zod";
import { PROGRAM } from "~/accounts/device-names.ts";
import { hasExpired } from "~/accounts/links.server.ts";
import { mailLink } from "~/accounts/mailed-links.server.ts";
import { sendVerification, verifyEmailBySecret } from "~/accounts/own-address.server.ts";
import { changePassword } from "~/accounts/password-change.server.ts";
import { passwordProblem } from "~/accounts/passwords.ts";
import { noteSignIn } from "~/accounts/session.server.ts";
import {
  isFresh,
  keptAlive,
  type OpenSession,
  openSession,
  sessionHash,
  viewerFrom,
  visitorRows,
} from "~/accounts/sessions.server.ts";
import {
  type Account,
  accountOf,
  createAccount,
  findResetLink,
  resetPassword,
  verifyCredentials,
} from "~/accounts/users.server.ts";
import { mediaType, readableForm, readableJson } from "~/platform/bodies.server.ts";
import type { Context, Viewer } from "~/platform/context.server.ts";
import { logFault, whereOf } from "~/platform/log.server.ts";
import { messages } from "~/values/messages.ts";
import type { LinkPurpose } from "~/values/types.ts";
import { deleteAccount } from "./account-deletion.server.ts";
import { readIdToken, signIdToken } from "./id-tokens.server.ts";
import { ID_TOKEN_LIFE } from "./id-tokens.ts";
import {
  ApplyCode,
  ChangePassword,
  DeleteAccount,
  Lookup,
  NoAccount,
  OtherChange,
  Refresh,
  RefreshOnPhone,
  ResetPassword,
  SendMail,
  SignIn,
  SignUp,
  weakPassword,
} from "./identity.form.ts";

// Signing in for programs: the part of the Firebase Auth REST protocol that a `firebase/auth` client
// uses for accounts with a password. Specification, sections 7 (Auth) and 8.

/** An answer of the protocol: fields, or an error code. */
type Answer = { fields: Record<string, unknown> } | { code: string } | { busy: string };
type Operation = (context: Context, body: unknown) => Promise<Answer>;

const OPERATIONS = new Map<string, Operation>([
  [
    "accounts:signUp",
    async (context, body) =>
      NoAccount.safeParse(body).success
        ? { code: "OPERATION_NOT_ALLOWED" }
        : withFields(SignUp, body, (fields) => signUp(context, fields)),
  ],
  [
    "accounts:signInWithPassword",
    (context, body) => withFields(SignIn, body, (fields) => signIn(context, fields)),
  ],
  ["accounts:lookup", (context, body) => withFields(Lookup, body, (fields) => lookup(context, fields))],
  [
    "accounts:sendOobCode",
    (context, body) => withFields(SendMail, body, (fields) => sendMail(context, fields)),
  ],
  ["accounts:update", update],
  [
    "accounts:resetPassword",
    (context, body) => withFields(ResetPassword, body, (fields) => resetByCode(context, fields)),
  ],
  [
    "accounts:delete",
    (context, body) => withFields(DeleteAccount, body, (fields) => remove(context, fields)),
  ],
]);

/** The action behind `/identitytoolkit.googleapis.com/v1/{operation}`. */
export const operate = (args: ActionFunctionArgs): Promise<Response> =>
  answered(args, async ({ request, context, params }) => {
    const operation = OPERATIONS.get(params["operation"] ?? "");
    if (!operation) return { code: "OPERATION_NOT_ALLOWED" };
    return operation(context, await readableJson(request));
  });

/** The action behind `/securetoken.googleapis.com/v1/token`: a new ID token, with the current claims. */
export const refresh = (args: ActionFunctionArgs): Promise<Response> =>
  answered(args, async ({ request, context }) => {
    if (mediaType(request) === "application/json") {
      const posted = await readableJson(request);
      return withFields(RefreshOnPhone, posted, ({ refreshToken }) => renewed(context, refreshToken));
    }
    const form = await readableForm(request);
    const posted = form && Object.fromEntries(form);
    return withFields(Refresh, posted, ({ refresh_token }) => renewed(context, refresh_token));
  });

async function renewed(context: Context, refreshToken: string): Promise<Answer> {
  const session = sessionHash("program", refreshToken);
  const viewer = keptAlive(context, viewerFrom(await visitorRows(context.db, session)));
  if (!viewer) return { code: "TOKEN_EXPIRED" };
  const idToken = await newIdToken(context, accountOf(viewer), viewer);
  return {
    fields: {
      access_token: idToken,
      id_token: idToken,
      refresh_token: refreshToken,
      expires_in: String(ID_TOKEN_LIFE),
      token_type: "Bearer",
      user_id: viewer.uid,
      project_id: "conference-portal",
    },
  };
}

/** The loader of both routes. It refuses every request, because these routes accept only POST. */
export const refuseIdentityGet = () => errorAnswer("OPERATION_NOT_ALLOWED");

async function signUp(context: Context, { email, password }: z.output<typeof SignUp>): Promise<Answer> {
  const answer = await createAccount(context, email, password);
  // A client must not mistake an existing account for a new one, even if the password was right.
  if ("account" in answer && !answer.isNew) return { code: "EMAIL_EXISTS" };
  const entered = "refused" in answer ? answer : await signedIn(context, "SignupNewUser", answer.account);
  return "refused" in entered ? refusal(entered, "EMAIL_EXISTS") : entered;
}

async function signIn(context: Context, { email, password }: z.output<typeof SignIn>): Promise<Answer> {
  const answer = await verifyCredentials(context, email, password);
  const entered = "refused" in answer ? answer : await signedIn(context, "VerifyPassword", answer.account);
  // The code is the same for an unknown account and for a wrong password, as on the pages.
  if ("refused" in entered) return refusal(entered, "INVALID_PASSWORD");
  return { fields: { ...entered.fields, registered: true } };
}

async function signedIn(context: Context, operation: "SignupNewUser" | "VerifyPassword", account: Account) {
  const session = await openSession(context.db, account, "program", {
    device: PROGRAM,
    network: context.network,
  });
  if ("refused" in session) return session;
  await noteSignIn(context, account, "program");
  return withTokens(context, operation, account, session);
}

/**
 * A new ID token for a session. Its claim `admin` says the same as the pages: it is false once all abilities have ended,
 * as after a helper's last day.
 */
async function newIdToken(
  context: Context,
  account: Account,
  session: { sessionHash: string; authenticatedAt: number },
): Promise<string> {
  const admin = account.admin && (await context.visitOf(session.sessionHash)).viewer?.admin === true;
  return signIdToken(context.config, context.origin, { ...account, admin }, session);
}

/** The fields that a client gets for a new session. */
async function withTokens(
  context: Context,
  operation: "SignupNewUser" | "VerifyPassword" | "SetAccountInfo",
  account: Account,
  session: OpenSession,
) {
  return {
    fields: {
      // `kind` is the only field that tells a client that the account is new.
      kind: `identitytoolkit#${operation}Response`,
      localId: account.uid,
      email: account.email,
      idToken: await newIdToken(context, account, session),
      refreshToken: session.secret,
      expiresIn: String(ID_TOKEN_LIFE),
    },
  };
}

async function lookup(context: Context, { idToken }: z.output<typeof Lookup>): Promise<Answer> {
  const viewer = await holderOf(context, idToken);
  if (!viewer) return { code: "TOKEN_EXPIRED" };
  const { uid, email } = viewer;
  const user = {
    localId: uid,
    email,
    emailVerified: viewer.emailVerifiedAt !== null,
    createdAt: String(viewer.createdAt),
    lastLoginAt: String(viewer.authenticatedAt),
    providerUserInfo: [{ providerId: "password", email, rawId: email, federatedId: email }],
  };
  return { fields: { kind: "identitytoolkit#GetAccountInfoResponse", users: [user] } };
}

async function sendMail(context: Context, asked: z.output<typeof SendMail>): Promise<Answer> {
  if (asked.requestType === "PASSWORD_RESET") {
    const wait = await mailLink(context, "reset-password", asked.email);
    return wait > 0 ? { code: "TOO_MANY_ATTEMPTS_TRY_LATER" } : { fields: { email: asked.email } };
  }
  const viewer = await holderOf(context, asked.idToken);
  if (!viewer) return { code: "TOKEN_EXPIRED" };
  const wait = await sendVerification(context, viewer);
  return wait > 0 ? { code: "TOO_MANY_ATTEMPTS_TRY_LATER" } : { fields: { email: viewer.email } };
}

/** Confirms an address with a code, or changes the password; names and pictures are not stored here. */
async function update(context: Context, body: unknown): Promise<Answer> {
  const isCode = ApplyCode.safeParse(body).success;
  if (isCode) return withFields(ApplyCode, body, (fields) => confirm(context, fields));
  if (OtherChange.safeParse(body).success) return { code: "OPERATION_NOT_ALLOWED" };
  return withFields(ChangePassword, body, (fields) => choosePassword(context, fields));
}

async function confirm(context: Context, { oobCode }: z.output<typeof ApplyCode>): Promise<Answer> {
  const answer = await verifyEmailBySecret(context, oobCode);
  if ("email" in answer) {
    return {
      fields: { kind: "identitytoolkit#SetAccountInfoResponse", email: answer.email, emailVerified: true },
    };
  }
  return answer.status === 409 ? { code: "EMAIL_EXISTS" } : uselessCode(context, oobCode, "verify-email");
}

async function choosePassword(
  context: Context,
  { idToken, password }: z.output<typeof ChangePassword>,
): Promise<Answer> {
  const viewer = await holderOf(context, idToken);
  if (!viewer) return { code: "TOKEN_EXPIRED" };
  if (!isFresh(viewer)) return { code: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN" };
  if (passwordProblem(password, viewer.admin)) return { code: weakPassword(password, viewer.admin) };
  const answer = await changePassword(context, viewer, password);
  return "refused" in answer
    ? refusal(answer, "TOKEN_EXPIRED")
    : withTokens(context, "SetAccountInfo", accountOf(viewer), answer.session);
}

/**
 * Sets a password with a link that was mailed. The link that `changeEmail` returns is refused: it works only on the
 * portal's own page, for a user who is signed in.
 */
async function resetByCode(
  context: Context,
  { oobCode, newPassword }: z.output<typeof ResetPassword>,
): Promise<Answer> {
  const owner = await findResetLink(context, oobCode);
  if (!owner || owner.ownOnly) return uselessCode(context, oobCode, "reset-password");
  if (newPassword !== undefined) {
    if (passwordProblem(newPassword, owner.admin)) return { code: weakPassword(newPassword, owner.admin) };
    const answer = await resetPassword(context, oobCode, newPassword);
    if ("refused" in answer) return refusal(answer, "INVALID_OOB_CODE");
  }
  const { email } = owner;
  return {
    fields: { kind: "identitytoolkit#ResetPasswordResponse", email, requestType: "PASSWORD_RESET" },
  };
}

const uselessCode = async ({ db }: Context, secret: string, purpose: LinkPurpose): Promise<Answer> => ({
  code: (await hasExpired(db, secret, purpose)) ? "EXPIRED_OOB_CODE" : "INVALID_OOB_CODE",
});

async function remove(context: Context, { idToken }: z.output<typeof DeleteAccount>): Promise<Answer> {
  const viewer = await holderOf(context, idToken);
  if (!viewer) return { code: "TOKEN_EXPIRED" };
  if (!isFresh(viewer)) return { code: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN" };
  const answer = await deleteAccount(context, viewer);
  if ("deleted" in answer) return { fields: { kind: "identitytoolkit#DeleteAccountResponse" } };
  return {
    code: answer.status === 401 ? "TOKEN_EXPIRED" : `OPERATION_NOT_ALLOWED : ${answer.refused}`,
  };
}

/**
 * The viewer to whom an ID token belongs. Null if the token has expired or was not signed by us, or if its session has
 * ended.
 */
async function holderOf({ config, db }: Context, idToken: string): Promise<Viewer | null> {
  const session = await readIdToken(config, idToken);
  return session === null ? null : viewerFrom(await visitorRows(db, session));
}

function refusal({ status, refused }: { status: number; refused: string }, code: string): Answer {
  if (status === 503) return { busy: refused };
  return { code: status === 429 ? "TOO_MANY_ATTEMPTS_TRY_LATER" : code };
}

/**
 * Runs the operation on the fields of the body. If a field is wrong, the answer is the code for the first wrong field.
 * If the body has no fields at all, the answer is the code for a request that is not valid.
 */
async function withFields<Fields>(
  schema: z.ZodType<Fields>,
  body: unknown,
  operation: (fields: Fields) => Promise<Answer>,
): Promise<Answer> {
  const fields = schema.safeParse(body);
  if (fields.success) return operation(fields.data);
  const { path, message } = fields.error.issues[0]!;
  return { code: path.length > 0 ? message : "INVALID_REQUEST" };
}

async function answered(
  args: ActionFunctionArgs,
  operate: (args: ActionFunctionArgs) => Promise<Answer>,
): Promise<Response> {
  const { request, context } = args;
  try {
    const answer = context.oversized ? { code: "INVALID_REQUEST" } : await operate(args);
    if ("fields" in answer) return Response.json(answer.fields);
    return "busy" in answer ? unavailable(answer.busy) : errorAnswer(answer.code);
  } catch (error) {
    logFault(error, whereOf(request, context.requestId));
    return unavailable(messages.serverFault);
  }
}

/**
 * The plain-text answer when the portal could not do what was asked. A client treats plain text like a lost connection.
 * After an answer in JSON, it would sign its user out.
 */
const unavailable = (sentence: string) =>
  new Response(sentence, { status: 503, headers: { "Content-Type": "text/plain" } });

function errorAnswer(code: string): Response {
  const errors = [{ message: code, reason: "invalid", domain: "global" }];
  return Response.json({ error: { code: 400, message: code, errors } }, { status: 400 });
}
