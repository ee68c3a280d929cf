import { callable, refuseGet } from "~/callable.server.ts";
import { messages } from "~/domain/messages.ts";
import { changeEmail } from "~/models/email-addresses.server.ts";

export const loader = refuseGet;

export const action = callable("changeEmail", async (context, visit, { email }) => {
  const change = await changeEmail(context, visit, { email });
  if ("stale" in change) return { refused: messages.freshPasswordNeeded, status: "UNAUTHENTICATED" };
  return "refused" in change ? change : { data: { data: change } };
});
