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
  /** Set in production: identifies the version of the Worker. */
  VERSION?: WorkerVersionMetadata;
};

/** The person who makes the request, the settings, and the time on the portal's clock. */
export type Visit = {
  viewer: Viewer | null;
  settings: Settings;
  now: number;
  /**
   * What the portal's clock showed at a given real instant (both UTC ms). Every page uses this to show real times that
   * were stored.
   */
  shown: PortalClock;
};

/** Everything that a request may use; it is built once for each request. */
export type Context = {
  config: Config;
  origin: string;
  requestId: string;
  /** The visitor's network: an IPv4 address or an IPv6 /64. */
  network: string;
  userAgent: string | null;
  /** The id of the deployed version; undefined on a developer's machine. */
  version: string | undefined;
  db: Database;
  files: FileStore;
  pictures: Pictures;
  /** The processor that takes new payments; null if there is none, in which case nothing is on sale. */
  cards: CardProcessor | null;
  /** All processors that can be asked about earlier payments, including `cards`. */
  processors: CardProcessor[];
  /** Null if nothing sends mail: then mail stays in the outbox. */
  mailer: Mailer | null;
  meter: Meter;
  /** Whether the body was larger than its limit and was discarded unread. */
  oversized: boolean;
  /** The Set-Cookie values that the answer must carry. */
  cookies: string[];
  /**
   * For how many minutes this visitor is blocked because an allowance is used up; 0 if the visitor is not blocked. A
   * refusal sends this as Retry-After.
   */
  wait: { minutes: number };
  /** What the role cookie says about the viewer; this needs no query. */
  claims(): Promise<Claims | null>;
  /** The visit; read at most once for each request, in the same trip as the first data that a page reads. */
  visit(): Promise<Visit>;
  /** The visit of a program, found by the key of the program's session; cookies are ignored. */
  visitOf(sessionHash: string): Promise<Visit>;
  /** Makes the next call of `visit` read the data again. This is needed after the viewer's data has changed. */
  forgetVisit(): void;
  waitUntil(work: Promise<unknown>): void;
  /** Server-side analytics: the name of the event and the user id, nothing else. */
  record(event: string, uid: string): void;
  /** Makes the page for a request, with the given context; the checks of the guard are skipped. */
  handle(request: Request, context: Context): Promise<Response>;
};

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends Context {}
  // The types of `useLoaderData` depend on this flag, which is set in remix.config.js.
  interface Future {
    v3_singleFetch: true;
  }
}

export type Args = { request: Request; context: AppLoadContext };

export type SignedIn = Visit & { viewer: Viewer };

/** The signed-in user, as stored in D1 at the moment. */
export type Viewer = {
  uid: string;
  email: string;
  /** Null until somebody has proved that they have access to the mailbox. */
  emailVerifiedAt: number | null;
  admin: boolean;
  /**
   * Empty unless the account has the admin claim. An account with the claim but without a staff record is a director.
   */
  abilities: readonly Ability[];
  /** When the ability "door" ends; null if it does not end. After that time, `abilities` does not contain it. */
  doorUntil: number | null;
  hpairPlusSubscriptionId: string | null;
  createdAt: number;
  /** When the password was last typed in this session; real time. */
  authenticatedAt: number;
  /** Whether the account has a second factor. */
  hasFactor: boolean;
  /**
   * When a code of the second factor was last typed in this session, and when that code last allowed an act that hurts;
   * real time, null if never.
   */
  factorTypedAt: number | null;
  factorUsedAt: number | null;
  /**
   * The last recorded time (real time) at which this session was used after no long pause, or a code was typed in it.
   * The next pause is counted from this time or, if it is null, from `openedAt`.
   */
  awakeAt: number | null;
  /** When this session was opened, and when it ends unless it is used again; both are real times. */
  openedAt: number;
  expiresAt: number;
  /** The edition that the viewer chose to see on the staff's pages; null for the current edition. */
  edition: string | null;
  /** The key of this session's row; nobody can sign in with it. */
  sessionHash: string;
};

/**
 * The content of the role cookie: what D1 last said about the viewer, including the claims of specification section 3.
 * It contains the end of the session, because a browser may keep a cookie for longer than it was told to.
 */
export type Claims = Omit<Viewer, "sessionHash">;
