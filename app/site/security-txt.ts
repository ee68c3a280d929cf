import { isEmail, isExampleAddress } from "~/values/email-addresses.ts";

/**
 * Until when security.txt may be believed (RFC 9116). A test fails from 30 days before: whoever moves it, to less than
 * a year from then, has read SECURITY.md again and found it true.
 */
export const SECURITY_TXT_EXPIRES = "2027-10-31T00:00:00Z";

/**
 * Where to write about a flaw of this installation; null if it has no address that reaches anybody.
 *
 * @param supportEmail the address for questions, as the current edition says it.
 */
export function securityTxt(origin: string, supportEmail: string): string | null {
  const address = supportEmail.trim();
  if (!isEmail(address) || isExampleAddress(address)) return null;
  const lines = [
    `Contact: mailto:${address}`,
    `Expires: ${SECURITY_TXT_EXPIRES}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}
