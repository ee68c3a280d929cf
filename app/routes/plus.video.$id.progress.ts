import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireAccess } from "~/access/gate.server.ts";
import { savePosition } from "~/library/watching.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";
import { positionIn } from "~/values/position.form.ts";

export const loader = () => refuse(405, messages.methodNotAllowed);

/** Saves the viewer's position while the player plays. The player does not wait for the answer. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const { viewer, now } = await requireAccess(args, "hpairPlus", form);
  const position = positionIn(form, now) ?? refuse(400, messages.badRequest);
  await savePosition(args.context.db, viewer.uid, args.params["id"]!, position);
  return new Response(null, { status: 204 });
}
