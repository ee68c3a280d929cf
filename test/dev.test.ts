import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../scripts/env.mjs";

const HOST = "127.0.0.1";
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "dev-"));
  // This server behaves like wrangler: the process that listens is the child of a child, and takes some time to end.
  writeFileSync(
    path.join(folder, "server.mjs"),
    `import { createServer } from "node:net";
     process.on("SIGTERM", () => setTimeout(() => process.exit(), 300));
     createServer().listen(Number(process.env.PORT), "${HOST}", () => console.log("It listens."));`,
  );
  writeFileSync(
    path.join(folder, "leader.mjs"),
    `import { spawn } from "node:child_process";
     spawn(process.execPath, [${JSON.stringify(path.join(folder, "server.mjs"))}], { stdio: "inherit" });
     process.on("SIGTERM", () => process.exit());`,
  );
  writeFileSync(
    path.join(folder, "group.mjs"),
    `import { runAsGroup } from ${JSON.stringify(path.join(root, "scripts/group.mjs"))};
     runAsGroup(${JSON.stringify(path.join(folder, "leader.mjs"))});`,
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Listens on a free port, so that nothing else can listen there until the server is closed. */
const taken = () =>
  new Promise<{ port: number; server: Server }>((resolve) => {
    const server = createServer().listen(0, HOST, () =>
      resolve({ port: (server.address() as { port: number }).port, server }),
    );
  });

const answersAt = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, HOST, () => resolve(true)).on("error", () => resolve(false));
    socket.unref();
  });

const started = (child: ChildProcess) =>
  new Promise<void>((resolve) =>
    child.stdout!.on("data", (said) => String(said).includes("listens") && resolve()),
  );

/** In some cases there is a shell between npm and the script. The shell does not pass a signal on. */
test.each<[NodeJS.Signals, string]>([
  ["SIGTERM", "exec node group.mjs"],
  ["SIGINT", "exec node group.mjs"],
  ["SIGHUP", "exec node group.mjs"],
  ["SIGTERM", "node group.mjs; true"],
  ["SIGKILL", "node group.mjs; true"],
])("%s to what was started as `%s` frees the port", async (signal, command) => {
  const { port, server } = await taken();
  await new Promise((resolve) => server.close(resolve));
  const child = spawn("sh", ["-c", command], {
    cwd: folder,
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await started(child);
  expect(await answersAt(port)).toBe(true);
  child.kill(signal);
  for (let passed = 0; passed < 4_000 && (await answersAt(port)); passed += 100) await wait(100);
  expect(await answersAt(port)).toBe(false);
});

test("`npm run dev` says in one sentence that its port is taken", async () => {
  const { port, server } = await taken();
  const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", "dev"], {
    cwd: root,
    env: { ...process.env, PORT: String(port) },
    encoding: "utf8",
  });
  server.close();
  expect([stdout, stderr, status]).toEqual([
    "",
    `Port ${port} is in use. Stop the process that is using it, or set PORT to another port.\n`,
    1,
  ]);
});
