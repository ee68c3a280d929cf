import { Enhancement } from "~/ui/enhancement.element.ts";

const TITLE_ID = "change-email-title";

/**
 * Opens the page to which its link leads, but in a dialog, and shows the answers to that page's form in the same
 * dialog. All text and rules come from the server: if the server answers with another page, such as the log-in, that
 * page is opened outside the dialog.
 */
export class ChangeEmail extends Enhancement {
  #dialog: HTMLDialogElement | undefined;
  #busy = false;

  protected override enhance() {
    const link = this.querySelector("a");
    if (!link) return;
    this.listen<MouseEvent>(link, "click", (event) => {
      const { ctrlKey, metaKey, shiftKey, altKey } = event;
      const elsewhere = ctrlKey || metaKey || shiftKey || altKey;
      if (elsewhere || location.pathname === link.pathname) return;
      event.preventDefault();
      void this.#show(
        link,
        () => fetch(link.href),
        () => location.assign(link.href),
      );
    });
    this.listen<SubmitEvent>(document, "submit", (event) => {
      const form = event.target as HTMLFormElement;
      if (!form.closest("[data-dialog]")) return;
      const typed = new FormData(form) as unknown as Iterable<[string, string]>;
      const body = new URLSearchParams([...typed]);
      const inDialog = form.closest("dialog");
      const empty = !body.get("newEmail")?.trim();
      if (inDialog || empty) event.preventDefault();
      if (!inDialog || empty) return;
      void this.#show(
        event.submitter,
        () => fetch(form.action, { method: "POST", body }),
        () => form.submit(),
      );
    });
  }

  async #show(pressed: HTMLElement | null, ask: () => Promise<Response>, leave: () => void) {
    if (this.#busy) return;
    this.#busy = true;
    pressed?.setAttribute("aria-busy", "true");
    const shown = await ask()
      .then(async (answer) => this.#fill(new DOMParser().parseFromString(await answer.text(), "text/html")))
      .catch(() => false);
    if (!shown) leave();
    pressed?.removeAttribute("aria-busy");
    this.#busy = false;
  }

  /** @returns false if the page has no part that the dialog can show. */
  #fill(page: Document): boolean {
    const title = page.querySelector("h1");
    const content = page.querySelector<HTMLElement>("[data-dialog]");
    if (!title || !content) return false;
    this.#dialog ??= makeDialog();
    const dialog = this.#dialog;
    const heading = dialog.querySelector("h2")!;
    heading.textContent = title.textContent;
    dialog.lastElementChild!.replaceWith(content);
    // Opens the dialog even if it was closed meanwhile, because the answer may contain something that is shown only
    // once.
    if (!dialog.open) dialog.showModal();
    const first = content.querySelector<HTMLElement>(".error-summary, [type=password]");
    (first ?? content.querySelector<HTMLElement>("#newEmail") ?? heading).focus();
    return true;
  }
}

function makeDialog(): HTMLDialogElement {
  const dialog = document.createElement("dialog");
  const head = document.createElement("div");
  const heading = document.createElement("h2");
  const close = document.createElement("button");
  heading.id = TITLE_ID;
  heading.tabIndex = -1;
  close.type = "button";
  close.className = "button quiet";
  close.textContent = "Close";
  close.onclick = () => dialog.close();
  head.append(heading, close);
  dialog.setAttribute("aria-labelledby", TITLE_ID);
  dialog.append(head, document.createElement("div"));
  document.body.append(dialog);
  return dialog;
}
