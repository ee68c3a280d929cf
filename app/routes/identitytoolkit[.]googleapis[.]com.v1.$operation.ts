import { operate, refuseGet } from "~/identity.server.ts";

export const loader = refuseGet;
export const action = operate;
