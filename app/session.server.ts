import type { AppLoadContext } from "@remix-run/cloudflare";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { readableForm } from "./bodies.server.ts";
import type { Visit } from "./context.server.ts";
import { type Claims, claimsIn, cookiesFor } from "./cookies.server.ts";
import { type AccessLevel, mayAccess } from "./domain/access.ts";
import { messages } from "./domain/messages.ts";
import { staffMessages } from "./domain/staff-messages.ts";
import { staffPageOf } from "./domain/staff-pages.ts";
import { CARD_FIELDS } from "./forms/payment.ts";
import { newSecret } from "./ids.server.ts";
import { logFault, whereOf } from "./log.server.ts";
import { auditFact, noteRefusal } from "./models/audit.server.ts";
import { addOnRows, ticketRows } from "./models/catalogue.server.ts";
import { withDevice } from "./models/devices.server.ts";
import { heldPasses } from "./models/payments.server.ts";
import {
  type Asker,
  closeEverySession,
  closeSession,
  openSession,
  type SessionKind,
  sessionHash,
  type Viewer,
} from "./models/sessions.server.ts";
import {
  type Account,
  type AccountAnswer,
  accountOf,
  createAccount,
  verifyCredentials,
} from "./models/users.server.ts";

type Args = { request: Request; context: AppLoadContext };

/** What a refusal page needs beside its status; `resume` holds the fields of a form whose session had ended. */
export type Refusal = {
  message: string;
  signIn?: { redirectTo: string; resume: [name: string, value: string][] };
};

export type SignedIn = Visit & { viewer: Viewer };

/** The account form's own fields, which are sent beside those of the interrupted form. */
const ACCOUNT_FIELDS = ["formToken", "account", "redirectTo", "resume", "email", "password"];

/** Fields that are never kept while somebody signs in again: card data may only exist in the request that charges. */
const NEVER_RESUMED = new Set([...CARD_FIELDS, ...ACCOUNT_FIELDS]);

/**
 * Throws the page that says why the request is refused. It must be a Response: for anything else a route
 * without a page hides the sentence.
 */
export function refuse(status: number, message: string, signIn?: Refusal["signIn"]): never {
  throw Response.json({ message, signIn } satisfies Refusal, { status });
}

/**
 * The signed-in visit, or a thrown 401 page with the gate's sentence and a sign-in form that leads back here.
 * An action passes its form, so that what was typed is sent on after signing in.
 */
export async function requireViewer(
  { request, context }: Args,
  form?: FormData,
  sentence: string = messages.notLoggedIn,
): Promise<SignedIn> {
  const visit = await openVisit({ request, context });
  if (visit.viewer) {
    if (form && !isOwner(form, visit.viewer)) refuse(409, messages.otherAccount);
    await refreshClaims(context, request, visit.viewer);
    return { ...visit, viewer: visit.viewer };
  }
  const { pathname, search } = new URL(request.url);
  refuse(401, form ? messages.signedInAgain : sentence, {
    redirectTo: pathname + search,
    resume: form ? resumable(form) : [],
  });
}

/** A page left open by somebody else on a shared computer must not write into this account. */
export function isOwner(form: FormData, viewer: Viewer): boolean {
  const owner = form.get("owner");
  return owner === null || owner === viewer.uid;
}

/** The fields of an interrupted form that are sent on after signing in. */
export function resumable(form: FormData): [name: string, value: string][] {
  return [...form].filter(
    (field): field is [string, string] => typeof field[1] === "string" && !NEVER_RESUMED.has(field[0]),
  );
}

/**
 * The signed-in visit of somebody who meets an access level, or a thrown page with the gate's sentence:
 * 401 signed out, 403 signed in. Specification, section 6.
 */
export async function requireAccess(args: Args, level: AccessLevel, form?: FormData): Promise<SignedIn> {
  const visit = await requireViewer(args, form);
  const { viewer, settings } = visit;
  const { db } = args.context;
  const { conferenceId } = settings;
  const [payments, tickets, addOns] = CLAIM_LEVELS.has(level)
    ? [[], [], []]
    : await db.batch([
        heldPasses(db, conferenceId, viewer.uid),
        ticketRows(db, conferenceId),
        addOnRows(db, conferenceId),
      ]);
  const ruling = mayAccess(level, { ...viewer, payments }, { tickets, addOns });
  if (!ruling.allowed) {
    if (level === "admin") notePageRefused(args, viewer);
    refuse(403, ruling.reason);
  }
  return visit;
}

/**
 * The signed-in visit of a director; other staff get a page that names the role (403), everybody else the
 * gate's page.
 */
export async function requireDirector(args: Args, form?: FormData): Promise<SignedIn> {
  const visit = await requireAccess(args, "admin", form);
  if (visit.viewer.role !== "director") {
    notePageRefused(args, visit.viewer);
    refuse(403, staffMessages.directorsOnly);
  }
  return visit;
}

/** The row names the page and not the address, so that somebody who tries out addresses leaves one row per page. */
function notePageRefused({ request, context }: Args, { uid }: Viewer): void {
  noteRefusal(context, { actorUid: uid, object: `pages${staffPageOf(new URL(request.url).pathname)}` });
}

/** Levels that the user's own row decides. */
const CLAIM_LEVELS = new Set<AccessLevel>(["signed-in", "admin", "hpairPlus"]);

/** The visit; if accounts cannot be read, a thrown 503 page that says so (specification, section 8). */
export function openVisit(args: Args): Promise<Visit> {
  return orUnavailable(args, args.context.visit(), messages.authCheckFailed);
}

/**
 * What a layout needs, each part null if it could not be read: the layout is drawn all the same, and the page
 * inside says what is wrong.
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

/** The result, or a thrown 503 page with the sentence that the specification has for this failure. */
export async function orUnavailable<Result>(
  { request, context }: Args,
  work: Promise<Result>,
  sentence: string,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    logFault(error, whereOf(request, context.requestId));
    refuse(503, sentence);
  }
}

/** The posted fields; a thrown 4xx page if they cannot be read. */
export async function readForm({ request, context }: Args): Promise<FormData> {
  if (context.oversized) refuse(413, messages.tooLarge);
  return (await readableForm(request.clone())) ?? refuse(400, messages.badRequest);
}

/**
 * The act that a form asks for by the button pressed; a thrown 400 page if it is none of these.
 *
 * @param unnamed the act if the button names none, or if a program posts only the fields.
 */
export function intentIn<const Intent extends string>(
  form: FormData,
  intents: readonly Intent[],
  unnamed?: NoInfer<Intent>,
): Intent {
  const named = form.has("intent") ? form.get("intent") : unnamed;
  return intents.find((intent) => intent === named) ?? refuse(400, messages.badRequest);
}

/** The account behind a posted form, found by the strategy that the form asked for. */
export async function authenticate(
  { request, context }: Args,
  way: "sign-in" | "create",
): Promise<AccountAnswer> {
  const devices = await devicesOf({ request, context });
  const credentials = ({ form }: { form: FormData }) =>
    [context, String(form.get("email")), String(form.get("password"))] as const;
  return new Authenticator<AccountAnswer>()
    .use(new FormStrategy((posted) => verifyCredentials(...credentials(posted), { devices })), "sign-in")
    .use(new FormStrategy((posted) => createAccount(...credentials(posted))), "create")
    .authenticate(way, request);
}

/** The entries that this browser keeps, by which it is known. */
export async function devicesOf({ request, context }: Args): Promise<string[]> {
  const { devices } = cookiesFor(context.config, request);
  const value: unknown = await devices.parse(request.headers.get("Cookie"));
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}

/** Makes this browser known for the account until its password changes. */
export async function rememberDevice(args: Args, owner: { uid: string; passwordHash: string }) {
  const { request, context } = args;
  const { devices } = cookiesFor(context.config, request);
  const entries = withDevice(context.config, owner, await devicesOf(args));
  context.cookies.push(await devices.serialize(entries));
}

/**
 * Signs the user in on this browser, with a session secret no one has seen before, and remembers the device.
 *
 * @returns why nothing was done, or null.
 */
export async function signIn(
  args: Args,
  user: Account,
): Promise<Extract<AccountAnswer, { refused: string }> | null> {
  const { request, context } = args;
  const { session, role } = cookiesFor(context.config, request);
  const replaced = await browserSession(context.config, request);
  const opened = await openSession(context.db, user, "browser", replaced);
  if ("refused" in opened) return opened;
  const { secret, expiresAt, passwordHash } = opened;
  context.cookies.push(await session.serialize(secret), await role.serialize(claimsOf(user, expiresAt)));
  await rememberDevice(args, { uid: user.uid, passwordHash });
  await noteSignIn(context, user, "browser");
  return null;
}

/** Records for analytics that somebody signed in and, for staff, in the audit log. */
export async function noteSignIn(context: AppLoadContext, { uid, admin }: Account, by: SessionKind) {
  context.record("sign-in", uid);
  if (!admin) return;
  await auditFact(context, { actorUid: uid, action: "signIn", object: `users/${uid}`, detail: { by } });
}

/** Ends this session in D1, or all sessions of its owner, and removes both cookies. */
export async function signOut({ request, context }: Args, which: "this" | "all") {
  const { session, role } = cookiesFor(context.config, request);
  const hash = await browserSession(context.config, request);
  if (hash) await (which === "all" ? closeEverySession : closeSession)(context.db, hash);
  context.cookies.push(await session.serialize("", { maxAge: 0 }), await role.serialize("", { maxAge: 0 }));
}

/** The session that the browser's cookie names, whether or not it exists. */
export async function browserSession(
  config: AppLoadContext["config"],
  request: Request,
): Promise<string | null> {
  const value: unknown = await cookiesFor(config, request).session.parse(request.headers.get("Cookie"));
  return typeof value === "string" && value !== "" ? sessionHash("browser", value) : null;
}

/** The claims in the role cookie, without a query. */
export const readClaims = ({ request, context }: Args) => claimsIn(context.config, request);

/**
 * The person asking, according to the two cookies. It is for pages whose only query also checks whether the
 * session is theirs.
 */
export async function readAsker({ request, context }: Args): Promise<Asker | null> {
  const claims = await readClaims({ request, context });
  const session = await browserSession(context.config, request);
  return claims && session ? { uid: claims.uid, session } : null;
}

/** Sends the role cookie again if it no longer says what D1 says. */
export async function refreshClaims(context: AppLoadContext, request: Request, viewer: Viewer) {
  const claims = claimsOf(accountOf(viewer), viewer.expiresAt);
  const held = await readClaims({ request, context });
  if (JSON.stringify(held) === JSON.stringify(claims)) return;
  const { role } = cookiesFor(context.config, request);
  const fresh = await role.serialize(claims);
  if (!context.cookies.includes(fresh)) context.cookies.push(fresh);
}

function claimsOf({ uid, email, admin, hpairPlus }: Account, until: number): Claims {
  return { uid, email, admin, hpairPlus, until };
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
