import { ChangeEmail } from "./change-email.ts";
import { define } from "./enhancement.ts";

define("change-email", ChangeEmail);
