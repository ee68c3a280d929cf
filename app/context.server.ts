import { connect, type Database, type Meter } from "#db/client.ts";
import type { Config } from "./config.server.ts";
import { networkOf } from "./domain/networks.ts";
import { authorizeNet } from "./gateways/authorize-net.server.ts";
import type { CardProcessor } from "./gateways/card-processor.server.ts";
import { type FileStore, r2FileStore } from "./gateways/file-store.server.ts";
import { type Mailer, mailbox, resend } from "./gateways/mailer.server.ts";
import type { Pictures } from "./gateways/pictures.server.ts";
import { simulator } from "./gateways/simulator.server.ts";
import { newId } from "./ids.server.ts";
import { keptAlive, type Viewer, viewerFrom, visitorRows } from "./models/sessions.server.ts";
import {
  type PortalClock,
  portalClock,
  type Settings,
  settingRows,
  settingsFrom,
} from "./models/settings.server.ts";
import { browserSession } from "./session.server.ts";

export type Env = {
  DB: D1Database;
  FILES: R2Bucket;
  SIMULATOR?: D1Database;
  ANALYTICS?: AnalyticsEngineDataset;
};

/** The person asking, the settings, and the time on the portal's clock. */
export type Visit = {
  viewer: Viewer | null;
  settings: Settings;
  now: number;
  /**
   * What the portal's clock showed at a real instant (both UTC ms): every page shows stored real times through
   * this.
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
  /** One round trip, made at most once per request. */
  visit(): Promise<Visit>;
  /** Makes the next `visit` read again, after the viewer has changed. */
  forgetVisit(): void;
  waitUntil(work: Promise<unknown>): void;
  /** Server-side analytics: the name of the event and the user id, nothing else. */
  record(event: string, uid: string): void;
};

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends Context {}
  // The types of `useLoaderData` follow this flag of remix.config.js.
  interface Future {
    v3_singleFetch: true;
  }
}

export function createContext(
  env: Env,
  config: Config,
  request: Request,
  execution: { waitUntil(work: Promise<unknown>): void },
  oversized: boolean,
  pictures: Pictures,
  requestId = newId(),
): Context {
  const meter: Meter = { trips: 0, milliseconds: 0, hashes: 0 };
  const db = connect(env.DB, meter);
  const processors = processorsOf(env, config);
  let visit: Promise<Visit> | undefined;
  const waitUntil = (work: Promise<unknown>) => execution.waitUntil(work);
  return {
    config,
    origin: config.origin ?? new URL(request.url).origin,
    requestId,
    network: networkOf(request.headers.get("CF-Connecting-IP") ?? "unknown"),
    userAgent: request.headers.get("User-Agent"),
    db,
    files: r2FileStore(env.FILES),
    pictures,
    cards: processors.find(({ gateway }) => gateway === config.payment.gateway)?.cards ?? null,
    processors: processors.map(({ cards }) => cards),
    mailer: mailerOf(config),
    meter,
    oversized,
    cookies: [],
    visit() {
      visit ??= browserSession(config, request).then((hash) =>
        readVisit({ db, config, requestId, waitUntil }, hash),
      );
      return visit;
    },
    forgetVisit() {
      visit = undefined;
    },
    waitUntil,
    record: (event, uid) => env.ANALYTICS?.writeDataPoint({ indexes: [uid], blobs: [event] }),
  };
}

/** The visit of the person who holds this session, which is thereby extended; one round trip. */
export async function readVisit(
  context: Pick<Context, "db" | "config" | "requestId" | "waitUntil">,
  sessionHash: string | null,
): Promise<Visit> {
  const { db, config } = context;
  const [settingList, visitors] = await db.batch([settingRows(db), visitorRows(db, sessionHash)]);
  const settings = settingsFrom(settingList);
  const shown = portalClock(config, settings);
  const viewer = keptAlive(context, viewerFrom(visitors));
  return { viewer, settings, now: shown(Date.now()), shown };
}

function processorsOf(env: Env, { payment, production }: Config) {
  return [
    ...(payment.authorizeNet
      ? [{ gateway: "authorize-net", cards: authorizeNet(payment.authorizeNet) } as const]
      : []),
    ...(env.SIMULATOR && !production
      ? [{ gateway: "simulator", cards: simulator(env.SIMULATOR) } as const]
      : []),
  ];
}

function mailerOf({ mail }: Config): Mailer | null {
  if (mail.provider === "none") return null;
  return mail.provider === "resend" ? resend(mail) : mailbox;
}
