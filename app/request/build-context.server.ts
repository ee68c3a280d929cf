import { connect, type Meter } from "#db/client.ts";
import { browserSession } from "~/accounts/session.server.ts";
import { readVisit } from "~/accounts/visit.server.ts";
import { authorizeNet } from "~/money/processor/authorize-net.server.ts";
import { simulator } from "~/money/processor/simulator.server.ts";
import type { Config } from "~/platform/config.server.ts";
import type { Context, Env, Visit } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { networkOf } from "~/platform/networks.ts";
import { r2FileStore } from "~/platform/ports/file-store.server.ts";
import { type Mailer, mailbox, resend } from "~/platform/ports/mailer.server.ts";
import type { Pictures } from "~/platform/ports/pictures.server.ts";

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
