import { ChangeEmail } from "~/accounts/change-email.element.ts";
import { UploadProgress } from "~/applications/upload-progress.element.ts";
import { ReviewKeysElement } from "~/reviews/review-keys.element.ts";
import { ColourPicker } from "~/ui/colour-picker.element.ts";
import { define } from "~/ui/enhancement.element.ts";
import { LivePartElement } from "~/ui/live-part.element.ts";
import { OwnTime } from "~/ui/own-time.element.ts";
import { SortableList } from "~/ui/sortable-list.element.ts";
import { UnsavedChangesElement } from "~/ui/unsaved-changes.element.ts";

define("change-email", ChangeEmail);
define("colour-picker", ColourPicker);
define("live-part", LivePartElement);
define("review-keys", ReviewKeysElement);
define("sortable-list", SortableList);
define("unsaved-changes", UnsavedChangesElement);
define("upload-progress", UploadProgress);
define("own-time", OwnTime);
