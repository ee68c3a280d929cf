import { INSTALLING } from "./rehearsal/installing.ts";
import { play } from "./rehearsal/play.ts";

// The season that `npm run rehearse` plays on it comes after this.
play("docs/operations.md makes an installation with a first director", INSTALLING, { quickly: true });
