import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { signOut } from "~/accounts/session.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { safePath } from "~/values/paths.ts";

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  await signOut(args, form.has("everywhere") ? "all" : "this");
  return redirect(safePath(form.get("redirectTo"), "/"));
}

export const loader = () => redirect("/");
