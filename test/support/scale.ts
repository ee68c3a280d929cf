import { env } from "cloudflare:workers";
import { scaleLedgerStatements, scalePaper, scaleStatements } from "#db/seed/scale.ts";

import { rows } from "./storage.ts";

/** The time on the demo's clock (UTC ms), as in prepare.ts. */
export const DEMO_TIME = Date.parse("2022-12-17T15:00:00Z");

/** The staff's checks look for the files of this many of the newest documents. */
const NEWEST_DOCUMENTS = 50;

/**
 * Adds applications to the demo data, with everything that belongs to them, until there are as many as `applications`
 * says. `from` is how many there are already.
 */
export async function fillScale(applications: number, from = 0): Promise<void> {
  const scale = { applications, from, now: DEMO_TIME, realNow: Date.now() };
  await env.DB.batch(scaleStatements(scale).map((statement) => env.DB.prepare(statement)));
  await env.SIMULATOR.batch(
    scaleLedgerStatements(scale).map((statement) => env.SIMULATOR.prepare(statement)),
  );
  const newest = await rows<{ object_key: string }>(
    `SELECT object_key FROM documents ORDER BY uploaded_at DESC LIMIT ${NEWEST_DOCUMENTS}`,
  );
  const { bytes, contentType } = scalePaper;
  for (const { object_key } of newest)
    if (!(await env.FILES.head(object_key)))
      await env.FILES.put(object_key, bytes, { httpMetadata: { contentType } });
}
