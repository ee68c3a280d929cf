/** How long an ID token is good for, in seconds. The session behind it may end sooner, and with it the token. */
export const ID_TOKEN_LIFE = 60 * 60;
