import "./confirm-terms.ts";
import "./deadline-clock.ts";
import "./payment-form.ts";
