/**
 * A custom element that improves markup which already works. It listens only while it is in the page. It is defined
 * only after the page has been parsed, because the module may arrive before the markup that it improves.
 */
export abstract class Enhancement extends HTMLElement {
  #gone = new AbortController();

  connectedCallback() {
    this.#gone = new AbortController();
    this.enhance();
  }

  disconnectedCallback() {
    this.#gone.abort();
  }

  protected abstract enhance(): void;

  protected listen<Type extends Event = Event>(
    target: EventTarget,
    types: string,
    handle: (event: Type) => void,
  ) {
    for (const type of types.split(" ")) {
      target.addEventListener(type, (event) => handle(event as Type), { signal: this.#gone.signal });
    }
  }
}

export function define(name: string, element: CustomElementConstructor) {
  whenParsed(() => customElements.get(name) ?? customElements.define(name, element));
}

function whenParsed(work: () => void) {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", work);
  else work();
}

/**
 * Reads a page of the portal in its present state on the server, for facts that only the server has. `isOk` is false if
 * the answer is an error page.
 */
export async function readPage(path: string): Promise<{ page: Document; arrived: number; isOk: boolean }> {
  const response = await fetch(path);
  const arrived = performance.now();
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return { page, arrived, isOk: response.ok };
}
