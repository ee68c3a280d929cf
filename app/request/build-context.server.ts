import { connect, type Meter, newMeter } from "#db/client.ts";
import type { FirstTrip } from "#db/first-trip.ts";
import { isForStaff } from "~/access/staff-pages.ts";
import { claimsIn } from "~/accounts/cookies.server.ts";
import { mustHaveFactor } from "~/accounts/factor.ts";
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
import { abilitiesAt } from "~/values/abilities.ts";

/** The visit. If its viewer is on the staff and has chosen an edition, the visit is about that edition. */
function asChosen(visit: Visit): Visit {
  const { viewer, settings } = visit;
  if (!viewer?.admin || viewer.edition === null) return visit;
  return { ...visit, settings: { ...settings, conferenceId: viewer.edition } };
}

/**
 * The visit without the staff's abilities that have ended. If the viewer must have a second factor and has none, the
 * viewer has no abilities at all. A viewer whose abilities have all ended is no longer on the staff.
 */
function asAllowed(visit: Visit): Visit {
  const { viewer, settings, now } = visit;
  if (!viewer) return visit;
  const abilities = abilitiesAt(viewer, now);
  if (abilities.length < viewer.abilities.length)
    return asAllowed({ ...visit, viewer: { ...viewer, abilities, admin: abilities.length > 0 } });
  if (viewer.hasFactor || !mustHaveFactor(settings.factorRule, viewer.abilities, now)) return visit;
  return { ...visit, viewer: { ...viewer, abilities: [] } };
}

/** The parts from which a context is made. */
type ContextParts = {
  env: Env;
  config: Config;
  request: Request;
  execution: { waitUntil(work: Promise<unknown>): void };
  pictures: Pictures;
  handle: Context["handle"];
  oversized?: boolean;
  requestId?: string;
  meter?: Meter;
  /** If this is given, the request is answered on the assumption that the cookies are still right; see `answer`. */
  firstTrip?: FirstTrip | null;
  /** Whether this is the second attempt. It uses what the check of the first attempt found, in place of the claims. */
  isSecond?: boolean;
};

export function createContext({
  env,
  config,
  request,
  execution,
  pictures,
  handle,
  oversized = false,
  requestId = newId(),
  meter = newMeter(),
  firstTrip = null,
  isSecond = false,
}: ContextParts): Context {
  const db = connect(env.DB, meter, firstTrip);
  const processors = processorsOf(env, config).map(({ gateway, cards }) => {
    return { gateway, cards: afterFirstTrip(cards) };
  });
  const mailer = mailerOf(config);
  let claims: Promise<Claims | null> | undefined;
  let visit: Promise<Visit> | undefined;

  /** Wraps a port to an outside service, so that an attempt that is discarded never calls the service. */
  function afterFirstTrip<Port extends object>(port: Port): Port {
    if (!firstTrip) return port;
    return new Proxy(port, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== "function") return member;
        return async (...given: unknown[]) => {
          await firstTrip.allows();
          await firstTrip.passed;
          return member.apply(target, given) as unknown;
        };
      },
    });
  }

  async function browserVisit(): Promise<Visit> {
    const opened = await openVisit(await browserSession(config, request), await context.claims());
    if (opened.viewer) await refreshClaims(context, request, opened.viewer);
    const allowed = asAllowed(opened);
    return isForStaff(new URL(request.url).pathname) ? asChosen(allowed) : allowed;
  }

  async function openVisit(session: string | null, claims: Claims | null): Promise<Visit> {
    const expected = firstTrip?.hasLeft === false ? expectedVisit(session, isSecond ? null : claims) : null;
    if (!expected) return visitFrom(context, await findVisit(db, session));
    const checking = connect(env.DB, meter, firstTrip, { forCheck: true });
    firstTrip!.assume(
      async () => isSameVisit(expected, await findVisit(checking, session)),
      expected.settings.versions,
    );
    return visitFrom(context, expected);
  }

  const context: Context = {
    config,
    origin: config.origin ?? new URL(request.url).origin,
    requestId,
    network: networkOf(request.headers.get("CF-Connecting-IP") ?? "unknown"),
    userAgent: request.headers.get("User-Agent"),
    version: env.VERSION?.id,
    db,
    files: afterFirstTrip(r2FileStore(env.FILES)),
    pictures,
    cards: processors.find(({ gateway }) => gateway === config.payment.gateway)?.cards ?? null,
    processors: processors.map(({ cards }) => cards),
    mailer: mailer && afterFirstTrip(mailer),
    meter,
    oversized,
    cookies: [],
    wait: { minutes: 0 },
    claims() {
      claims ??= claimsIn(config, request);
      return claims;
    },
    visit() {
      visit ??= browserVisit();
      return visit;
    },
    visitOf: async (session) => asAllowed(await openVisit(session, null)),
    forgetVisit() {
      visit = undefined;
    },
    waitUntil(work) {
      // An attempt that is discarded never finishes its work. So the runtime is asked to wait for the work only after
      // the first trip has succeeded.
      if (firstTrip) firstTrip.passed.then(() => execution.waitUntil(work));
      else execution.waitUntil(work);
    },
    record(event, uid) {
      const write = () => env.ANALYTICS?.writeDataPoint({ indexes: [uid], blobs: [event] });
      if (firstTrip) firstTrip.passed.then(write);
      else write();
    },
    handle,
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
