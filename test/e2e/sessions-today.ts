import type { Portal } from "./support.ts";

/**
 * Removes all sessions on the day that is today in the demo. The demo itself has none on that day. A test that makes
 * such a session must remove it. Otherwise the programme shows that day first to the tests that follow in the same
 * portal.
 */
export async function removeSessionsToday(portal: Portal): Promise<void> {
  const today = "SELECT id FROM programme_sessions WHERE day = '2022-12-17'";
  for (const table of ["session_entries", "give_aways", "places"])
    await portal.query(`DELETE FROM ${table} WHERE session_id IN (${today})`);
  await portal.query("DELETE FROM programme_sessions WHERE day = '2022-12-17'");
}
