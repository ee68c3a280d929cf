import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { NonceContext } from "~/platform/hydration.tsx";

/**
 * Makes the typed text of a text area its default text. When React hydrates a text area, it replaces the text with the
 * server's text, unless the default text of the area differs from the server's text. So text that was typed before
 * hydration is kept.
 */
function keepTyped(area: EventTarget | null) {
  if (area instanceof HTMLTextAreaElement) area.defaultValue = area.value;
}

for (const area of document.querySelectorAll("textarea")) keepTyped(area);
document.addEventListener("input", ({ target }) => keepTyped(target));

startTransition(() => {
  hydrateRoot(
    document,
    <NonceContext.Provider value="">
      <RemixBrowser />
    </NonceContext.Provider>,
  );
});
