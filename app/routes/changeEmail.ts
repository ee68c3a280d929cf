import { accountMessages } from "~/accounts/messages.ts";
import { changeEmail } from "~/accounts/own-address.server.ts";
import { callable, refuseGet } from "~/api/callable.server.ts";

export const loader = refuseGet;

export const action = callable("changeEmail", async (context, visit, { email }) => {
  const change = await changeEmail(context, visit, { email });
  if ("stale" in change) return { refused: accountMessages.freshPasswordNeeded, status: "UNAUTHENTICATED" };
  return "refused" in change ? change : { data: { data: change } };
});
