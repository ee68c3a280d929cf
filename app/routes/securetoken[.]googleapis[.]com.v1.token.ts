import { refresh, refuseIdentityGet } from "~/api/identity.server.ts";

export const loader = refuseIdentityGet;
export const action = refresh;
