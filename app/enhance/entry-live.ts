import { ChangeEmail } from "./change-email.ts";
import { DeadlineClock } from "./deadline-clock.ts";
import { DismissableNotification } from "./dismissable-notification.ts";
import { define } from "./enhancement.ts";
import { LivePartElement } from "./live-part.ts";
import { OwnTime } from "./own-time.ts";

define("deadline-clock", DeadlineClock);
define("change-email", ChangeEmail);
define("live-part", LivePartElement);
define("own-time", OwnTime);
define("dismissable-notification", DismissableNotification);
