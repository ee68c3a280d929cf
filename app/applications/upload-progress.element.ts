import { Enhancement } from "~/ui/enhancement.element.ts";
import { type FileProblem, fileProblem } from "./documents.ts";

/**
 * Shows the progress of its form's upload. A file with an unacceptable name or size is refused as soon as it is chosen,
 * before anything is sent. If the server finds a problem, its response replaces the page, and the file is not sent
 * again.
 */
export class UploadProgress extends Enhancement {
  #uploading = false;

  protected override enhance() {
    const form = this.closest("form");
    const input = form?.querySelector<HTMLInputElement>("input[type=file]");
    if (!form || !input) return;
    this.listen(form, "submit", (event) => {
      const file = input.files?.[0];
      if (!file) return;
      event.preventDefault();
      if (!this.#refuses(file, input) && !this.#uploading) this.#upload(form);
    });
    this.listen(input, "change", () => {
      clearError(input);
      if (!this.#uploading) this.replaceChildren();
      const file = input.files?.[0];
      if (file) this.#refuses(file, input);
    });
    this.listen<PageTransitionEvent>(window, "pageshow", ({ persisted }) => {
      if (persisted) this.#finish(form);
    });
  }

  #refuses(file: File, input: HTMLInputElement): boolean {
    const sentence = this.#problemWith(file);
    if (sentence) showError(input, sentence);
    return sentence !== undefined;
  }

  /**
   * The forms for documents have a sentence for each kind of problem; the forms for pictures have only one, about the
   * size.
   */
  #problemWith(file: File): string | undefined {
    const { sentences, limit, tooLarge } = this.dataset;
    if (sentences === undefined) return file.size > Number(limit) ? tooLarge : undefined;
    const problem = fileProblem(file);
    return problem ? (JSON.parse(sentences) as Record<FileProblem, string>)[problem] : undefined;
  }

  #upload(form: HTMLFormElement) {
    const bar = document.createElement("progress");
    const text = document.createElement("span");
    bar.ariaLabel = "Upload";
    bar.max = 1;
    text.textContent = "Uploading…";
    this.replaceChildren(bar, text);
    this.#uploading = true;

    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => {
      bar.value = loaded / total;
      text.textContent = loaded < total ? `Uploading… ${Math.floor(bar.value * 100)}%` : "Checking the file…";
    };
    const fail = (why: string) => {
      this.#finish(form);
      const sorry = document.createElement("p");
      sorry.role = "alert";
      sorry.textContent = `Not uploaded${why}. Please try again.`;
      this.appendChild(sorry);
    };
    request.onerror = () => fail(": you seem to be offline");
    request.onload = () => {
      const { status, response, responseURL } = request;
      if (status < 300) location.assign(responseURL);
      else if (response) showPage(response);
      else fail("");
    };
    request.open("POST", form.action);
    request.responseType = "document";
    request.send(new FormData(form));
    for (const button of form.querySelectorAll("button")) button.disabled = true;
  }

  #finish(form: HTMLFormElement) {
    this.#uploading = false;
    this.replaceChildren();
    for (const button of form.querySelectorAll("button")) button.disabled = false;
  }
}

/** Every page has the same styles, and the module is already loaded, so only the body has to be replaced. */
function showPage(page: Document) {
  document.title = page.title;
  document.body.replaceWith(page.body);
  document.querySelector<HTMLElement>(".error-summary, h1")?.focus();
}

/** Uses the same markup as the server does for an error at a field. */
function showError(input: HTMLInputElement, sentence: string) {
  clearError(input);
  // The summary of problems is about the previous file.
  document.querySelector(".error-summary")?.remove();
  const error = document.createElement("p");
  const text = document.createElement("span");
  const announcement = document.createElement("span");
  announcement.className = "visually-hidden";
  announcement.textContent = "Error: ";
  text.replaceChildren(announcement, sentence);
  error.className = "error";
  error.id = `${input.id}-error`;
  error.appendChild(text);
  input.parentNode?.insertBefore(error, input);
  input.setAttribute("aria-invalid", "true");
  input.setAttribute(
    "aria-describedby",
    `${input.getAttribute("aria-describedby") ?? ""} ${error.id}`.trim(),
  );
  input.focus();
}

function clearError(input: HTMLInputElement) {
  const id = `${input.id}-error`;
  document.getElementById(id)?.remove();
  input.removeAttribute("aria-invalid");
  const others = (input.getAttribute("aria-describedby") ?? "").split(" ").filter((other) => other !== id);
  input.setAttribute("aria-describedby", others.join(" "));
}
