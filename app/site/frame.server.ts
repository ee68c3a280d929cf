import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { staffNavigation } from "~/access/staff-pages.ts";
import { readLayout } from "~/accounts/session.server.ts";
import { editionList, editionNames, zoneOfDeadlines } from "~/conference/conferences.server.ts";
import { deadlineBar } from "~/conference/countdown.ts";
import type { Visit } from "~/platform/context.server.ts";
import type { HeaderLink } from "./header-link.ts";
import type { LookedAt } from "./looked-at.ts";
import { noticesFor, unseenNotifications } from "./notifications.server.ts";
import { readSurroundings } from "./surroundings.server.ts";

/** The first page of the staff. */
const HUB = "/admin";

/**
 * Everything around a delegate's page: header, banners, deadline bar, footer. It is drawn even if D1 does not
 * answer.
 */
export const readFrame = (args: LoaderFunctionArgs) => frameOf(args, readSurroundings);

/**
 * The frame of staff's pages. It has no deadline, and only the notifications for staff: those for delegates are read
 * on delegates' pages.
 */
export async function readStaffFrame(args: LoaderFunctionArgs) {
  let lookedAt: LookedAt | null = null;
  let edition: string | null = null;
  const frame = await frameOf(args, async ({ db }, visit) => {
    const { conferenceId } = visit.settings;
    const [unseen, editions] = await db.batch([
      unseenNotifications(db, visit.viewer?.admin ? visit.viewer.uid : "", visit.now),
      editionList(db),
    ]);
    const notifications = noticesFor(unseen, (audience) => audience === "staff");
    const zone = zoneOfDeadlines(editions.find(({ id }) => id === conferenceId));
    edition = editionNames(editions).get(conferenceId) ?? null;
    lookedAt = visit.viewer?.admin ? lookedAtBy(visit, editions) : null;
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
    /** The name of the edition that the page is about; null if there is none, or if it could not be read. */
    edition,
  };
}

/** Null while there is nothing to choose from. */
function lookedAtBy({ settings }: Visit, found: Parameters<typeof editionNames>[0]): LookedAt | null {
  const { conferenceId: chosen, currentEdition: current } = settings;
  const editions = [...editionNames(found)];
  const isElsewhere = editions.some(([id]) => id !== chosen);
  return isElsewhere ? { chosen, current, editions } : null;
}

type Around = Awaited<ReturnType<typeof readSurroundings>>;
type Surroundings = Omit<Around, "rounds"> & { rounds: Around["rounds"] | null };

type Read<Result> = (...visit: Parameters<typeof readSurroundings>) => Promise<Result>;

/** What every frame shows about the visitor and the portal, and what `read` gave for this one. */
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
    /** The claims of the role cookie, read only if the visit could not be read. */
    claims,
    frame: {
      viewer: viewer && { email: viewer.email, admin: viewer.admin },
      demoTime: args.context.config.demo && visit ? visit.now : null,
      zone: surroundings?.zone ?? "UTC",
    },
  };
}

/** The frame; `read` reads what surrounds the page. */
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
    // Installations used to begin with the hub as this address, and the link beside this one leads there already.
    if (liveData !== "" && liveData !== HUB)
      links.push({ href: liveData, label: "Live Data", external: true });
  }
  return {
    ...frame,
    /** The address of the HPAIR+ page that this visitor is led to: only subscribers may go inside. */
    library: isSubscriber ? "/plus" : "/plus/subscribe",
    /** Empty unless the person is on the staff, and also if that could not be read. */
    abilities: visit?.viewer?.abilities ?? [],
    links,
    /** Null if they could not be loaded. Without a visit the page itself says what could not be read. */
    notifications: visit ? (surroundings?.notifications ?? null) : [],
    // Staff who do not apply themselves have no deadline.
    bar:
      surroundings?.rounds && visit && (!visit.viewer?.admin || surroundings.applies)
        ? deadlineBar(surroundings.rounds, visit.now, surroundings.submittedAt)
        : null,
    /** The rounds that the bar shows next when it reaches zero. */
    rounds: surroundings?.rounds?.map(({ title, deadline }) => ({ title, deadline })) ?? [],
    now: visit?.now ?? 0,
  };
}
