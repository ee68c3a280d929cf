import { ChangeEmail } from "./change-email.ts";
import { define } from "./enhancement.ts";
import { LivePart } from "./live-part.ts";
import { OwnTime } from "./own-time.ts";
import { ReviewKeys } from "./review-keys.ts";
import { SortableList } from "./sortable-list.ts";
import { UnsavedChanges } from "./unsaved-changes.ts";
import { UploadProgress } from "./upload-progress.ts";

define("change-email", ChangeEmail);
define("live-part", LivePart);
define("review-keys", ReviewKeys);
define("sortable-list", SortableList);
define("unsaved-changes", UnsavedChanges);
define("upload-progress", UploadProgress);
define("own-time", OwnTime);
