import "./auto-save.ts";
import "./confirm-terms.ts";
import "./deadline-clock.ts";
import "./dependent-question.ts";
import "./upload-progress.ts";
import { formatMaskedInputs } from "./masked-input.ts";

formatMaskedInputs();
