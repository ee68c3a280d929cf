/**
 * How long an ID token is valid, in seconds. The portal accepts it only while its session lasts, and the session may
 * end sooner.
 */
export const ID_TOKEN_LIFE = 60 * 60;
