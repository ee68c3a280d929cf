import { ChangeEmail } from "~/accounts/change-email.element.ts";
import { ShareCardElement } from "~/decisions/share-card.element.ts";
import { DeadlineClock } from "~/site/deadline-clock.element.ts";
import { DismissableNotification } from "~/site/dismissable-notification.element.ts";
import { define } from "~/ui/enhancement.element.ts";
import { OwnTime } from "~/ui/own-time.element.ts";
import { PrintPage } from "~/ui/print-page.element.ts";
import { ShowPassword } from "~/ui/show-password.element.ts";

define("deadline-clock", DeadlineClock);
define("share-card", ShareCardElement);
define("print-page", PrintPage);
define("change-email", ChangeEmail);
define("own-time", OwnTime);
define("show-password", ShowPassword);
define("dismissable-notification", DismissableNotification);
