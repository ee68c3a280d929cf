import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import type { Args } from "~/platform/context.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { safePath } from "~/values/paths.ts";
import type { PasskeyRequest } from "~/values/types.ts";
import { cookiesFor } from "./cookies.server.ts";
import { knownDevice } from "./devices.server.ts";
import { noteFactor, proveFactor } from "./factor-codes.server.ts";
import { readHalfway } from "./halfway.server.ts";
import { accountMessages } from "./messages.ts";
import { requestPasskey } from "./passkeys.server.ts";
import { CODE_FIELD, devicesOf, refreshClaims, resumable, signIn, typedFactor } from "./session.server.ts";

/**
 * The data for the page that asks for a code: a request for a passkey, or null if the account has no passkeys. The
 * result itself is null if nobody can be asked for a code: the visitor is not signed in with a factor, and has not just
 * typed the right password.
 */
export async function askForCode(args: Args): Promise<{ passkey: PasskeyRequest | null } | null> {
  const { viewer } = await args.context.visit();
  const uid = viewer?.hasFactor ? viewer.uid : (await readHalfway(args))?.account.uid;
  return uid ? { passkey: await requestPasskey(args.context, uid) } : null;
}

/**
 * Handles the form in which somebody with a second factor types a code. They type it before an act that hurts, or after
 * the password, before their browser gets a session. If the form contains no code, the log-in has sent it on; the
 * answer then asks for the code.
 *
 * @returns a redirect to what was requested, or the data with which the code is asked for again.
 */
export async function enterCode(args: ActionFunctionArgs, form: FormData) {
  const redirectTo = safePath(form.get("redirectTo"), "/");
  const resume = form.has("resume") ? resumable(form) : [];
  const again = async (problem?: string, status = 200) =>
    data({ redirectTo, resume, problem, passkey: (await askForCode(args))?.passkey ?? null }, status);
  if (!form.has(CODE_FIELD)) return again();
  const typed = typedFactor(form);
  const { viewer } = await args.context.visit();
  const answer = viewer?.hasFactor
    ? await proveFactor(args.context, { ...viewer, known: viewer.sessionHash }, typed)
    : await finishSignIn(args, typed, { redirectTo, resume });
  if ("refused" in answer) return again(answer.refused, answer.status);
  if (viewer?.hasFactor) {
    await refreshClaims(args.context, args.request, await noteFactor(args.context, viewer));
  }
  // 307 makes the browser post the interrupted form again, to its original address.
  return redirect(redirectTo, form.has("resume") ? 307 : 302);
}

async function finishSignIn(
  args: Args,
  typed: string,
  wanted: { redirectTo: string; resume: [name: string, value: string][] },
) {
  const { context, request } = args;
  const found = await readHalfway(args);
  if (!found) refuse(401, accountMessages.factor.passwordAgain, wanted);
  const { account, owner } = found;
  const known = knownDevice(context.config, owner, await devicesOf(args));
  const answer = await proveFactor(context, { ...account, known }, typed);
  if ("refused" in answer) return answer;
  const now = Date.now();
  const opened = await signIn(args, account, { factorTypedAt: now, factorUsedAt: now });
  const { halfway } = cookiesFor(context.config, request);
  context.cookies.push(await halfway.serialize("", { maxAge: 0 }));
  return opened;
}
