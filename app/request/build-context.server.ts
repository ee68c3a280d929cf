import { connect, type Meter, newMeter } from "#db/client.ts";
import type { FirstTrip } from "#db/first-trip.ts";
import { claimsIn } from "~/accounts/cookies.server.ts";
import { browserSession, refreshClaims } from "~/accounts/session.server.ts";
import { expectedVisit, findVisit, isSameVisit, visitFrom } from "~/accounts/visit.server.ts";
import { authorizeNet } from "~/money/processor/authorize-net.server.ts";
import { simulator } from "~/money/processor/simulator.server.ts";
import type { Config } from "~/platform/config.server.ts";
import type { Claims, Context, Env, Visit } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { networkOf } from "~/platform/networks.ts";
import { r2FileStore } from "~/platform/ports/file-store.server.ts";
import { type Mailer, mailbox, resend } from "~/platform/ports/mailer.server.ts";
import type { Pictures } from "~/platform/ports/pictures.server.ts";

/** What a context is made of. */
type Made = {
  env: Env;
  config: Config;
  request: Request;
  execution: { waitUntil(work: Promise<unknown>): void };
  pictures: Pictures;
  oversized?: boolean;
  requestId?: string;
  meter?: Meter;
  /** With it a page assumes that the cookies still say who asks; see `answerPage`. */
  firstTrip?: FirstTrip | null;
};

export function createContext({
  env,
  config,
  request,
  execution,
  pictures,
  oversized = false,
  requestId = newId(),
  meter = newMeter(),
  firstTrip = null,
}: Made): Context {
  const db = connect(env.DB, meter, firstTrip);
  const processors = processorsOf(env, config);
  let claims: Promise<Claims | null> | undefined;
  let visit: Promise<Visit> | undefined;

  async function openVisit(): Promise<Visit> {
    const session = await browserSession(config, request);
    const expected = firstTrip?.hasLeft === false ? expectedVisit(session, await context.claims()) : null;
    if (expected) {
      const checking = connect(env.DB, meter, firstTrip, { forCheck: true });
      firstTrip!.assume(async () => isSameVisit(expected, await findVisit(checking, session)));
    }
    const opened = visitFrom(context, expected ?? (await findVisit(db, session)));
    if (opened.viewer) await refreshClaims(context, request, opened.viewer);
    return opened;
  }

  const context: Context = {
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
    claims() {
      claims ??= claimsIn(config, request);
      return claims;
    },
    visit() {
      visit ??= openVisit();
      return visit;
    },
    forgetVisit() {
      visit = undefined;
    },
    waitUntil(work) {
      // What a page that is given up has begun never ends.
      if (firstTrip) firstTrip.passed.then(() => execution.waitUntil(work));
      else execution.waitUntil(work);
    },
    record: (event, uid) => env.ANALYTICS?.writeDataPoint({ indexes: [uid], blobs: [event] }),
  };
  return context;
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
