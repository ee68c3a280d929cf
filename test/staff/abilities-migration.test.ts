import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { signedIn } from "../support/browser.ts";
import { row, rows, run } from "../support/storage.ts";

const migrations = (env as unknown as { TEST_MIGRATIONS: { name: string; queries: string[] }[] })
  .TEST_MIGRATIONS;

/** The two tables as they were with roles. */
async function goBack() {
  await run("DROP TABLE staff");
  await run("DROP TABLE invitations");
  await run(
    `CREATE TABLE staff (uid text PRIMARY KEY NOT NULL, role text NOT NULL, created_at integer NOT NULL,
      capacity integer DEFAULT 1 NOT NULL, institution text, on_leave_since integer,
      FOREIGN KEY (uid) REFERENCES users(uid),
      CONSTRAINT "staff_role" CHECK("staff"."role" IN ('director', 'reviewer')))`,
  );
  await run(
    `CREATE TABLE invitations (hash text PRIMARY KEY NOT NULL, email text NOT NULL, email_key text NOT NULL,
      role text NOT NULL, capacity integer NOT NULL, invited_by text NOT NULL, created_at integer NOT NULL,
      expires_at integer NOT NULL,
      CONSTRAINT "invitations_role" CHECK("invitations"."role" IN ('director', 'reviewer')))`,
  );
  await run("CREATE UNIQUE INDEX invitations_email_key ON invitations (email_key)");
}

test("who was a director may do everything, who was a reviewer reads, and plans of handing over still hold", async () => {
  const [reviewer, director] = [demoUid("reviewer"), demoUid("director")];
  const verifiedAt = (
    await row<{ at: number }>("SELECT email_verified_at AS at FROM users WHERE uid = ?", reviewer)
  ).at;
  await goBack();
  await run(
    `INSERT INTO staff (uid, role, created_at, capacity, institution, on_leave_since)
      VALUES (?, 'reviewer', 11, 3, 'Keio', 12), (?, 'director', 13, 1, NULL, NULL)`,
    reviewer,
    director,
  );
  await run(
    `INSERT INTO invitations VALUES ('a', 'A@x.example', 'a@x.example', 'director', 2, 'x', 1, 2),
      ('b', 'b@x.example', 'b@x.example', 'reviewer', 1, 'x', 1, 2)`,
  );
  const counts = { sessions: 1, assigned: 2, unstarted: 2 };
  const summary = {
    act: "leave",
    lines: [
      {
        ...{ uid: reviewer, role: "reviewer", verifiedAt, ...counts },
        record: { role: "reviewer", capacity: 3, institution: "Keio", onLeaveSince: 12, createdAt: 11 },
      },
      { uid: "gone", role: "director", record: null, verifiedAt: null, ...counts },
    ],
  };
  await run(
    `INSERT INTO plans (id, conference_id, kind, state, title, summary, created_by, created_at)
      VALUES ('old', 'aconf_2023', 'handover', 'proposed', 'A plan', ?, 'x', 0),
        ('none', 'aconf_2023', 'handover', 'proposed', 'A plan', '{"act":"leave","lines":[]}', 'x', 0),
        ('other', 'aconf_2023', 'decisions', 'proposed', 'A plan', '{"lines":[{"role":"director"}]}', 'x', 0)`,
    JSON.stringify(summary),
  );

  const { queries } = migrations.find(({ name }) => name.includes("abilities"))!;
  await env.DB.batch(queries.map((query) => env.DB.prepare(query)));

  expect(await rows("SELECT * FROM staff ORDER BY created_at")).toEqual([
    {
      ...{ uid: reviewer, name: null, abilities: '["read"]', capacity: 3, institution: "Keio" },
      ...{ on_leave_since: 12, created_at: 11 },
    },
    {
      ...{ uid: director, name: null, abilities: '["everything"]', capacity: 1, institution: null },
      ...{ on_leave_since: null, created_at: 13 },
    },
  ]);
  expect(
    await rows("SELECT email, email_key, name, abilities, capacity FROM invitations ORDER BY hash"),
  ).toEqual([
    { email: "A@x.example", email_key: "a@x.example", name: null, abilities: '["everything"]', capacity: 2 },
    { email: "b@x.example", email_key: "b@x.example", name: null, abilities: '["read"]', capacity: 1 },
  ]);
  const summaryOf = async (id: string) =>
    JSON.parse((await row<{ summary: string }>("SELECT summary FROM plans WHERE id = ?", id)).summary);
  expect(await summaryOf("old")).toEqual({
    act: "leave",
    lines: [
      {
        ...{ uid: reviewer, abilities: ["read"], verifiedAt, ...counts },
        record: {
          ...{ name: null, abilities: ["read"], capacity: 3, institution: "Keio" },
          ...{ onLeaveSince: 12, createdAt: 11 },
        },
      },
      { uid: "gone", abilities: ["everything"], record: null, verifiedAt: null, ...counts },
    ],
  });
  expect(await summaryOf("none")).toEqual({ act: "leave", lines: [] });
  expect(await summaryOf("other")).toEqual({ lines: [{ role: "director" }] });
  for (const wrong of ["[]", '["read","everything"]', '["decide","read"]', '["owner"]', "read"])
    await expect(run("UPDATE staff SET abilities = ?", wrong)).rejects.toThrow(/CHECK/);
  // The pages read what was carried over.
  expect((await (await signedIn("director")).open("/admin/handover/old")).text).toContain("Reviewer");
  expect((await (await signedIn("reviewer")).get("/admin/release")).status).toBe(403);
});
