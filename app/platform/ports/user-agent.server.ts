/** The name of the portal. A Worker sends none by itself, and some services refuse requests without one. */
export const USER_AGENT = "conference-portal/1.0";
