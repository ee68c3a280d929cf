import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import { refuse } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";
import { safePath } from "~/values/paths.ts";
import { type AccountFormName, parseAccountForm } from "./account.form.ts";
import { mailLink } from "./mailed-links.server.ts";
import { accountMessages } from "./messages.ts";
import { authenticate, devicesOf, resumable, signIn } from "./session.server.ts";

export const formNamed = (name: unknown): AccountFormName =>
  name === "create" || name === "forgot" ? name : "sign-in";

/**
 * Logs in, creates an account or mails a link.
 *
 * @returns a redirect, or the data with which the form is shown again.
 */
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
  const { account, email } = parsed.request;
  if (account === "forgot" || account === "new-device") {
    const purpose = account === "forgot" ? "reset-password" : "known-device";
    const wait = await mailLink(context, purpose, email, await devicesOf(args));
    if (wait > 0) {
      return data(
        { redirectTo, resume, reply: { ...reply, reason: accountMessages.tooManyAttempts(wait) } },
        429,
      );
    }
    // The page must still contain the interrupted form when the person comes back from their mailbox.
    if (account === "new-device") return data({ redirectTo, resume, reply: { ...reply, isLinkSent: true } });
    return redirect("/?notice=sent");
  }
  const answer = await authenticate(args, account);
  const entered = "refused" in answer ? answer : await signIn(args, answer.account);
  if ("refused" in entered) {
    const { refused: reason, status } = entered;
    const offersLink = account === "sign-in" && status === 429;
    return data({ redirectTo, resume, reply: { ...reply, reason, offersLink } }, status);
  }
  // 307 makes the browser post the interrupted form again, to its original address. If a code is needed, the page that
  // asks for the code comes first.
  const next = entered.needsCode ? `/code?${new URLSearchParams({ redirectTo })}` : redirectTo;
  return redirect(next, form.has("resume") ? 307 : 302);
}
