import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { NonceContext } from "~/platform/hydration.tsx";

/**
 * When React hydrates a text area, it replaces the area's text with the server's text, unless the area's default text
 * is a different one. So the text that was typed before hydration is made the default text of the area.
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
