// `npm run dev`: runs the portal and all processes that the portal starts, so that they end together.
import { runAsGroup } from "./group.mjs";

runAsGroup("scripts/dev-portal.mjs");
