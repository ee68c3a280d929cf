import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Database, Meter } from "#db/client.ts";
import type { CardProcessor } from "~/platform/ports/card-processor.server.ts";
import type { FileStore } from "~/platform/ports/file-store.server.ts";
import type { Mailer } from "~/platform/ports/mailer.server.ts";
import type { Pictures } from "~/platform/ports/pictures.server.ts";
import type { Ability } from "~/values/abilities.ts";
import type { Config } from "./config.server.ts";
import type { PortalClock, Settings } from "./settings.server.ts";

export type Env = {
  DB: D1Database;
  FILES: R2Bucket;
  SIMULATOR?: D1Database;
  ANALYTICS?: AnalyticsEngineDataset;
  /** In production: which version of the Worker this is. */
  VERSION?: WorkerVersionMetadata;
};

/** The person asking, the settings, and the time on the portal's clock. */
export type Visit = {
  viewer: Viewer | null;
  settings: Settings;
  now: number;
  /**
   * What the portal's clock showed at a real instant (both UTC ms). Every page uses it to show stored real times.
   */
  shown: PortalClock;
};

/** Everything a request may use, built once per request. */
export type Context = {
  config: Config;
  origin: string;
  requestId: string;
  /** The visitor's network: an IPv4 address or an IPv6 /64. */
  network: string;
  userAgent: string | null;
  /** The id of the version that was deployed; undefined on a developer's machine. */
  version: string | undefined;
  db: Database;
  files: FileStore;
  pictures: Pictures;
  /** The processor that takes new payments; null if there is none, and then nothing is on sale. */
  cards: CardProcessor | null;
  /** All processors that can be asked about earlier payments, including `cards`. */
  processors: CardProcessor[];
  /** null if nobody sends mail: it stays in the outbox. */
  mailer: Mailer | null;
  meter: Meter;
  /** The body was larger than its limit and has been thrown away unread. */
  oversized: boolean;
  /** The Set-Cookie values that the answer must carry. */
  cookies: string[];
  /** The minutes for which counters hold this visitor up; a refusal gives them as Retry-After; 0 for none. */
  wait: { minutes: number };
  /** What the role cookie says about the viewer, without a query. */
  claims(): Promise<Claims | null>;
  /** Asked at most once per request, in the same trip as what a page reads first. */
  visit(): Promise<Visit>;
  /** The visit of a program, which sends the key of its session; cookies are ignored. */
  visitOf(sessionHash: string): Promise<Visit>;
  /** Makes the next `visit` read again, after the viewer has changed. */
  forgetVisit(): void;
  waitUntil(work: Promise<unknown>): void;
  /** Server-side analytics: the name of the event and the user id, nothing else. */
  record(event: string, uid: string): void;
  /** Makes the page of a request with what this context allows, without passing the guard. */
  handle(request: Request, context: Context): Promise<Response>;
};

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends Context {}
  // The types of `useLoaderData` follow this flag of remix.config.js.
  interface Future {
    v3_singleFetch: true;
  }
}

export type Args = { request: Request; context: AppLoadContext };

export type SignedIn = Visit & { viewer: Viewer };

/** The signed-in user as D1 has them at this moment. */
export type Viewer = {
  uid: string;
  email: string;
  /** null until somebody has shown that they hold the mailbox. */
  emailVerifiedAt: number | null;
  admin: boolean;
  /** None unless the account has the admin claim; with the claim and without a staff record it is a director. */
  abilities: readonly Ability[];
  hpairPlusSubscriptionId: string | null;
  createdAt: number;
  /** When the password was last typed in this session; real time. */
  authenticatedAt: number;
  /** When this session was opened, and when it ends unless it is used again; real time. */
  openedAt: number;
  expiresAt: number;
  /** The edition that the viewer chose to look at on the staff's pages; null for the current one. */
  edition: string | null;
  /** The key of this session's row; the session cannot be entered with it. */
  sessionHash: string;
};

/**
 * The content of the role cookie: what D1 last said about the viewer, with the claims of specification section 3. It
 * includes the end of the session, because a browser may keep a cookie for longer than it was told to.
 */
export type Claims = Omit<Viewer, "sessionHash">;
