import { env } from "cloudflare:workers";
import { demoUid } from "#db/seed/demo.ts";
import { ROLES, type RoleName } from "~/access/abilities.ts";
import type { Ability } from "~/values/abilities.ts";
import { type Browser, signedInAs } from "./browser.ts";

export type Colleague = { uid: string; email: string; browser: Browser };

let joined = 0;

/** The abilities of a role, or a set of abilities, in the form in which the table `staff` stores them. */
export const abilitiesOf = (role: RoleName | readonly Ability[]) =>
  JSON.stringify(typeof role === "string" ? ROLES[role].abilities : role);

/**
 * A new member of the staff for a test, signed in, with the demo's password, and with a role or certain abilities. With
 * null, they have the admin claim but no staff record.
 */
export async function colleague(
  role: RoleName | readonly Ability[] | null = "reviewer",
  { capacity = 1, institution = null }: { capacity?: number; institution?: string | null } = {},
): Promise<Colleague> {
  const name = `colleague-${String(++joined).padStart(4, "0")}`;
  const uid = name.padEnd(28, "0");
  const email = `${name}@hpair.example`;
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO users (uid, email, email_key, password_hash, email_verified_at, admin, created_at) SELECT ?1, ?2, ?2, password_hash, 0, 1, 0 FROM users WHERE uid = ?3",
    ).bind(uid, email, demoUid("new")),
    env.DB.prepare("INSERT INTO profiles (uid, created_at) VALUES (?, 0)").bind(uid),
    ...(role === null
      ? []
      : [
          env.DB.prepare(
            "INSERT INTO staff (uid, abilities, capacity, institution, created_at) VALUES (?, ?, ?, ?, 0)",
          ).bind(uid, abilitiesOf(role), capacity, institution),
        ]),
  ]);
  return { uid, email, browser: await signedInAs(uid) };
}
