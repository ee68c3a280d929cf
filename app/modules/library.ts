import { ResumePlayer } from "~/library/resume-player.element.ts";
import { ServicePlayer } from "~/library/service-player.element.ts";
import { define } from "~/ui/enhancement.element.ts";
import { OwnTime } from "~/ui/own-time.element.ts";
import { ShowPassword } from "~/ui/show-password.element.ts";

define("resume-player", ResumePlayer);
define("service-player", ServicePlayer);
define("own-time", OwnTime);
define("show-password", ShowPassword);
