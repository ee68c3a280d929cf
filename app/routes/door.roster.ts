import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAbility } from "~/access/gate.server.ts";
import { readRoster } from "~/door/roster.server.ts";

/** The sealed list of tickets, for the page at the door that works without a network. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "door");
  return Response.json(await readRoster(args.context, visit));
}
