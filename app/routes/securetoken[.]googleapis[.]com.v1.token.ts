import { refresh, refuseGet } from "~/identity.server.ts";

export const loader = refuseGet;
export const action = refresh;
