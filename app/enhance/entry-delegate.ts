import { AutoSave } from "./auto-save.ts";
import { ChangeEmail } from "./change-email.ts";
import { ConfirmTerms } from "./confirm-terms.ts";
import { DeadlineClock } from "./deadline-clock.ts";
import { DependentQuestion } from "./dependent-question.ts";
import { define } from "./enhancement.ts";
import { formatMaskedInputs } from "./masked-input.ts";
import { OwnTime } from "./own-time.ts";
import { UploadProgress } from "./upload-progress.ts";

define("deadline-clock", DeadlineClock);
define("dependent-question", DependentQuestion);
define("auto-save", AutoSave);
define("upload-progress", UploadProgress);
define("confirm-terms", ConfirmTerms);
define("change-email", ChangeEmail);
define("own-time", OwnTime);
formatMaskedInputs();
