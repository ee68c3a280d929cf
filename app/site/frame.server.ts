import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { LIVE_DATA, staffNavigation } from "~/access/staff-pages.ts";
import { needsCode } from "~/accounts/factor.ts";
import { readLayout } from "~/accounts/session.server.ts";
import { editionList, editionNames, zoneOfDeadlines } from "~/conference/conferences.server.ts";
import { deadlineBar } from "~/conference/countdown.ts";
import type { Visit } from "~/platform/context.server.ts";
import type { HeaderLink } from "./header-link.ts";
import type { LookedAt } from "./looked-at.ts";
import { noticesFor, unseenNotifications } from "./notifications.server.ts";
import { readSurroundings } from "./surroundings.server.ts";

/** The staff's first page. */
const HUB = "/admin";

/**
 * The parts around a delegate's page: header, banners, deadline bar, footer. They are rendered even if D1 does not
 * answer.
 */
export const readFrame = (args: LoaderFunctionArgs) => frameOf(args, readSurroundings);

/**
 * The frame of the staff's pages. It has no deadline bar, and shows only notifications for staff. Delegates' pages show
 * the notifications for delegates.
 */
export async function readStaffFrame(args: LoaderFunctionArgs) {
  let lookedAt: LookedAt | null = null;
  let edition: string | null = null;
  let asksCode = false;
  const frame = await frameOf(args, async ({ db }, visit) => {
    const { conferenceId } = visit.settings;
    const { viewer } = visit;
    asksCode = viewer !== null && needsCode(viewer, Date.now());
    const [unseen, editions] = await db.batch([
      unseenNotifications(db, viewer?.admin ? viewer.uid : "", visit.now),
      editionList(db),
    ]);
    const notifications = noticesFor(unseen, (audience) => audience === "staff");
    const zone = zoneOfDeadlines(editions.find(({ id }) => id === conferenceId));
    edition = editionNames(editions).get(conferenceId) ?? null;
    lookedAt = viewer?.admin ? lookedAtBy(visit, editions) : null;
    return {
      zone,
      notifications,
      rounds: null,
      submittedAt: null,
      applies: false,
      pays: false,
      appliedBefore: false,
    };
  });
  return {
    ...frame,
    navigation: frame.abilities.length > 0 ? staffNavigation(frame.abilities) : null,
    lookedAt,
    /** Whether this viewer must enter a code of the second factor before an act that hurts (`app/access/acts.ts`). */
    asksCode,
    /** The name of the edition that the page is about; null if there is none or it could not be read. */
    edition,
  };
}

/** The edition that the viewer has chosen, and the others to choose from. Null if there is only one edition. */
function lookedAtBy({ settings }: Visit, found: Parameters<typeof editionNames>[0]): LookedAt | null {
  const { conferenceId: chosen, currentEdition: current } = settings;
  const editions = [...editionNames(found)];
  const isElsewhere = editions.some(([id]) => id !== chosen);
  return isElsewhere ? { chosen, current, editions } : null;
}

type Around = Awaited<ReturnType<typeof readSurroundings>>;
type Surroundings = Omit<Around, "rounds"> & { rounds: Around["rounds"] | null };

type Read<Result> = (...visit: Parameters<typeof readSurroundings>) => Promise<Result>;

/** The facts that every frame shows about the visitor and the portal, together with the result of `read`. */
export async function readFrameAnd<Result extends { zone: string }>(
  args: LoaderFunctionArgs,
  read: Read<Result>,
) {
  const { visit, surroundings } = await readLayout(args, read);
  const claims = visit ? null : await args.context.claims();
  const viewer = visit ? visit.viewer : claims;
  return {
    visit,
    surroundings,
    /** The claims in the role cookie, read only if the visit could not be read. */
    claims,
    frame: {
      viewer: viewer && { email: viewer.email, admin: viewer.admin },
      demoTime: args.context.config.demo && visit ? visit.now : null,
      zone: surroundings?.zone ?? "UTC",
    },
  };
}

/** The frame of a page. `read` reads the parts around the page. */
export async function frameOf(args: LoaderFunctionArgs, read: Read<Surroundings>) {
  const { visit, surroundings, claims, frame } = await readFrameAnd(args, read);
  const isSubscriber = visit
    ? visit.viewer?.hpairPlusSubscriptionId != null
    : claims?.hpairPlusSubscriptionId != null;
  const links: HeaderLink[] = [{ href: "/scheduling", label: "Scheduling" }];
  if (surroundings?.applies) links.push({ href: "/application", label: "Application" });
  if (surroundings?.pays) links.push({ href: "/payment-info", label: "Payments" });
  if (surroundings?.appliedBefore) links.push({ href: "/earlier", label: "Earlier" });
  if (frame.viewer?.admin) {
    const liveData = visit?.settings.liveDataUrl ?? "";
    links.push({ href: HUB, label: "Admin" });
    // The link leads to the portal's own page with live data if the URL is empty, or if it is the hub's address. Older
    // installations may still have the hub's address.
    const isElsewhere = liveData !== "" && liveData !== HUB;
    links.push(
      isElsewhere
        ? { href: liveData, label: "Live Data", external: true }
        : { href: LIVE_DATA, label: "Live Data" },
    );
  }
  return {
    ...frame,
    /** The link to HPAIR+ for this visitor: only subscribers may see the library itself. */
    library: isSubscriber ? "/plus" : "/plus/subscribe",
    /** Empty if the person is not on the staff, and if the visit could not be read. */
    abilities: visit?.viewer?.abilities ?? [],
    links,
    /**
     * Null if the notifications could not be loaded. Empty if the visit could not be read; then the page itself says
     * so.
     */
    notifications: visit ? (surroundings?.notifications ?? null) : [],
    // There is no deadline for staff who are not applying themselves.
    bar:
      surroundings?.rounds && visit && (!visit.viewer?.admin || surroundings.applies)
        ? deadlineBar(surroundings.rounds, visit.now, surroundings.submittedAt)
        : null,
    /** The rounds with which the bar continues when it reaches zero. */
    rounds: surroundings?.rounds?.map(({ title, deadline }) => ({ title, deadline })) ?? [],
    now: visit?.now ?? 0,
  };
}
