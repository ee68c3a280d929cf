import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { Miniflare, type Request as Outgoing, Response } from "miniflare";
import { baseStatements } from "#db/seed/seed.ts";
import { root } from "../../scripts/env.mjs";
import { newIdTokenKeys } from "../../scripts/id-token-keys.mjs";
import { configOf, productionWorker } from "../../scripts/production.mjs";
import { AuthorizeNet } from "./authorize-net.ts";
import { Resend } from "./resend.ts";

export const ORIGIN = "https://portal.example.org";

/** What an operator sets beyond wrangler.toml, as README.md says. */
const OPERATOR = {
  ORIGIN,
  SESSION_SECRET: "a secret of production, thirty-two characters or more",
  ID_TOKEN_KEYS: newIdTokenKeys(),
  PAYMENT_GATEWAY: "authorize-net",
  MAILER: "resend",
  MAIL_FROM: "HPAIR <registration@example.org>",
  MAIL_REPLY_TO: "help@example.org",
};

type Fields = Record<string, string>;
type Options = {
  /** In place of the operator's settings; undefined leaves one out. */
  settings?: Record<string, string | undefined>;
  resend?: Resend;
};

/** The portal as it runs in production, in workerd, with stand-ins for everything outside. */
export class Production {
  readonly resend: Resend;
  readonly anet: AuthorizeNet;
  /** What the Worker wrote into its log. */
  readonly log: string[] = [];
  /** Requests to hosts that nobody stands in for. */
  readonly astray: string[] = [];
  readonly #worker: Miniflare;

  private constructor(anet: AuthorizeNet, { settings, resend = new Resend() }: Options) {
    this.anet = anet;
    this.resend = resend;
    const { vars } = configOf("production");
    const secrets = {
      RESEND_API_KEY: resend.apiKey,
      AUTHORIZE_NET_LOGIN_ID: anet.secrets.loginId,
      AUTHORIZE_NET_TRANSACTION_KEY: anet.secrets.transactionKey,
      AUTHORIZE_NET_SIGNATURE_KEY: anet.secrets.signatureKey,
    };
    const bindings = { ...vars, ...OPERATOR, ...secrets, ...settings };
    const set = Object.entries(bindings).filter(([, value]) => value !== undefined);
    this.#worker = new Miniflare({
      ...productionWorker(),
      bindings: Object.fromEntries(set) as Record<string, string>,
      d1Databases: ["DB"],
      r2Buckets: ["FILES"],
      analyticsEngineDatasets: { ANALYTICS: { dataset: "conference_portal" } },
      outboundService: (request: Outgoing) => this.#outside(request),
      handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
        for (const stream of [stdout, stderr]) stream.on("data", (part) => this.log.push(String(part)));
      },
    });
  }

  /** Deployed, its database empty. */
  static async unprepared(options: Options): Promise<Production> {
    return new Production(await AuthorizeNet.listen(), options);
  }

  /** Migrated and with the base seed, as README.md sets it up: no account, no demo. */
  static async open(options: Options = {}): Promise<Production> {
    const portal = await Production.unprepared(options);
    const folder = path.join(root, "migrations");
    const migrations = readdirSync(folder).filter((name) => name.endsWith(".sql"));
    for (const name of migrations.sort()) {
      const statements = readFileSync(path.join(folder, name), "utf8").split("--> statement-breakpoint");
      await portal.batch(statements);
    }
    await portal.batch(baseStatements(Date.now()));
    return portal;
  }

  async close(): Promise<void> {
    await this.#worker.dispose();
    await this.anet.close();
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

  /** What the cron does in a minute that is no tenth, or in one that is. */
  async cron({ tenth = false } = {}): Promise<void> {
    const worker = await this.#worker.getWorker();
    const scheduledTime = new Date(Date.UTC(2026, 0, 1, 0, tenth ? 10 : 11));
    await worker.scheduled({ scheduledTime, cron: "* * * * *" });
  }

  /** The faults that it logged. */
  faults = () => this.log.join("").match(/^.*"error".*$/gm) ?? [];

  fetch(address: string, init: RequestInit = {}) {
    return this.#worker.dispatchFetch(new URL(address, ORIGIN), {
      redirect: "manual",
      ...(init as object),
    });
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

/** A visitor of the portal in production: keeps cookies, follows nothing. */
export class Visitor {
  readonly #cookies = new Map<string, string>();
  readonly #portal: Production;

  constructor(portal: Production) {
    this.#portal = portal;
  }

  get = (address: string) => this.#send(address, {});

  post = (address: string, fields: Fields) =>
    this.#send(address, { method: "POST", body: new URLSearchParams(fields).toString() });

  async #send(address: string, init: RequestInit) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await this.#portal.fetch(address, {
      ...init,
      headers: {
        Accept: "text/html",
        "Sec-Fetch-Site": "same-origin",
        "CF-Connecting-IP": "192.0.2.7",
        ...(init.method === "POST" ? { "Content-Type": "application/x-www-form-urlencoded" } : {}),
        ...(cookie ? { Cookie: cookie } : {}),
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const split = pair.indexOf("=");
      this.#cookies.set(pair.slice(0, split), pair.slice(split + 1));
    }
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
}
