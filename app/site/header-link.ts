export type HeaderLink = { href: string; label: string; external?: boolean };
