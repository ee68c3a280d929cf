import type { staffNavigation } from "~/access/staff-pages.ts";

/** Links to the staff's pages, on the left of each page. On a phone they are a strip above the page. */
export function StaffNavigation({
  groups,
  path,
}: {
  groups: ReturnType<typeof staffNavigation>;
  /** The path of the current page. */
  path: string;
}) {
  // The path is compared in lower case, because routes match both upper and lower case.
  const here = path.toLowerCase();
  const current = groups
    .flatMap(({ pages }) => pages)
    .map(({ href }) => href)
    .filter((href) => here === href || here.startsWith(`${href}/`))
    .sort((one, other) => other.length - one.length)[0];
  return (
    <nav className="staff-navigation" aria-label="Staff">
      {groups.map(({ title, pages }) => (
        <div key={title}>
          <p>{title}</p>
          <ul>
            {pages.map(({ href, label }) => (
              <li key={href}>
                <a href={href} aria-current={href === current ? "page" : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
