const LONGEST = 254;

/** The key that identifies an account's address: trimmed and in lower case. */
export function emailKey(value: string): string {
  return value.trim().toLowerCase();
}

/** A masked address, m…@example.org, which its owner recognises and nobody else can read. */
export const maskedEmail = (email: string) => `${[...email][0] ?? ""}…${email.slice(email.lastIndexOf("@"))}`;

const NO_ADDRESS = "@no-address.invalid";

/** A placeholder for the address of an account that has none. Nobody can ever have a mailbox there (RFC 2606). */
export const addressNone = (uid: string) => `${uid.toLowerCase()}${NO_ADDRESS}`;
export const isAddressNone = (email: string) => email.endsWith(NO_ADDRESS);

const EXAMPLE = /[@.](?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/i;

/** Whether an address is only a placeholder that reaches nobody, like those in the seed (RFC 2606). */
export const isExampleAddress = (email: string) => EXAMPLE.test(email);

/**
 * Whether a text is one plain e-mail address of at most 254 characters to which mail can be sent. Spaces, control
 * characters, lists, quotes and comments are not allowed, and the host name must have a dot. The caller must trim the
 * text first.
 */
export function isEmail(value: string): boolean {
  if (value.length > LONGEST) return false;
  const [, local = "", domain = ""] = /^([^@]{1,64})@([^@]+)$/.exec(value) ?? [];
  const atoms = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
  const labels = /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+([a-z]{2,63}|xn--[a-z\d-]{1,58}[a-z\d])$/i;
  return atoms.test(local) && labels.test(domain);
}
