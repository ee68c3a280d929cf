import { row, run } from "./storage.ts";
import { keepHouse, TENTH } from "./worker.ts";

/** The faults that the check of the data finds when the cron runs it. */
export async function findings(): Promise<{ rule: string; object: string }[]> {
  await run("DELETE FROM inspections");
  await keepHouse({}, TENTH);
  return JSON.parse((await row<{ findings: string }>("SELECT findings FROM inspections")).findings);
}
