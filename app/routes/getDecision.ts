import { callable, refuseGet } from "~/api/callable.server.ts";
import { readStanding } from "~/standing/standing.server.ts";

export const loader = refuseGet;

export const action = callable("getDecision", async (context, { viewer, settings, now }) => {
  const { decision } = await readStanding(context, settings.conferenceId, viewer.uid, now);
  return { data: { data: { decision } } };
});
