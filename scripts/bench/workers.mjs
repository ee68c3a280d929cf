// The Workers that are compared, each in a process of its own, and the data that they use.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Miniflare } from "miniflare";
import { tsImport } from "tsx/esm/api";
import { newIdTokenKeys } from "../id-token-keys.mjs";
import { fill, runScript } from "../portal.mjs";
import { configOf, productionWorker } from "../production.mjs";

/** The Workers that are measured have this secret. The bench needs it to make the codes of tickets. */
export const SESSION_SECRET = "a secret of the bench, thirty-two characters or more";
const SECRETS = {
  SESSION_SECRET,
  ID_TOKEN_KEYS: newIdTokenKeys(),
};
const replayWorker = path.join(import.meta.dirname, "replay-worker.mjs");
const recorderWorker = path.join(import.meta.dirname, "recorder-worker.mjs");

const folders = [];
process.on("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "portal-bench-"));
  folders.push(folder);
  return folder;
}

/**
 * A folder with the demo's data. If the demo has fewer applications than this number, more are added until there are as
 * many.
 */
export function seededState(applications = 0) {
  const state = newFolder();
  fill(state);
  if (applications > 0) runScript("scripts/seed.mjs", "scale", String(applications), "--persist-to", state);
  return state;
}

/** Makes a copy of the state. No Worker may be using the state at the time. */
export function copyOf(state) {
  const copy = newFolder();
  cpSync(state, copy, { recursive: true });
  return copy;
}

/** A card processor that answers immediately, and is as strict as the real one. */
export async function openProcessor() {
  const { AuthorizeNet } = await tsImport("../../test/support/authorize-net.ts", import.meta.url);
  return AuthorizeNet.listen();
}

/**
 * The production bundle with this state, the demo's clock and plain http. It has the settings of development, but not
 * the simulator.
 */
export async function openPortal(state, processor, { isInspected = false, settings = {} } = {}) {
  return opened({
    ...productionWorker(),
    ...boundTo(state),
    ...inspectedIf(isInspected),
    bindings: { ...settingsWith(processor), ...settings },
  });
}

/** Like `openPortal`, but it records the calls that the portal makes to the database and to other services. */
export async function openRecorder(state, processor, { isInspected = false, settings = {} } = {}) {
  const { modules, ...worker } = productionWorker();
  const [bundle, ...others] = modules;
  const { modulesRoot } = worker;
  const own = (name, from) => ({
    type: "ESModule",
    path: path.join(modulesRoot, name),
    contents: readFileSync(from, "utf8"),
  });
  return opened({
    ...worker,
    ...boundTo(state),
    ...inspectedIf(isInspected),
    modules: [own("recorder.js", recorderWorker), own("portal-bundle.js", bundle.path), ...others],
    bindings: { ...settingsWith(processor), ...settings },
  });
}

/**
 * A Worker that answers with recorded answers, and runs the recorded statements on this state; without a state it makes
 * no calls.
 */
export async function openReplay(plays, state) {
  const { compatibilityDate, compatibilityFlags } = productionWorker();
  return opened({
    modules: [{ type: "ESModule", path: replayWorker }],
    compatibilityDate,
    compatibilityFlags,
    bindings: { PLAYS: asJson(state ? plays : plays.map((play) => ({ ...play, trips: [], names: null }))) },
    ...(state && boundTo(state)),
  });
}

const inspectedIf = (isInspected) => (isInspected ? { inspectorPort: 0 } : {});

/** The object without its undefined values. */
const asJson = (value) => JSON.parse(JSON.stringify(value));

const settingsWith = (processor) => ({
  ...configOf("development").vars,
  ...SECRETS,
  PAYMENT_GATEWAY: "authorize-net",
  // Here the database is in the same process. So what requests wait for is not the database but the single isolate.
  // Each request waits for it several times.
  BUSY_AFTER_MS: "40",
  AUTHORIZE_NET_URL: processor.options.endpoint,
  AUTHORIZE_NET_LOGIN_ID: processor.secrets.loginId,
  AUTHORIZE_NET_TRANSACTION_KEY: processor.secrets.transactionKey,
  AUTHORIZE_NET_SIGNATURE_KEY: processor.secrets.signatureKey,
});

function boundTo(state) {
  const { d1_databases, r2_buckets } = configOf("development");
  const [database] = d1_databases.filter(({ binding }) => binding === "DB");
  const [bucket] = r2_buckets;
  return {
    d1Databases: { DB: database.database_id },
    d1Persist: path.join(state, "v3/d1"),
    r2Buckets: { FILES: bucket.bucket_name },
    r2Persist: path.join(state, "v3/r2"),
    analyticsEngineDatasets: { ANALYTICS: { dataset: "conference_portal" } },
  };
}

async function opened(options) {
  const before = new Set(children());
  const log = [];
  const miniflare = new Miniflare({
    ...options,
    handleRuntimeStdio: (...streams) => {
      for (const stream of streams) stream.on("data", (part) => log.push(String(part)));
    },
  });
  const { origin } = await miniflare.ready;
  const [process] = children().filter((child) => !before.has(child));
  return {
    origin,
    log,
    /** The address at which the Worker's runtime can be inspected, if it was opened with `isInspected`. */
    inspector: () => miniflare.getInspectorURL(),
    database: () => miniflare.getD1Database("DB"),
    /** The CPU time (ms) that the Worker's process has used so far. */
    cpu: () => cpuOf(process),
    close: () => miniflare.dispose(),
  };
}

/** The runtime's processes that were started by this process. */
const children = () =>
  readdirSync(`/proc/${process.pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${process.pid}/task/${task}/children`, "utf8").split(" "))
    .filter((child) => child && readFileSync(`/proc/${child}/comm`, "utf8").trim() === "workerd");

/** One tick of the kernel's CPU accounting: 10 ms on every Linux that Node runs on. */
const TICK_MS = 10;

function cpuOf(process) {
  const stat = readFileSync(`/proc/${process}/stat`, "utf8");
  // The process name, which is in brackets, may contain spaces. So the fields are counted from the closing bracket.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = fields.slice(11, 13).map(Number);
  return (user + system) * TICK_MS;
}
