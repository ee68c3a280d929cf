import { define } from "./enhancement.ts";
import { OwnTime } from "./own-time.ts";
import { ResumePlayer } from "./resume-player.ts";
import { ServicePlayer } from "./service-player.ts";

define("resume-player", ResumePlayer);
define("service-player", ServicePlayer);
define("own-time", OwnTime);
