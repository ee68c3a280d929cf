import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readForm, signOut } from "~/session.server.ts";

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  await signOut(args, form.has("everywhere") ? "all" : "this");
  return redirect("/");
}

export const loader = () => redirect("/");
