import { type Ability, can } from "~/values/abilities.ts";

type StaffPage = { href: string; label: string };

/** The page with the numbers of the day. “Live Data” leads to this page unless the edition names another address. */
export const LIVE_DATA = "/admin/live";

/**
 * Every page of the staff, grouped as the navigation shows them (specification, section 2). Links to a page that has
 * `for` are shown only to staff with that ability. Pages without `for` are for all staff: the hub, the numbers of the
 * day and one's own second factor. The routes themselves also declare which ability they need, and a test compares
 * these declarations with this list.
 */
const GROUPS: { title: string; pages: (StaffPage & { for?: Ability })[] }[] = [
  {
    title: "Applications",
    pages: [
      { href: "/admin", label: "Admin Hub" },
      { href: LIVE_DATA, label: "Live numbers" },
      { href: "/admin/delegates", label: "My Delegates", for: "read" },
      { href: "/admin/distribute-apps", label: "Distribute Applications", for: "decide" },
      { href: "/admin/scores", label: "Scores", for: "decide" },
      { href: "/admin/sponsors", label: "For sponsors", for: "decide" },
      { href: "/admin/manage-staff", label: "Manage Staff", for: "everything" },
      { href: "/admin/handover", label: "Handing over", for: "everything" },
    ],
  },
  {
    title: "Decisions",
    pages: [
      { href: "/admin/upload-decisions", label: "Upload decisions", for: "decide" },
      { href: "/admin/release", label: "Release decisions", for: "decide" },
      { href: "/admin/waiting", label: "Waiting list", for: "decide" },
      { href: "/admin/mail/decisions", label: "Mails about decisions", for: "decide" },
      { href: "/admin/mail/unreachable", label: "Mail that came back", for: "decide" },
    ],
  },
  {
    title: "Delegates",
    pages: [
      { href: "/notifications", label: "Notifications", for: "content" },
      { href: "/admin/mail", label: "Mail", for: "content" },
      { href: "/admin/door", label: "Door", for: "door" },
      { href: "/admin/badges", label: "Badges", for: "door" },
      { href: "/admin/day", label: "Lists for the day", for: "door" },
      { href: "/admin/accounts", label: "Accounts", for: "everything" },
      { href: "/admin/payments", label: "Payments", for: "money" },
      { href: "/admin/grants", label: "Awards and codes", for: "money" },
      { href: "/admin/subscriptions", label: "Subscriptions", for: "money" },
    ],
  },
  {
    title: "Content",
    pages: [
      { href: "/admin/editions", label: "Editions", for: "content" },
      { href: "/admin/scheduling", label: "Programme", for: "content" },
      { href: "/staff/speakers", label: "Speakers", for: "content" },
      { href: "/staff/videos", label: "Videos", for: "content" },
      { href: "/staff/sorting", label: "Sorting", for: "content" },
    ],
  },
  {
    title: "Safety",
    pages: [
      { href: "/admin/audit", label: "Audit log", for: "everything" },
      { href: "/admin/checks", label: "Checks", for: "everything" },
      { href: "/second-factor", label: "Second factor" },
    ],
  },
];

/**
 * Whether a path belongs to the staff's part of the portal: the pages, files and forms under the paths of the staff's
 * navigation. Capital and small letters count as the same, as in the routes.
 */
export const isForStaff = (path: string): boolean => /^\/(admin|staff|notifications)(?=[/.]|$)/i.test(path);

/**
 * The address of the navigation page to which a staff address belongs; "/admin" if the address belongs to none of these
 * pages.
 */
export function staffPageOf(address: string): string {
  const path = address.toLowerCase();
  const hrefs = GROUPS.flatMap(({ pages }) => pages.map(({ href }) => href));
  const around = hrefs.filter(
    (href) => path === href || path.startsWith(`${href}/`) || path.startsWith(`${href}.`),
  );
  return around.sort((one, other) => other.length - one.length)[0] ?? "/admin";
}

/** Whether a link to this address leads to a page that somebody with these abilities may open. */
export function leadsSomewhere(path: string, abilities: readonly Ability[]): boolean {
  const address = staffPageOf(path.split(/[?#]/)[0]!);
  const page = GROUPS.flatMap(({ pages }) => pages).find(({ href }) => href === address);
  return page?.for === undefined || can(abilities, page.for);
}

/** The navigation for a member of the staff: only the pages they may open (specification, section 6). */
export function staffNavigation(abilities: readonly Ability[]): { title: string; pages: StaffPage[] }[] {
  return GROUPS.map(({ title, pages }) => ({
    title,
    pages: pages
      .filter(({ href }) => leadsSomewhere(href, abilities))
      .map(({ href, label }) => ({ href, label })),
  })).filter(({ pages }) => pages.length > 0);
}
