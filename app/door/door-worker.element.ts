/** What the build puts into the worker: the name of its version, and the files of the page. */
declare const DOOR_FILES: { version: string; files: string[] };

/**
 * The part of the API of service workers that is used here. TypeScript's library for workers cannot be combined with
 * its library for pages.
 */
type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Event & { request: Request; respondWith(answer: Promise<Response>): void };
type WorkerScope = {
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", handle: (event: Extendable) => void): void;
  addEventListener(type: "fetch", handle: (event: Fetching) => void): void;
  addEventListener(type: "message", handle: (event: Extendable & { data: unknown }) => void): void;
};

const PREFIX = "door-";
const SHELL = "/door/scan";
/** The message by which the page tells a waiting new version to take over. */
const TAKE_OVER = "take over";

/**
 * Keeps the page at the door and its scripts, so that they open without a network. It controls only addresses under
 * `/door/`, so delegates' pages have no service worker. A new version is stored beside the old one. It takes over only
 * when the page says that nothing is left to send.
 */
export function keepDoor() {
  const scope = globalThis as unknown as WorkerScope;
  const { version, files } = DOOR_FILES;
  const name = PREFIX + version;

  scope.addEventListener("install", (event) => event.waitUntil(keep(name, files)));
  scope.addEventListener("activate", (event) => event.waitUntil(forgetOthers(name)));
  scope.addEventListener("message", (event) => {
    if (event.data === TAKE_OVER) event.waitUntil(scope.skipWaiting());
  });
  scope.addEventListener("fetch", (event) => {
    const { request } = event;
    const { pathname } = new URL(request.url);
    if (request.method !== "GET") return;
    if (pathname === SHELL || files.includes(pathname)) event.respondWith(kept(name, request, pathname));
    // The helper scanned a code with the phone's own camera, so the address is the one in the code. There may be no
    // network.
    else if (request.mode === "navigate")
      event.respondWith(fetch(request).catch(() => kept(name, request, SHELL)));
  });
}

async function keep(name: string, files: string[]) {
  const cache = await caches.open(name);
  await cache.addAll(files.map((file) => new Request(file, { cache: "reload" })));
}

async function forgetOthers(name: string) {
  const names = await caches.keys();
  await Promise.all(
    names.filter((one) => one.startsWith(PREFIX) && one !== name).map((one) => caches.delete(one)),
  );
}

const kept = async (name: string, request: Request, pathname: string): Promise<Response> =>
  (await (await caches.open(name)).match(pathname, { ignoreVary: true })) ?? fetch(request);
