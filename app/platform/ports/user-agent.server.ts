/** Who asks. A Worker sends none by itself, and there are services that refuse requests without. */
export const USER_AGENT = "conference-portal/1.0";
