import { operate, refuseIdentityGet } from "~/api/identity.server.ts";

export const loader = refuseIdentityGet;
export const action = operate;
