import type { AppLoadContext } from "@remix-run/cloudflare";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { Database } from "#db/client.ts";
import { conferenceNames } from "~/conference/conferences.server.ts";
import { conferenceMessages } from "~/conference/messages.ts";
import { auditFact } from "~/platform/audit.server.ts";
import type { Args, Context, SignedIn, Viewer, Visit } from "~/platform/context.server.ts";
import { newSecret } from "~/platform/ids.server.ts";
import { logFault, whereOf } from "~/platform/log.server.ts";
import { orUnavailable, refuse } from "~/platform/refusal.server.ts";
import { ACCOUNT_FIELDS, CARD_FIELDS } from "~/values/never-kept.ts";
import { areSameClaims, claimsOf, cookiesFor, HALFWAY_LIFE } from "./cookies.server.ts";
import { deviceName } from "./device-names.ts";
import { withDevice } from "./devices.server.ts";
import type { FactorUse } from "./factor.ts";
import { halfwayEntry } from "./halfway.server.ts";
import { accountMessages } from "./messages.ts";
import {
  type Asker,
  closeEverySession,
  closeSession,
  openSession,
  type SessionKind,
  sessionHash,
} from "./sessions.server.ts";
import { type Account, type AccountAnswer, createAccount, verifyCredentials } from "./users.server.ts";

/** The field in which a code of the second factor is typed, wherever it is asked for. */
export const CODE_FIELD = "factorCode";

/** The name of the field with the browser's answer, if a passkey was used in place of a code. */
const PASSKEY_FIELD = "usedPasskey";

/** The proof of the second factor that a form brings: a passkey's answer, or the code that was typed; "" if neither. */
export const typedFactor = (form: FormData): string =>
  String(form.get(PASSKEY_FIELD) || form.get(CODE_FIELD) || "").trim();

/**
 * Fields whose values are never kept while somebody signs in again: card data may exist only in the request that
 * charges.
 */
const NEVER_RESUMED = new Set([...CARD_FIELDS, ...ACCOUNT_FIELDS, CODE_FIELD, PASSKEY_FIELD]);

/** The fields of `NEVER_RESUMED` that people type into pages and would have to type again. */
const SECRETS = [...CARD_FIELDS, "password", "oldPassword", "newPassword"];

/**
 * Returns the signed-in visit. If nobody is signed in, throws a 401 page with the gate's sentence and a sign-in form,
 * which leads back to the same page. An action passes its form, so that what was typed is sent on after signing in.
 */
export async function requireViewer(
  { request, context }: Args,
  form?: FormData,
  sentence: string = accountMessages.notLoggedIn,
): Promise<SignedIn> {
  const visit = await openVisit({ request, context });
  if (visit.viewer) {
    const signedIn = { ...visit, viewer: visit.viewer };
    const outdated = form && (await whyOutdated(context.db, form, signedIn));
    if (outdated) refuse(409, outdated);
    return signedIn;
  }
  const { pathname, search } = new URL(request.url);
  refuse(401, form ? sentenceFor(form) : sentence, {
    redirectTo: pathname + search,
    resume: form ? resumable(form) : [],
  });
}

/** The sentence for somebody whose session had ended. It says what became of the values that they typed into a form. */
function sentenceFor(form: FormData): string {
  const { signedInAgain, signedInAgainForSecrets } = accountMessages;
  return SECRETS.some((name) => form.get(name))
    ? signedInAgainForSecrets
    : sayingWhatIsLost(signedInAgain, form);
}

/**
 * A sentence about an interrupted form. If the form sent a file, it also says that only the file is not kept. If nothing
 * of the form is kept, another sentence says so.
 */
export function sayingWhatIsLost(sentence: string, form: FormData): string {
  if (isTooLongToKeep(resumableIn(form))) return accountMessages.tooLongToKeep;
  return [...form.values()].some((value) => value instanceof File && value.name !== "")
    ? `${sentence} ${accountMessages.fileNotKept}`
    : sentence;
}

/**
 * Why a form may not write anything; null if it may. It may not if somebody else left its page open on a shared
 * computer, or if its page is about another edition than this visit. A form that names neither a person nor an edition
 * comes from a program, or from a page that belongs to no edition.
 */
export async function whyOutdated(
  db: Database,
  form: FormData,
  { viewer, settings }: SignedIn,
): Promise<string | null> {
  const [owner, edition] = [form.get("owner"), form.get("edition")];
  if (owner !== null && owner !== viewer.uid) return accountMessages.otherAccount;
  const { conferenceId, currentEdition } = settings;
  if (edition === null || edition === conferenceId) return null;
  const names = await conferenceNames(db, [String(edition), conferenceId]);
  const [of, now] = [names.get(String(edition)), names.get(conferenceId)];
  return conferenceId === currentEdition && viewer.edition === null
    ? conferenceMessages.editionChanged(of, now)
    : conferenceMessages.otherEditionChosen(of, now);
}

/** The fields of an interrupted form that are sent on after signing in; none if they are too long to be sent on. */
export function resumable(form: FormData): [name: string, value: string][] {
  const fields = resumableIn(form);
  return isTooLongToKeep(fields) ? [] : fields;
}

const resumableIn = (form: FormData) =>
  [...form].filter(
    (field): field is [string, string] => typeof field[1] === "string" && !NEVER_RESUMED.has(field[0]),
  );

/** How many bytes can be sent on: less than an upload may have, because each field also has an envelope. */
const MOST_KEPT = 5_000_000;

const isTooLongToKeep = (fields: [name: string, value: string][]): boolean =>
  new TextEncoder().encode(fields.flat().join("")).length > MOST_KEPT;

/** Returns the visit. If accounts cannot be read, throws a 503 page that says so (specification, section 8). */
export function openVisit(args: Args): Promise<Visit> {
  return orUnavailable(args, args.context.visit(), accountMessages.authCheckFailed);
}

/**
 * The data that a layout needs, each part null if it could not be read. The layout is shown even if parts are missing,
 * and the page inside it says what is wrong.
 */
export async function readLayout<Around>(
  { request, context }: Args,
  read: (context: AppLoadContext, visit: Visit) => Promise<Around>,
): Promise<{ visit: Visit | null; surroundings: Around | null }> {
  const where = whereOf(request, context.requestId);
  const visit = await context.visit().catch((error: unknown) => {
    logFault(error, where);
    return null;
  });
  const surroundings = await (visit && read(context, visit))?.catch((error: unknown) => {
    logFault(error, where);
    return null;
  });
  return { visit, surroundings: surroundings ?? null };
}

/** The account for a posted form: an existing account with "sign-in", a new one with "create". */
export async function authenticate(
  { request, context }: Args,
  way: "sign-in" | "create",
): Promise<AccountAnswer> {
  const devices = await devicesOf({ request, context });
  const credentials = ({ form }: { form: FormData }) =>
    [context, String(form.get("email")), String(form.get("password"))] as const;
  return new Authenticator<AccountAnswer>()
    .use(new FormStrategy((posted) => verifyCredentials(...credentials(posted), { devices })), "sign-in")
    .use(new FormStrategy((posted) => createAccount(...credentials(posted), { devices })), "create")
    .authenticate(way, request);
}

/** The entries in this browser's cookie. Each of them lets one account recognise the browser. */
export async function devicesOf({ request, context }: Args): Promise<string[]> {
  const { devices } = cookiesFor(context.config, request);
  const value: unknown = await devices.parse(request.headers.get("Cookie"));
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}

/** Makes this browser known for the account until the account's password changes. */
export async function rememberDevice(args: Args, owner: { uid: string; passwordHash: string }) {
  const { request, context } = args;
  const { devices } = cookiesFor(context.config, request);
  const entries = withDevice(context.config, owner, await devicesOf(args));
  context.cookies.push(await devices.serialize(entries));
}

/**
 * Gives this browser a session of the user, with a fresh secret, and remembers the device. If the account has a second
 * factor and its code was not typed, there is no session: for ten minutes the browser keeps a proof that the password
 * was right.
 *
 * @param code set if a code of the second factor was typed.
 * @returns why nothing was done, or whether the code is needed.
 */
export async function signIn(
  args: Args,
  user: Account,
  code?: FactorUse,
): Promise<Extract<AccountAnswer, { refused: string }> | { needsCode: boolean }> {
  const { request, context } = args;
  const { session, role, halfway } = cookiesFor(context.config, request);
  const replaced = await browserSession(context.config, request);
  const opened = await openSession(
    context.db,
    user,
    "browser",
    { device: deviceName(request.headers.get("User-Agent")), network: context.network },
    replaced,
    code,
  );
  if ("refused" in opened) return opened;
  if ("needsCode" in opened) {
    const until = Date.now() + HALFWAY_LIFE * 1000;
    const owner = { uid: user.uid, passwordHash: opened.passwordHash };
    context.cookies.push(await halfway.serialize(halfwayEntry(context.config, owner, until)));
    return { needsCode: true };
  }
  const { secret, viewer, passwordHash } = opened;
  context.cookies.push(await session.serialize(secret), await role.serialize(claimsOf(viewer)));
  await rememberDevice(args, { uid: user.uid, passwordHash });
  await noteSignIn(context, user, "browser");
  return { needsCode: false };
}

/** Records for analytics that somebody signed in. If they are staff, also records it in the audit log. */
export async function noteSignIn(context: AppLoadContext, { uid, admin }: Account, by: SessionKind) {
  context.record("sign-in", uid);
  if (!admin) return;
  await auditFact(context, { actorUid: uid, action: "signIn", object: `users/${uid}`, detail: { by } });
}

/** Ends this session in D1, or all sessions of its owner, and removes the session cookie and the role cookie. */
export async function signOut({ request, context }: Args, which: "this" | "all") {
  const { session, role } = cookiesFor(context.config, request);
  const hash = await browserSession(context.config, request);
  if (hash) await (which === "all" ? closeEverySession : closeSession)(context.db, hash);
  context.cookies.push(await session.serialize("", { maxAge: 0 }), await role.serialize("", { maxAge: 0 }));
}

/**
 * The key of the session that the browser's cookie names; null if it names none. This function does not check whether
 * there is such a session.
 */
export async function browserSession(
  config: AppLoadContext["config"],
  request: Request,
): Promise<string | null> {
  const value: unknown = await cookiesFor(config, request).session.parse(request.headers.get("Cookie"));
  return typeof value === "string" && value !== "" ? sessionHash("browser", value) : null;
}

/**
 * The person who makes the request, according to the session cookie and the role cookie; null if either of them is
 * missing or not valid. Only for pages whose single query also checks that the session belongs to this person.
 */
export async function readAsker({ request, context }: Args): Promise<Asker | null> {
  const claims = await context.claims();
  const session = await browserSession(context.config, request);
  return claims && session ? { uid: claims.uid, session } : null;
}

/** Sends a new role cookie if the claims in the present one differ from those in D1. */
export async function refreshClaims(
  { config, cookies, claims }: Pick<Context, "config" | "cookies" | "claims">,
  request: Request,
  viewer: Viewer,
) {
  if (areSameClaims(await claims(), viewer)) return;
  const { role } = cookiesFor(config, request);
  const fresh = await role.serialize(claimsOf(viewer));
  if (!cookies.includes(fresh)) cookies.push(fresh);
}

/** The secret that every form repeats; sent with the first page. */
export async function formToken(context: AppLoadContext, request: Request): Promise<string> {
  const { form } = cookiesFor(context.config, request);
  const held: unknown = await form.parse(request.headers.get("Cookie"));
  if (typeof held === "string" && held !== "") return held;
  const token = newSecret();
  context.cookies.push(await form.serialize(token));
  return token;
}
