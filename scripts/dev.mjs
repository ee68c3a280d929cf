// `npm run dev`: the portal and all processes that it starts, which end together with it.
import { runAsGroup } from "./group.mjs";

runAsGroup("scripts/dev-portal.mjs");
