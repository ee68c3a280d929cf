/** How many forged links of one network are answered in an hour. */
export const MOST_FORGED_LINKS = 20;

/**
 * The address of the page on which a reader stops news and reminders. The reader's mail program posts to the same
 * address.
 */
export const unsubscribeAddress = (origin: string, token: string): string => `${origin}/unsubscribe/${token}`;

const ADDRESS = /^\/unsubscribe\/[^/]+$/;

/** Whether a mail program may post to this path without a cookie and from anywhere. The token is enough to allow it. */
export const isUnsubscribing = (pathname: string): boolean => ADDRESS.test(pathname);

/** Whether this form was posted by a mail program, and not by our page. RFC 8058 prescribes the field. */
export const isOneClick = (form: FormData | null): boolean => form?.get("List-Unsubscribe") === "One-Click";
