import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { messages } from "~/domain/messages.ts";
import { positionIn } from "~/forms/position.ts";
import { savePosition } from "~/models/watching.server.ts";
import { readForm, refuse, requireAccess } from "~/session.server.ts";

export const loader = () => refuse(405, messages.methodNotAllowed);

/** Saves the viewer's place while the player plays. The player does not wait for an answer. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const { viewer, now } = await requireAccess(args, "hpairPlus", form);
  const position = positionIn(form, now) ?? refuse(400, messages.badRequest);
  await savePosition(args.context.db, viewer.uid, args.params["id"]!, position);
  return new Response(null, { status: 204 });
}
