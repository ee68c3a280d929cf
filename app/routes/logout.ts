import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { safePath } from "~/domain/paths.ts";
import { readForm, signOut } from "~/session.server.ts";

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  await signOut(args, form.has("everywhere") ? "all" : "this");
  return redirect(safePath(form.get("redirectTo"), "/"));
}

export const loader = () => redirect("/");
