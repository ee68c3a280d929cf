import { isAgreementComplete } from "~/standing/agreement.ts";
import { Enhancement } from "~/ui/enhancement.element.ts";

/**
 * Asks for the agreement within the page (specification, section 5: alert, then confirm) instead of on a
 * separate page.
 */
export class ConfirmTerms extends Enhancement {
  protected override enhance() {
    const form = this.querySelector("form");
    if (!form) return;
    const confirmed = document.createElement("input");
    confirmed.type = "hidden";
    confirmed.name = "confirmed";
    confirmed.value = "true";

    this.listen(form, "submit", (event) => {
      confirmed.remove();
      const fields = new FormData(form);
      const complete = isAgreementComplete({
        codeOfConduct: fields.has("codeOfConduct"),
        refundPolicy: fields.has("refundPolicy"),
        date: String(fields.get("date") ?? ""),
      });
      const { incomplete, confirm: question, refused } = this.dataset;
      if (complete && confirm(question)) {
        form.appendChild(confirmed);
      } else {
        event.preventDefault();
        alert(complete ? refused : incomplete);
      }
    });
  }
}
