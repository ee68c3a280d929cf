import { CONNECTING, INSTALLING } from "./installing.ts";
import { play } from "./play.ts";
import { SEASON } from "./season.ts";

play("a new installation, and a season on it", [...INSTALLING, ...CONNECTING, ...SEASON]);
