import { Enhancement } from "~/ui/enhancement.element.ts";

/** Plays a video of another service in the page. It contacts that service only after the visitor has clicked. */
export class ServicePlayer extends Enhancement {
  protected override enhance() {
    this.listen<MouseEvent>(this, "click", (event) => {
      const { src, title, allow } = this.dataset;
      if (!src || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const frame = document.createElement("iframe");
      frame.title = title ?? "";
      frame.allow = allow ?? "";
      frame.allowFullscreen = true;
      // YouTube plays nothing on a page that hides its origin, so the origin is sent as the referrer.
      frame.referrerPolicy = "strict-origin-when-cross-origin";
      frame.src = src;
      this.replaceChildren(frame);
      frame.focus();
    });
  }
}
