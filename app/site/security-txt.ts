import { isEmail, isExampleAddress } from "~/values/email-addresses.ts";

/**
 * The time until which security.txt is valid (RFC 9116). A test fails 30 days before that time. Before you change the
 * date, read SECURITY.md again and make sure that it is still true. The new date must be less than a year away.
 */
export const SECURITY_TXT_EXPIRES = "2027-10-31T00:00:00Z";

/**
 * The text of security.txt, which says where to report a vulnerability of this installation. Null if the installation
 * has no real e-mail address.
 *
 * @param supportEmail the current edition's address for questions.
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
