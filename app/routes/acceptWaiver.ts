import { callable, refuseGet } from "~/api/callable.server.ts";
import { acceptWaiver } from "~/standing/agreements.server.ts";

export const loader = refuseGet;

/** A program shows no text and asks for no date. So it accepts the version in force, without a date. */
export const action = callable("acceptWaiver", async (context, visit) => {
  const accepted = await acceptWaiver(context, visit, { statedDate: "" });
  if ("refused" in accepted)
    return accepted.status === 400 ? { ...accepted, status: "FAILED_PRECONDITION" } : accepted;
  return { data: { waiverDate: { seconds: Math.floor(accepted.waiverDate / 1000) } } };
});
