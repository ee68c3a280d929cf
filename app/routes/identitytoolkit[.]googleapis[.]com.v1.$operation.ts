import { operate, refuseIdentityGet } from "~/identity.server.ts";

export const loader = refuseIdentityGet;
export const action = operate;
