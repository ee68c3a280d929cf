import { ChangeEmail } from "./change-email.ts";
import { ConfirmTerms } from "./confirm-terms.ts";
import { DeadlineClock } from "./deadline-clock.ts";
import { DismissableNotification } from "./dismissable-notification.ts";
import { define } from "./enhancement.ts";
import { OwnTime } from "./own-time.ts";
import { PaymentForm } from "./payment-form.ts";

define("deadline-clock", DeadlineClock);
define("payment-form", PaymentForm);
define("confirm-terms", ConfirmTerms);
define("change-email", ChangeEmail);
define("own-time", OwnTime);
define("dismissable-notification", DismissableNotification);
