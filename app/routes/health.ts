import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { sql } from "drizzle-orm";

export async function loader({ context }: LoaderFunctionArgs) {
  await context.db.run(sql`SELECT 1`);
  return Response.json({ ok: true });
}
