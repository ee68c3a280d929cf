import { demoUid } from "#db/seed/demo.ts";
import * as build from "#server-build";
import { row, rows } from "./storage.ts";

/** Ids of the demo's rows that appear in the addresses of pages. */
async function named(): Promise<Record<string, string>> {
  const first = async (sql: string) => (await rows<{ id: string }>(sql))[0]!.id;
  return {
    "payment/:id": (
      await row<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", demoUid("goldplus"))
    ).id,
    "subscriptions/:id": await first("SELECT id FROM subscriptions LIMIT 1"),
    "documents/:id": await first("SELECT id FROM documents ORDER BY id LIMIT 1"),
    "scheduling/:id": await first("SELECT id FROM programme_sessions ORDER BY id LIMIT 1"),
    "speakers/:id": await first("SELECT id FROM speakers ORDER BY id LIMIT 1"),
    "videos/:id": await first("SELECT id FROM recordings ORDER BY id LIMIT 1"),
    "video/:id": await first("SELECT id FROM recordings ORDER BY id LIMIT 1"),
    "notifications/:id": await first("SELECT id FROM notifications ORDER BY id LIMIT 1"),
    "speaker/:id": await first("SELECT id FROM speakers ORDER BY id LIMIT 1"),
    "category/:category": await first("SELECT id FROM categories ORDER BY id LIMIT 1"),
    "application/:section": "about",
    "release/:round": "early",
    "delegates/:uid": demoUid("goldplus"),
    "accounts/:uid": demoUid("goldplus"),
    "manage-staff/:uid": demoUid("reviewer"),
  };
}

/**
 * An address for every route. If a route is about a row, the address names a row of the demo or, if the demo has no
 * such row, a row that does not exist.
 */
export async function everyAddress(): Promise<string[]> {
  const names = await named();
  return Object.values(build.routes)
    .filter((route) => route!.path !== undefined || route!.index)
    .map((route) => route!.path ?? "")
    .map((path) => {
      const parts = path.split("/");
      const filled = parts.map((part, index) => {
        const name = part.replace("payments", "payment");
        if (part === "*") return "nowhere";
        if (!name.startsWith(":")) return part;
        const before = (parts[index - 1] ?? "").replace("payments", "payment");
        return names[`${before}/${name}`] ?? "none";
      });
      return `/${filled.join("/")}`;
    });
}
