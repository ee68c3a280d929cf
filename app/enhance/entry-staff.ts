import { ChangeEmail } from "./change-email.ts";
import { define } from "./enhancement.ts";
import { LivePartElement } from "./live-part.ts";
import { OwnTime } from "./own-time.ts";
import { ReviewKeysElement } from "./review-keys.ts";
import { SortableList } from "./sortable-list.ts";
import { UnsavedChangesElement } from "./unsaved-changes.ts";
import { UploadProgress } from "./upload-progress.ts";

define("change-email", ChangeEmail);
define("live-part", LivePartElement);
define("review-keys", ReviewKeysElement);
define("sortable-list", SortableList);
define("unsaved-changes", UnsavedChangesElement);
define("upload-progress", UploadProgress);
define("own-time", OwnTime);
