import { INSTALLING } from "./rehearsal/installing.ts";
import { play } from "./rehearsal/play.ts";

// After these steps, `npm run rehearse` plays a season on the installation.
play("docs/operations.md makes an installation with a first director", INSTALLING, { quickly: true });
