import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { HOUR } from "~/values/durations.ts";
import { openLocal, root } from "../scripts/env.mjs";
import { answers, fill, keepSecrets, originAt, runScript } from "../scripts/portal.mjs";

// The portal is a process of its own. It is killed without warning while it applies a hundred thousand decisions.

const APPLICATIONS = 100_000;
const MINUTES = 60_000;
/** The portal is killed this many milliseconds after the button was pressed. */
const KILLS = [150, 400, 800, 1_300, 2_000, 3_000];

const state = mkdtempSync(path.join(tmpdir(), "portal-killed-"));
const secret = randomBytes(32).toString("base64url");
let port = 0;
let server: ChildProcess | undefined;

type Row = Record<string, unknown>;

/** Asks the database while no portal runs on it. */
async function asked(...statements: string[]): Promise<Row[]> {
  const { env, dispose } = await openLocal({ persistTo: state });
  try {
    const { DB } = env as unknown as { DB: D1Database };
    const results = await DB.batch<Row>(statements.map((sql) => DB.prepare(sql)));
    return results.at(-1)!.results;
  } finally {
    await dispose();
  }
}

async function start() {
  port = await freePort();
  const serving = `import("./scripts/portal.mjs").then(({ serve }) => serve(${port}, ${JSON.stringify(state)}))`;
  // The portal gets a process group of its own, so that everything in it is killed at once.
  server = spawn(process.execPath, ["-e", serving], { cwd: root, detached: true, stdio: "ignore" });
  await answers(port);
}

async function kill() {
  const gone = new Promise((resolve) => server?.on("close", resolve));
  process.kill(-server!.pid!, "SIGKILL");
  await gone;
  server = undefined;
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port: found } = probe.address() as { port: number };
      probe.close(() => resolve(found));
    });
  });

const request = (address: string, options: RequestInit = {}) =>
  fetch(new URL(address, originAt(port)), {
    redirect: "manual",
    ...options,
    headers: { Origin: originAt(port), Cookie: cookies },
  });
// Remix writes the value of a cookie as base64 of its JSON.
let cookies = `session=${encodeURIComponent(btoa(JSON.stringify(secret)))}`;

beforeAll(async () => {
  keepSecrets();
  fill(state);
  runScript("scripts/seed.mjs", "scale", String(APPLICATIONS), "--persist-to", state);
  const now = Date.now();
  const hash = createHash("sha256").update(`browser ${secret}`).digest("hex");
  await asked(
    `INSERT INTO sessions (id_hash, uid, authenticated_at, created_at, expires_at)
      VALUES ('${hash}', '${demoUid("director")}', ${now}, ${now}, ${now + 10 * HOUR})`,
  );
}, 10 * MINUTES);

afterAll(async () => {
  if (server) await kill();
  rmSync(state, { recursive: true, force: true });
});

test(
  "a plan of a hundred thousand decisions is applied whole or not at all, and goes on by itself",
  async () => {
    const people = await asked(
      `SELECT applications.uid, CASE decisions.decision WHEN 'Accepted' THEN 'Waitlisted' ELSE 'Accepted' END AS decision
      FROM applications LEFT JOIN decisions ON decisions.conference_id = applications.conference_id
        AND decisions.uid = applications.uid
      WHERE applications.conference_id = 'aconf_2023' AND applications.submitted_at IS NOT NULL`,
    );
    expect(people.length).toBeGreaterThan(0.85 * APPLICATIONS);
    await start();
    // Every page sets the cookie that identifies the browser.
    const hub = await request("/admin");
    expect(hub.status).toBe(200);
    cookies += hub.headers
      .getSetCookie()
      .map((line) => `; ${line.split(";")[0]}`)
      .join("");
    const form = new FormData();
    const csv = ["uid,decision", ...people.map(({ uid, decision }) => `${uid},${decision}`)].join("\n");
    form.set("file", new File([csv], "decisions.csv"));
    const proposed = await request("/admin/upload-decisions", { method: "POST", body: form });
    expect(proposed.status, await proposed.clone().text()).toBe(302);
    const plan = proposed.headers.get("Location")!;
    const id = plan.split("/").at(-1)!;
    const opened = Date.now();
    const page = await (await request(plan)).text();
    console.log(`The page of ${people.length} lines: ${Date.now() - opened} ms.`);
    expect(page).toContain("decisions");

    const standing = `SELECT (SELECT count(*) FROM decisions WHERE plan_id = '${id}') AS decided,
    (SELECT state FROM plans WHERE id = '${id}') AS state, (SELECT asked_at IS NOT NULL FROM plans WHERE id = '${id}') AS asked,
    (SELECT count(*) FROM audit WHERE object = 'plans/${id}') AS acts`;
    const seen: Row[] = [];
    for (const after of KILLS) {
      const applying = request(plan, { method: "POST", body: new URLSearchParams({ intent: "apply" }) });
      applying.catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, after));
      await kill();
      const [now] = await asked(standing);
      seen.push(now!);
      if (now!["state"] === "applied") break;
      await start();
    }
    console.log(seen);
    for (const { decided, state: found, acts } of seen)
      expect([decided, acts]).toEqual(found === "applied" ? [people.length, 1] : [0, 0]);
    // At least once, somebody had asked the portal to apply the plan, and the portal was killed before it did.
    expect(seen).toContainEqual({ decided: 0, state: "proposed", asked: 1, acts: 0 });

    // Two minutes later the cron goes on with the plan, although nobody has pressed anything.
    if (!server) await start();
    if (seen.at(-1)!["state"] !== "applied") {
      await kill();
      await asked(`UPDATE plans SET asked_at = asked_at - ${10 * MINUTES} WHERE id = '${id}'`, "SELECT 1");
      await start();
      const began = Date.now();
      expect((await request("/dev/scheduled", { method: "POST" })).status).toBeLessThan(300);
      console.log(`The cron took ${Date.now() - began} ms.`);
    }
    await kill();
    expect(await asked(standing)).toEqual([{ decided: people.length, state: "applied", asked: 0, acts: 1 }]);
    const differences = await asked(
      `SELECT name, key FROM (SELECT * FROM tallies UNION ALL SELECT conference_id, name, key, -number, -total FROM tallied)
      GROUP BY conference_id, name, key HAVING sum(number) <> 0`,
    );
    expect(differences).toEqual([]);
  },
  20 * MINUTES,
);
