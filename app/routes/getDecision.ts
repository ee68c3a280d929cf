import { callable, refuseGet } from "~/callable.server.ts";
import { readStanding } from "~/models/standing.server.ts";

export const loader = refuseGet;

export const action = callable("getDecision", async (context, { viewer, settings, now }) => {
  const { decision } = await readStanding(context, settings.conferenceId, viewer.uid, now);
  return { data: { data: { decision } } };
});
