import { Enhancement } from "~/ui/enhancement.element.ts";
import type { Severity } from "~/values/types.ts";
import { noticesInWords } from "./notices-in-words.ts";

/** Dismisses its notification without leaving the page. So text that is being typed on the page is not lost. */
export class DismissableNotification extends Enhancement {
  protected override enhance() {
    this.listen<SubmitEvent>(this, "submit", (event) => {
      event.preventDefault();
      void this.#dismiss(event.target as HTMLFormElement);
    });
  }

  async #dismiss(form: HTMLFormElement) {
    const button = form.querySelector("button");
    if (!button || button.ariaBusy === "true") return;
    button.ariaBusy = "true";
    const body = new URLSearchParams([...(new FormData(form) as unknown as Iterable<[string, string]>)]);
    // The response redirects to the page that is already open, so the redirect is not followed.
    const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => null);
    button.ariaBusy = null;
    if (answer?.type === "opaqueredirect") this.#leave();
    else this.#sayFailed();
  }

  /** Moves the focus to the first of the remaining notifications. If none remains, moves it to the page. */
  #leave() {
    const region = this.closest("aside")!;
    this.remove();
    const left = [...region.querySelectorAll<HTMLElement>(this.localName)];
    const line = region.querySelector("summary");
    if (line) line.textContent = noticesInWords(left.map(messageIn));
    if (left.length === 0) region.remove();
    (left[0]?.querySelector("button") ?? document.querySelector<HTMLElement>("#content"))?.focus();
  }

  #sayFailed() {
    const message = this.querySelector("[role=alert]") ?? document.createElement("p");
    message.role = "alert";
    message.textContent = this.dataset["failed"] ?? "";
    this.querySelector(".notification")?.append(message);
  }
}

/** A notification as its element shows it: the severity comes before the text. */
function messageIn(notification: HTMLElement) {
  const severity = notification.querySelector<HTMLElement>("[data-severity]")!.dataset[
    "severity"
  ] as Severity;
  const text = notification.querySelector("p")!.textContent!;
  return { severity, message: text.replace(severity, "") };
}
