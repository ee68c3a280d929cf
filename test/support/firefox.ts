import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const NAMES = ["firefox-esr", "firefox"];
const PATIENCE = 30_000;

const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const installed = () => NAMES.find((name) => spawnSync("which", [name]).status === 0);

/** The reason why this browser cannot be used on this machine; null if it can be used. */
export function missingForFirefox(): string | null {
  return installed() ? null : "Firefox is not installed: apt-get install firefox-esr";
}

type Found = Record<string, string>;

/**
 * Firefox without scripts. It is controlled by its own protocol, Marionette, because Playwright uses a different
 * Firefox. Scripts are switched off in the browser's settings, as a person would do it.
 */
export class Firefox {
  readonly #waiting = new Map<
    number,
    (answer: { error: { message: string } | null; result: never }) => void
  >();
  #asked = 0;
  #unread = Buffer.alloc(0);

  private constructor(
    readonly program: ChildProcess,
    readonly folder: string,
    readonly socket: Socket,
  ) {
    socket.on("data", (part: Buffer) => this.#read(part));
  }

  static async open(origin: string): Promise<Firefox> {
    const folder = mkdtempSync(path.join(tmpdir(), "firefox-"));
    const port = await freePort();
    const settings = { "javascript.enabled": false, "marionette.port": port };
    writeFileSync(
      path.join(folder, "user.js"),
      Object.entries(settings)
        .map(([name, value]) => `user_pref("${name}", ${value});\n`)
        .join(""),
    );
    const program = spawn(
      installed()!,
      ["--headless", "--marionette", "--no-remote", "--profile", folder, "--window-size", "390,844"],
      { env: { ...process.env, HOME: folder }, stdio: "ignore" },
    );
    const firefox = new Firefox(program, folder, await connected(port));
    await firefox.#ask("WebDriver:NewSession", { capabilities: {} });
    await firefox.#ask("WebDriver:Navigate", { url: origin });
    return firefox;
  }

  /** A message consists of the length of its text in bytes, a colon, and the text. The first message is a greeting. */
  #read(part: Buffer) {
    this.#unread = Buffer.concat([this.#unread, part]);
    for (;;) {
      const colon = this.#unread.indexOf(":");
      const end = colon + 1 + Number(this.#unread.subarray(0, Math.max(colon, 0)));
      if (colon < 0 || this.#unread.length < end) return;
      const message = JSON.parse(this.#unread.subarray(colon + 1, end).toString());
      this.#unread = this.#unread.subarray(end);
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message;
      this.#waiting.get(id)?.({ error, result: result as never });
      this.#waiting.delete(id);
    }
  }

  async #ask<Result>(command: string, parameters: object = {}): Promise<Result> {
    this.#asked += 1;
    const id = this.#asked;
    const answer = new Promise<{ error: { message: string } | null; result: Result }>((resolve) =>
      this.#waiting.set(id, resolve),
    );
    const text = JSON.stringify([0, id, command, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    const { error, result } = await answer;
    if (error) throw new Error(`${command}: ${error.message}`);
    return result;
  }

  async #all(xpath: string): Promise<string[]> {
    const found = await this.#ask<Found[]>("WebDriver:FindElements", { using: "xpath", value: xpath });
    return found.map((element) => Object.values(element)[0]!);
  }

  async #is(command: "IsElementDisplayed" | "IsElementSelected", id: string): Promise<boolean> {
    return (await this.#ask<{ value: boolean }>(`WebDriver:${command}`, { id })).value;
  }

  /** The first visible element for which `isFree` is true. The page may still be loading, so this tries again. */
  async #first(xpath: string, isFree = async (_: string) => true): Promise<string> {
    const until = Date.now() + PATIENCE;
    for (;;) {
      try {
        for (const id of await this.#all(xpath))
          if ((await this.#is("IsElementDisplayed", id)) && (await isFree(id))) return id;
      } catch (error) {
        // The page on which the element was found is gone.
        if (!String(error).includes("stale") && !String(error).includes("no longer")) throw error;
      }
      if (Date.now() > until) throw new Error(`Nothing is at ${xpath} on:\n${await this.#text()}`);
      await rest(100);
    }
  }

  async #text(): Promise<string> {
    const [body] = await this.#all("//body");
    if (!body) return "";
    const { value } = await this.#ask<{ value: string }>("WebDriver:GetElementText", { id: body });
    return value;
  }

  /** Waits until the page contains these words. */
  async says(words: string): Promise<string> {
    const until = Date.now() + PATIENCE;
    for (;;) {
      const text = await this.#text().catch(() => "");
      if (text.replaceAll(/\s+/g, " ").includes(words)) return text;
      if (Date.now() > until) throw new Error(`“${words}” is not on the page:\n${text}`);
      await rest(100);
    }
  }

  /** Follows the link, or presses the button, that has these words. */
  async press(words: string, ...below: string[]) {
    const names = ["a", "button", "summary"].map((name) => `self::${name}`).join(" or ");
    const id = await this.#first(`${after(below)}*[${names}][${says(".", words)}]`);
    await this.#ask("WebDriver:ElementClick", { id });
  }

  /** Types into the field after a label, or chooses a file by its name. */
  async fill(label: string, value: string, ...below: string[]) {
    const id = await this.#first(`//*[@id = ${after(below)}label[${says(".", label)}]/@for]`);
    // This fails for a file field, in which there is nothing to clear.
    await this.#ask("WebDriver:ElementClear", { id }).catch(() => undefined);
    await this.#ask("WebDriver:ElementSendKeys", { id, text: value });
  }

  /** Ticks the first unticked box below these words. */
  async tick(below: string) {
    const isFree = async (id: string) => !(await this.#is("IsElementSelected", id));
    const id = await this.#first(`${after([below])}input[@type='checkbox']`, isFree);
    await this.#ask("WebDriver:ElementClick", { id });
  }

  close() {
    this.socket.destroy();
    this.program.kill();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const says = (what: string, words: string) => `contains(normalize-space(${what}), ${JSON.stringify(words)})`;

/** A path to whatever follows these words, which must come in this order. */
const after = (words: string[]) =>
  words.map((one) => `//*[text()[${says(".", one)}]]/following::`).join("descendant-or-self::") || "//";

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

async function connected(port: number): Promise<Socket> {
  const until = Date.now() + PATIENCE;
  for (;;) {
    const socket = await new Promise<Socket | null>((resolve) => {
      const one = connect(port, "127.0.0.1", () => resolve(one));
      one.once("error", () => resolve(null));
    });
    if (socket) return socket;
    if (Date.now() > until) throw new Error("Firefox does not answer");
    await rest(100);
  }
}
