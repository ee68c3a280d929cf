import { useSite } from "./site.tsx";

/** The portal's mark: the sun rising in a gate. It has the colour of the text around it. */
function OwnMark({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path d="M4 28V15a12 12 0 0 1 24 0v13" fill="none" stroke="currentColor" strokeWidth="3.5" />
      <path d="M9.5 28a6.5 6.5 0 0 1 13 0z" fill="currentColor" />
    </svg>
  );
}

/** The organisation's logo, or the portal's mark; the organisation's name is beside it. */
export function Mark({ size = 32 }: { size?: number }) {
  const { logo } = useSite();
  return logo ? <img src={logo} alt="" height={size} /> : <OwnMark size={size} />;
}

/** The mark and the name, with a link to the home page. */
export function Logo() {
  const { shortName } = useSite();
  return (
    <a className="logo" href="/">
      <Mark />
      <span>
        {shortName} <span className="optional wide-only">Registration</span>
      </span>
    </a>
  );
}
