/** How long an ID token is valid, in seconds. Its session may end sooner, and then the token is no longer accepted. */
export const ID_TOKEN_LIFE = 60 * 60;
