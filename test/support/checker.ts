import { row, run } from "./storage.ts";
import { keepHouse, TENTH } from "./worker.ts";

/** The faults that the data check finds in a run of the cron. */
export async function findings(): Promise<{ rule: string; object: string }[]> {
  await run("DELETE FROM inspections");
  await keepHouse({}, TENTH);
  return JSON.parse((await row<{ findings: string }>("SELECT findings FROM inspections")).findings);
}
