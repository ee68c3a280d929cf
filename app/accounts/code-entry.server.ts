import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import type { Args } from "~/platform/context.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { safePath } from "~/values/paths.ts";
import { cookiesFor } from "./cookies.server.ts";
import { knownDevice } from "./devices.server.ts";
import { noteFactor, proveFactor } from "./factor-codes.server.ts";
import { readHalfway } from "./halfway.server.ts";
import { accountMessages } from "./messages.ts";
import { CODE_FIELD, devicesOf, refreshClaims, resumable, signIn } from "./session.server.ts";

/** Whether a code can be asked for: somebody is signed in, or has just typed the right password. */
export async function awaitsCode(args: Args): Promise<boolean> {
  const { viewer } = await args.context.visit();
  return viewer ? viewer.hasFactor : (await readHalfway(args)) !== null;
}

/**
 * Takes the code that is needed between the password and the session, or before an act that hurts. If the form has no
 * code, it was sent on by the log-in; then this asks for the code.
 *
 * @returns a redirect to what was requested, or the data with which the code is asked for again.
 */
export async function enterCode(args: ActionFunctionArgs, form: FormData) {
  const redirectTo = safePath(form.get("redirectTo"), "/");
  const resume = form.has("resume") ? resumable(form) : [];
  if (!form.has(CODE_FIELD)) return data({ redirectTo, resume, problem: undefined });
  const typed = String(form.get(CODE_FIELD));
  const { viewer } = await args.context.visit();
  const answer = viewer?.hasFactor
    ? await proveFactor(args.context, { ...viewer, known: viewer.sessionHash }, typed)
    : await finishSignIn(args, typed, { redirectTo, resume });
  if ("refused" in answer) return data({ redirectTo, resume, problem: answer.refused }, answer.status);
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
