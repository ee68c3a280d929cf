/**
 * How long an ID token is valid, in seconds. It is accepted only as long as its session lasts, which may end sooner.
 */
export const ID_TOKEN_LIFE = 60 * 60;
