import { refresh, refuseIdentityGet } from "~/identity.server.ts";

export const loader = refuseIdentityGet;
export const action = refresh;
