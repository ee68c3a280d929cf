import { ChangeEmail } from "~/accounts/change-email.element.ts";
import { ConfirmTerms } from "~/money/checkout/confirm-terms.element.ts";
import { PaymentForm } from "~/money/checkout/payment-form.element.ts";
import { DeadlineClock } from "~/site/deadline-clock.element.ts";
import { DismissableNotification } from "~/site/dismissable-notification.element.ts";
import { define } from "~/ui/enhancement.element.ts";
import { OwnTime } from "~/ui/own-time.element.ts";

define("deadline-clock", DeadlineClock);
define("payment-form", PaymentForm);
define("confirm-terms", ConfirmTerms);
define("change-email", ChangeEmail);
define("own-time", OwnTime);
define("dismissable-notification", DismissableNotification);
