import { request as ask, createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { pictureOf } from "./tickets.ts";

/** What happens to the requests of a phone. */
type Weather =
  | "network"
  | "none"
  /** Reports of the phone do not arrive; all other requests do. */
  | "nothing arrives"
  /** Reports of the phone arrive, but their answers are lost. */
  | "no answer";

/**
 * The network between a phone and the portal. It is a separate server, so the connection of the page and its service
 * worker really breaks. A setting of the browser would not do that.
 */
export class Network {
  weather: Weather = "network";
  /** If this is not empty, it replaces the version in the service worker's script. */
  version = "";
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
  }

  static async before(portal: string): Promise<Network> {
    const server = createServer();
    const network = new Network(server);
    server.on("request", (incoming, outgoing) => {
      const isSent = incoming.method === "POST" && incoming.url === "/door/scans";
      if (network.weather === "none" || (network.weather === "nothing arrives" && isSent))
        return incoming.socket.destroy();
      const isLost = network.weather === "no answer" && isSent;
      const { "accept-encoding": _, "if-none-match": __, ...kept } = incoming.headers;
      const isWorker = incoming.url === "/door/worker.js" && network.version !== "";
      const headers = isWorker ? kept : incoming.headers;
      const forwarded = ask(portal + incoming.url, { method: incoming.method, headers });
      forwarded.on("response", (answer) => {
        if (isLost) {
          answer.resume();
          answer.on("end", () => incoming.socket.destroy());
          return;
        }
        const { "content-length": ___, ...changed } = answer.headers;
        outgoing.writeHead(answer.statusCode!, isWorker ? changed : answer.headers);
        if (!isWorker) return answer.pipe(outgoing);
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () =>
          outgoing.end(
            `${Buffer.concat(chunks)
              .toString()
              .replace(/version:"[^"]+"/, `version:"${network.version}"`)}`,
          ),
        );
        return undefined;
      });
      forwarded.on("error", () => incoming.socket.destroy());
      incoming.pipe(forwarded);
      return undefined;
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return network;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close() {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A phone at the door: a browser with a network and a clock of its own. */
export class Phone {
  readonly network: Network;
  readonly context: BrowserContext;
  page: Page;
  /** How long it took from the picture of a code to its ticket (ms), for every ticket so far. */
  readonly times: number[] = [];

  private constructor(network: Network, context: BrowserContext, page: Page) {
    this.network = network;
    this.context = context;
    this.page = page;
  }

  /** @param wrong by how much the clock of the phone is wrong (ms). */
  static async start(browser: Browser, portal: string, wrong: number): Promise<Phone> {
    const network = await Network.before(portal);
    const context = await browser.newContext({
      baseURL: network.origin,
      viewport: { width: 390, height: 844 },
    });
    await context.addInitScript((shift) => {
      const now = Date.now;
      Date.now = () => now() + shift;
    }, wrong);
    return new Phone(network, context, await context.newPage());
  }

  /** Opens the page, and waits until it has its list. */
  async open() {
    await this.page.goto("/door/scan");
    await this.page.locator('door-scan[data-list]:not([data-list=""])').waitFor();
  }

  /** Closes the page at once, as when a phone is switched off, and opens it again. */
  async restart() {
    await this.page.close();
    this.page = await this.context.newPage();
    await this.open();
  }

  /** Starts the camera, which then sees whatever its video shows at the moment. */
  async startCamera() {
    await this.press("Start the camera");
  }

  /** Waits until a ticket is on the screen. Returns what the page says about it, and the name of its holder. */
  async seen(): Promise<{ title: string; name: string }> {
    const verdict = this.page.locator(".door-verdict");
    await verdict.waitFor();
    this.times.push(await this.#took());
    const name = verdict.locator(".door-name");
    return {
      title: (await verdict.locator("h2").textContent())!,
      name: (await name.count()) === 0 ? "" : (await name.textContent())!,
    };
  }

  /** How long it took from the last picture of a code to its ticket (ms). */
  #took(): Promise<number> {
    return this.page.evaluate(() => {
      const [measured] = performance.getEntriesByName("ticket").slice(-1);
      performance.clearMeasures("ticket");
      return measured?.duration ?? 0;
    });
  }

  /** Scans a code. Waits until its ticket is on the screen, and returns what the page says about it. */
  async scan(code: string, how: "typed" | "picture" = "picture"): Promise<string> {
    if (how === "picture")
      await this.page.locator("#picture").setInputFiles({
        ...{
          name: "code.png",
          mimeType: "image/png",
          buffer: pictureOf(`${this.network.origin}/door/${code}`),
        },
      });
    else {
      await this.page.locator("#code").fill(`${this.network.origin}/door/${code}`);
      await this.page.locator("#code").press("Enter");
    }
    return (await this.seen()).title;
  }

  async press(name: string) {
    await this.page.locator("door-scan").getByRole("button", { name, exact: true }).click();
  }

  /** Lets in the person whose ticket is on the screen, and waits until the page confirms it. */
  async letIn() {
    await this.press("Let in");
    await this.page
      .locator(".door-verdict h2")
      .filter({ hasText: /^Let in just now$/ })
      .waitFor();
  }

  async next() {
    await this.press("Next ticket");
    await this.page.locator("#code").waitFor();
  }

  /** Waits until nothing is left to send. */
  async allSent() {
    await this.page.locator('door-scan[data-waiting="0"]').waitFor({ timeout: 60_000 });
  }

  /** Everything that this phone keeps, as one text: what its database, its caches and its storage contain. */
  kept(): Promise<string> {
    return this.page.evaluate(async () => {
      const parts: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
      for (const { name } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve) => {
          const request = indexedDB.open(name!);
          request.onsuccess = () => resolve(request.result);
        });
        for (const store of database.objectStoreNames)
          parts.push(
            await new Promise<string>((resolve) => {
              const request = database.transaction(store).objectStore(store).getAll();
              request.onsuccess = () => resolve(JSON.stringify(request.result));
            }),
          );
        database.close();
      }
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys())
          parts.push(request.url, (await (await cache.match(request, { ignoreVary: true }))?.text()) ?? "");
      }
      return parts.join("\n");
    });
  }

  async stop() {
    await this.context.close();
    await this.network.close();
  }
}
