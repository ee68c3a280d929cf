import type { StaffRole } from "~/values/types.ts";

type StaffPage = { href: string; label: string };

/** Every page of the staff, grouped as the navigation shows them (specification, section 2). */
const GROUPS: { title: string; pages: (StaffPage & { reviewers?: boolean })[] }[] = [
  {
    title: "Applications",
    pages: [
      { href: "/admin", label: "Admin Hub", reviewers: true },
      { href: "/admin/delegates", label: "My Delegates", reviewers: true },
      { href: "/admin/distribute-apps", label: "Distribute Applications" },
      { href: "/admin/manage-staff", label: "Manage Staff" },
      { href: "/admin/handover", label: "Handing over" },
    ],
  },
  {
    title: "Decisions",
    pages: [
      { href: "/admin/upload-decisions", label: "Upload decisions" },
      { href: "/admin/release", label: "Release decisions" },
    ],
  },
  {
    title: "Delegates",
    pages: [
      { href: "/notifications", label: "Notifications" },
      { href: "/admin/mail", label: "Mail" },
      { href: "/admin/accounts", label: "Accounts" },
      { href: "/admin/payments", label: "Payments" },
      { href: "/admin/subscriptions", label: "Subscriptions" },
    ],
  },
  {
    title: "Content",
    pages: [
      { href: "/admin/editions", label: "Editions" },
      { href: "/admin/scheduling", label: "Programme" },
      { href: "/staff/speakers", label: "Speakers" },
      { href: "/staff/videos", label: "Videos" },
      { href: "/staff/sorting", label: "Sorting" },
    ],
  },
  {
    title: "Safety",
    pages: [
      { href: "/admin/audit", label: "Audit log" },
      { href: "/admin/checks", label: "Checks" },
    ],
  },
];

/** Whether an address is one of the staff's: pages, files and forms under the addresses of their navigation. */
export const isForStaff = (path: string): boolean => /^\/(admin|staff|notifications)(?=[/.]|$)/.test(path);

/** The page of the navigation that a staff address belongs to, by its address; "/admin" if it belongs to none. */
export function staffPageOf(path: string): string {
  const hrefs = GROUPS.flatMap(({ pages }) => pages.map(({ href }) => href));
  const around = hrefs.filter(
    (href) => path === href || path.startsWith(`${href}/`) || path.startsWith(`${href}.`),
  );
  return around.sort((one, other) => other.length - one.length)[0] ?? "/admin";
}

/** The navigation for a member of the staff: only the pages they may open (specification, section 6). */
export function staffNavigation(role: StaffRole): { title: string; pages: StaffPage[] }[] {
  return GROUPS.map(({ title, pages }) => ({
    title,
    pages: pages
      .filter(({ reviewers }) => role === "director" || reviewers)
      .map(({ href, label }) => ({ href, label })),
  })).filter(({ pages }) => pages.length > 0);
}
