import type { Portal } from "./support.ts";

/**
 * Removes the sessions of the demo's today, which the demo itself has none of. A test that makes one removes it: the
 * programme shows that day first as long as it has a session, also to the tests that follow in the same portal.
 */
export async function removeSessionsToday(portal: Portal): Promise<void> {
  const today = "SELECT id FROM programme_sessions WHERE day = '2022-12-17'";
  for (const table of ["session_entries", "give_aways", "places"])
    await portal.query(`DELETE FROM ${table} WHERE session_id IN (${today})`);
  await portal.query("DELETE FROM programme_sessions WHERE day = '2022-12-17'");
}
