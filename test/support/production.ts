import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { build } from "esbuild";
import { Miniflare, type Request as Outgoing, Response } from "miniflare";
import { baseStatements } from "#db/seed/seed.ts";
import { root } from "../../scripts/env.mjs";
import { newIdTokenKeys } from "../../scripts/id-token-keys.mjs";
import { configOf, productionWorker } from "../../scripts/production.mjs";
import { AuthorizeNet } from "./authorize-net.ts";
import type { Form } from "./page.ts";
import { Resend } from "./resend.ts";
import { type Place, Visitor } from "./visitor.ts";

export const ORIGIN = "https://portal.example.org";

/** The settings that an operator adds to those in wrangler.toml, as described in docs/operations.md. */
const OPERATOR = {
  ORIGIN,
  SESSION_SECRET: "a secret of production, thirty-two characters or more",
  ID_TOKEN_KEYS: newIdTokenKeys(),
  PAYMENT_GATEWAY: "authorize-net",
  MAILER: "resend",
  MAIL_FROM: "HPAIR <registration@example.org>",
  MAIL_REPLY_TO: "help@example.org",
};

/** Variables and secrets; a variable that is undefined is left out. */
export type Settings = Record<string, unknown>;

/** A database and a bucket that wrangler made in a folder on this machine. */
export type Stored = { databaseId: string; state: string };

type Options = {
  /** Settings that replace the operator's. A stored portal has no other settings than these. */
  settings?: Settings;
  resend?: Resend;
  anet?: AuthorizeNet;
  /** If this is left out, the database and the bucket are empty and in memory. */
  stored?: Stored;
};

/**
 * The module with which the Worker starts. It imports the unchanged Worker, and gives it a clock that `Production.wait`
 * can set forward.
 */
const CLOCK = `
  import worker from "./entry.worker.js";
  const Real = Date;
  let ahead = 0;
  const now = () => Real.now() + ahead;
  globalThis.Date = new Proxy(Real, {
    construct: (_, given, made) => Reflect.construct(Real, given.length > 0 ? given : [now()], made),
    get: (_, name) => (name === "now" ? now : Reflect.get(Real, name)),
  });
  const by = (handler) => async (given, env, execution) => {
    ahead = Number(await (await env.CLOCK.fetch("http://clock.invalid")).text());
    return handler(given, env, execution);
  };
  export default { fetch: by(worker.fetch), scheduled: by(worker.scheduled) };
`;

/** The portal as it runs in production, in workerd, with stand-ins for everything outside. */
export class Production {
  readonly resend: Resend;
  readonly anet: AuthorizeNet;
  /** Everything that the Worker logged. */
  readonly log: string[] = [];
  /** Requests to hosts that have no stand-in. */
  readonly astray: string[] = [];
  /** Requests that were answered with 500 or more. */
  readonly failed: string[] = [];
  readonly #stored: Stored | undefined;
  readonly #worker: Miniflare;
  #ahead = 0;

  private constructor(anet: AuthorizeNet, { settings = {}, resend = new Resend(), stored }: Options) {
    this.anet = anet;
    this.resend = resend;
    this.#stored = stored;
    this.#worker = new Miniflare(this.#deployed(this.#operators(settings)));
  }

  /** A deployed portal. Its database is empty, unless `options` contain a stored one. */
  static async unprepared(options: Options = {}): Promise<Production> {
    return new Production(options.anet ?? (await AuthorizeNet.listen()), options);
  }

  /**
   * A portal that was migrated and has the base seed, as docs/operations.md sets it up: without accounts and without
   * the demo.
   */
  static async open(options: Options = {}): Promise<Production> {
    const portal = await Production.unprepared(options);
    await portal.migrate();
    await portal.batch(baseStatements(Date.now()));
    return portal;
  }

  async close(): Promise<void> {
    await this.#worker.dispose();
    await this.anet.close();
  }

  /** Deploys the portal again with other settings. Stored data is kept. */
  async configure(settings: Settings): Promise<void> {
    await this.#worker.setOptions(this.#deployed(this.#operators(settings)));
  }

  /** @param but how many of the newest migrations are left out. */
  async migrate({ but = 0 } = {}): Promise<void> {
    await migrate(await this.#worker.getD1Database("DB"), but);
  }

  async batch(statements: string[]): Promise<void> {
    const db = await this.#worker.getD1Database("DB");
    await db.batch(statements.map((statement) => db.prepare(statement)));
  }

  async query<Row = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row[]> {
    const db = await this.#worker.getD1Database("DB");
    const { results } = await db
      .prepare(sql)
      .bind(...values)
      .all<Row>();
    return results;
  }

  /** Lets time pass: the clocks of the portal and of the card processor are set forward by `ms`. */
  wait(ms: number): void {
    this.#ahead += ms;
    this.anet.skewMs = this.#ahead;
  }

  /**
   * Runs the cron's work for one minute. With `tenth`, the minute is one of those that come every ten minutes; with
   * `hour`, it is the first minute of an hour; otherwise it is neither.
   */
  async cron({ tenth = false, hour = false } = {}): Promise<void> {
    const worker = await this.#worker.getWorker();
    const scheduledTime = new Date(Date.UTC(2026, 0, 1, 0, hour ? 0 : tenth ? 10 : 11));
    await worker.scheduled({ scheduledTime, cron: "* * * * *" });
  }

  /** The faults that the portal logged. */
  faults = () => this.log.join("").match(/^.*"error".*$/gm) ?? [];

  async fetch(address: string, init: RequestInit = {}): Promise<globalThis.Response> {
    const answer = await this.#worker.dispatchFetch(new URL(address, ORIGIN), {
      redirect: "manual",
      ...(init as object),
    });
    if (answer.status >= 500) this.failed.push(`${init.method ?? "GET"} ${address} ${answer.status}`);
    return answer as unknown as globalThis.Response;
  }

  /** @param network the IP address from which the visitor comes. */
  visitor(network = "192.0.2.7"): Visitor {
    const send: Place["send"] = async (request) => {
      const { method, headers } = request;
      const body = method === "POST" ? await request.arrayBuffer() : undefined;
      return this.fetch(request.url, { method, headers: [...headers], ...(body && { body }) });
    };
    return new Visitor({ origin: ORIGIN, send, read: formsIn }, network);
  }

  #operators(settings: Settings): Settings {
    if (this.#stored) return settings;
    const { vars } = configOf("production");
    const secrets = {
      RESEND_API_KEY: this.resend.apiKey,
      AUTHORIZE_NET_LOGIN_ID: this.anet.secrets.loginId,
      AUTHORIZE_NET_TRANSACTION_KEY: this.anet.secrets.transactionKey,
      AUTHORIZE_NET_SIGNATURE_KEY: this.anet.secrets.signatureKey,
    };
    return { ...vars, ...OPERATOR, ...secrets, ...settings };
  }

  #deployed(settings: Settings) {
    const set = Object.entries(settings).filter(([, value]) => value !== undefined);
    const { modules, modulesRoot, ...worker } = productionWorker();
    const { databaseId = "DB", state } = this.#stored ?? {};
    return {
      ...worker,
      modulesRoot,
      modules: [
        { type: "ESModule" as const, path: path.join(modulesRoot, "clock.js"), contents: CLOCK },
        ...modules,
      ],
      bindings: Object.fromEntries(set) as Record<string, string>,
      serviceBindings: { CLOCK: () => new Response(String(this.#ahead)) },
      d1Databases: { DB: databaseId },
      r2Buckets: { FILES: "conference-portal" },
      ...(state && { d1Persist: path.join(state, "v3/d1"), r2Persist: path.join(state, "v3/r2") }),
      analyticsEngineDatasets: { ANALYTICS: { dataset: "conference_portal" } },
      outboundService: (request: Outgoing) => this.#outside(request),
      handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
        for (const stream of [stdout, stderr]) stream.on("data", (part) => this.log.push(String(part)));
      },
    };
  }

  async #outside(request: Outgoing): Promise<Response> {
    const { hostname, pathname } = new URL(request.url);
    if (hostname === "api.resend.com") {
      const { status, body, headers } = await this.resend.answer(request);
      return new Response(body, { status, headers });
    }
    if (hostname === "api2.authorize.net") {
      const answer = await fetch(new URL(pathname, this.anet.origin), {
        method: request.method,
        headers: Object.fromEntries(request.headers),
        body: await request.arrayBuffer(),
      });
      return new Response(await answer.arrayBuffer(), { status: answer.status });
    }
    this.astray.push(`${request.method} ${request.url}`);
    return new Response("There is nothing here.", { status: 502 });
  }
}

/** Migrates a stored database within a second, whereas wrangler takes a second for each migration. */
export async function migrateStored({ databaseId, state }: Stored): Promise<void> {
  const store = new Miniflare({
    modules: true,
    script: "export default {}",
    d1Databases: { DB: databaseId },
    d1Persist: path.join(state, "v3/d1"),
  });
  await migrate(await store.getD1Database("DB"), 0);
  await store.dispose();
}

/**
 * Migrates in the same way as `wrangler d1 migrations apply`, and also records which migrations were applied, as that
 * command does.
 */
async function migrate(db: Awaited<ReturnType<Miniflare["getD1Database"]>>, but: number): Promise<void> {
  await db
    .prepare(
      "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
    )
    .run();
  const { results: applied } = await db.prepare("SELECT name FROM d1_migrations").all();
  const folder = path.join(root, "migrations");
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  for (const name of names.sort().slice(applied.length, names.length - but)) {
    const statements = readFileSync(path.join(folder, name), "utf8").split("--> statement-breakpoint");
    const noted = `INSERT INTO d1_migrations (name) VALUES ('${name}')`;
    await db.batch([...statements, noted].map((statement) => db.prepare(statement)));
  }
}

let reader: Promise<Miniflare> | undefined;

/** The forms of a page. Only workerd has the parser that finds them, so a separate Worker parses the page. */
async function formsIn(html: string): Promise<Form[]> {
  reader ??= openReader();
  const answer = await (await reader).dispatchFetch("http://reader.invalid", { method: "POST", body: html });
  return (await answer.json()) as Form[];
}

async function openReader(): Promise<Miniflare> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { formsIn } from "./page.ts";
        export default { fetch: async (request) => Response.json(await formsIn(await request.text())) };`,
      resolveDir: import.meta.dirname,
    },
    ...{ bundle: true, format: "esm", write: false },
  });
  return new Miniflare({ modules: true, script: outputFiles[0]!.text });
}
