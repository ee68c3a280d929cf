/** The portal's User-Agent. A Worker sends none by default, and some services refuse requests without one. */
export const USER_AGENT = "conference-portal/1.0";
