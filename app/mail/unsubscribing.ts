/** How many forged links are answered for a network in an hour. */
export const MOST_FORGED_LINKS = 20;

/** The address of the page on which a reader stops news and reminders, and to which their mail program posts. */
export const unsubscribeAddress = (origin: string, token: string): string => `${origin}/unsubscribe/${token}`;

const ADDRESS = /^\/unsubscribe\/[^/]+$/;

/** Whether a mail program may post to this path without a cookie and from anywhere. The token alone allows it. */
export const isUnsubscribing = (pathname: string): boolean => ADDRESS.test(pathname);

/** Whether a mail program posted this form, not our page. RFC 8058 prescribes the field. */
export const isOneClick = (form: FormData | null): boolean => form?.get("List-Unsubscribe") === "One-Click";
