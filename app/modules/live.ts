import { ChangeEmail } from "~/accounts/change-email.element.ts";
import { DeadlineClock } from "~/site/deadline-clock.element.ts";
import { DismissableNotification } from "~/site/dismissable-notification.element.ts";
import { define } from "~/ui/enhancement.element.ts";
import { LivePartElement } from "~/ui/live-part.element.ts";
import { OwnTime } from "~/ui/own-time.element.ts";

define("deadline-clock", DeadlineClock);
define("change-email", ChangeEmail);
define("live-part", LivePartElement);
define("own-time", OwnTime);
define("dismissable-notification", DismissableNotification);
