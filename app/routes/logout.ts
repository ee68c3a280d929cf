import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { signOut } from "~/accounts/session.server.ts";
import { readableForm } from "~/platform/bodies.server.ts";
import { safePath } from "~/values/paths.ts";

/** Signs out everybody who asks for it, whatever the rest of the request contains. */
export async function action(args: ActionFunctionArgs) {
  const form = (await readableForm(args.request.clone())) ?? new FormData();
  await signOut(args, form.has("everywhere") ? "all" : "this");
  return redirect(safePath(form.get("redirectTo"), "/"));
}

export const loader = () => redirect("/");
