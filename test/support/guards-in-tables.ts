// For `npm run guards`: a setup file for tests in the Worker. Some guards are triggers: a trigger that is off refuses
// nothing while a test file runs. The next file gets all triggers back, because it fills the database anew.
import { env } from "cloudflare:workers";
import { beforeAll } from "vitest";
// Loads the app's pages now. Otherwise the first test that asks for a page would load them, and the guards that are read
// while modules are loaded would count as reached by this test.
import "#server-build";

/** The names of the triggers that are off (scripts/guards/find.mjs makes the ids). */
const triggers = [...(globalThis.guards?.off ?? [])].flatMap((id) => /^(\w+)__\w{10}$/.exec(id)?.[1] ?? []);

beforeAll(async () => {
  for (const trigger of triggers) {
    const made = await env.DB.prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?")
      .bind(trigger)
      .first<string>("sql");
    if (made === null) throw new Error(`There is no trigger ${trigger}`);
    await env.DB.batch(
      [`DROP TRIGGER "${trigger}"`, made.replaceAll(/RAISE\((?:'[^']*'|[^')])*\)/g, "1")].map((sql) =>
        env.DB.prepare(sql),
      ),
    );
  }
});
