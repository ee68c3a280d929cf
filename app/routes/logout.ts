import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { signOut } from "~/session.server.ts";

export async function action(args: ActionFunctionArgs) {
  await signOut(args);
  return redirect("/");
}

export const loader = () => redirect("/");
