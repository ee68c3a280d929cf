import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { NonceContext } from "~/platform/hydration.tsx";

/**
 * When React hydrates a text area, it overwrites its text with the server's, unless the area says that its text
 * differs. So what was typed until then is made the text that the area began with.
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
