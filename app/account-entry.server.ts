import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import type { AccountFormName } from "./components/account-forms.tsx";
import { messages } from "./domain/messages.ts";
import { safePath } from "./domain/paths.ts";
import { parseAccountForm } from "./forms/account.ts";
import { sendResetLink } from "./models/users.server.ts";
import { authenticate, refuse, resumable, signIn } from "./session.server.ts";

export const formNamed = (name: unknown): AccountFormName =>
  name === "create" || name === "forgot" ? name : "sign-in";

/** Logs in, creates an account or sends a link: leads on, or gives what the form is shown again with. */
export async function enterAccount(args: ActionFunctionArgs, form: FormData) {
  const { context } = args;
  const redirectTo = safePath(form.get("redirectTo"), "/");
  const resume = form.has("resume") ? resumable(form) : [];
  const reply = {
    form: formNamed(form.get("account")),
    email: String(form.get("email") ?? ""),
  };
  const parsed = parseAccountForm(form);
  if ("problems" in parsed) {
    if (parsed.problems["account"]) refuse(400, messages.badRequest);
    return data({ redirectTo, resume, reply: { ...reply, problems: parsed.problems } }, 400);
  }
  if (parsed.request.account === "forgot") {
    const wait = await sendResetLink(context, parsed.request.email);
    if (wait === 0) return redirect("/?notice=sent");
    return data({ redirectTo, resume, reply: { ...reply, reason: messages.tooManyAttempts(wait) } }, 429);
  }
  const answer = await authenticate(args, parsed.request.account);
  if ("refused" in answer) {
    return data({ redirectTo, resume, reply: { ...reply, reason: answer.refused } }, answer.status);
  }
  await signIn(args, answer.account);
  // 307 makes the browser post the interrupted form again, to where it was meant for.
  return redirect(redirectTo, form.has("resume") ? 307 : 302);
}
