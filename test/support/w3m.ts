import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const NEEDED = ["w3m", "script"];
const PATIENCE = 20_000;
/** The keys that leave a prompt of w3m, and the keys that clear its text. */
const CANCEL = "\u0007";
const CLEAR = "\u0005\u0015";

const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The reason why this browser cannot be used on this machine; null if it can be used. */
export function missingForW3m(): string | null {
  const missing = NEEDED.find((name) => spawnSync("which", [name]).status !== 0);
  return missing ? `${missing} is not installed: apt-get install w3m` : null;
}

/**
 * The text browser w3m in a terminal of its own, controlled by keys. The text of a page is read from the file in which
 * the browser saves the page.
 */
export class W3m {
  readonly #folder = mkdtempSync(path.join(tmpdir(), "w3m-"));
  readonly #browser: ChildProcess;
  #saved = 0;

  private constructor(
    address: string,
    readonly proxy: Server,
  ) {
    const options = ["wrap_search=1", "confirm_qq=0", "accept_encoding=identity"];
    const command = `stty cols 100 rows 50; w3m -cookie ${options.map((option) => `-o ${option}`).join(" ")} ${address}`;
    this.#browser = spawn("script", ["-qfec", command, "/dev/null"], {
      env: { ...process.env, HOME: this.#folder, TERM: "xterm", LANG: "C.UTF-8", LC_ALL: "C.UTF-8" },
      stdio: ["pipe", "ignore", "ignore"],
    });
  }

  /**
   * The development server answers HTTP/1.0 requests in chunks, which w3m does not understand. So a proxy in between
   * collects the chunks.
   */
  static async open(origin: string): Promise<W3m> {
    const proxy = createServer((incoming, answer) => {
      const headers = { ...incoming.headers, host: new URL(origin).host };
      const asking = request(
        origin + incoming.url,
        { method: incoming.method, headers },
        async (answered) => {
          const parts: Buffer[] = [];
          for await (const part of answered) parts.push(part as Buffer);
          const body = Buffer.concat(parts);
          const { "transfer-encoding": _, location, ...others } = answered.headers;
          const here = location?.replace(origin, `http://${incoming.headers.host}`);
          answer.writeHead(answered.statusCode!, {
            ...others,
            ...(here && { location: here }),
            "content-length": body.length,
          });
          answer.end(body);
        },
      );
      incoming.pipe(asking);
    });
    await new Promise<void>((ready) => proxy.listen(0, "127.0.0.1", ready));
    return new W3m(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`, proxy);
  }

  async #keys(...keys: string[]) {
    for (const key of keys) {
      this.#browser.stdin!.write(key);
      await rest(150);
    }
  }

  /** The text of the present page; empty while the page is loading, because keys would be lost then. */
  async #text(): Promise<string> {
    this.#saved += 1;
    const file = path.join(this.#folder, `page-${this.#saved}.txt`);
    await this.#keys(CANCEL, "S", CLEAR, `${file}\r`);
    for (let waited = 0; waited < 1_000 && !existsSync(file); waited += 100) await rest(100);
    await rest(100);
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  }

  /** Waits until the page contains these words. */
  async says(words: string): Promise<string> {
    const until = Date.now() + PATIENCE;
    for (;;) {
      const text = await this.#text();
      if (text.replaceAll(/\s+/g, " ").includes(words)) return text;
      if (Date.now() > until) throw new Error(`“${words}” is not on the page:\n${text}`);
    }
  }

  /** Puts the cursor on the first place with these words, after the last of the words in `below`. */
  async #find(words: string, below: string[] = []) {
    await this.#keys("g");
    for (const step of [...below, words])
      await this.#keys("/", `${step.replaceAll(/[.*?()[\]+$^\\]/g, "\\$&")}\r`);
  }

  /** Follows the link, or presses the button, that has these words. */
  async press(words: string, ...below: string[]) {
    await this.#find(words, below);
    await this.#keys("\r");
  }

  /** Types into the field after a label. For a file, the browser asks for the file's name. */
  async fill(label: string, value: string, ...below: string[]) {
    await this.#find(label, below);
    await this.#keys("\t", "\r", CLEAR, `${value}\r`);
  }

  /** Ticks the first unticked box below these words. */
  async tick(below: string) {
    await this.#find("[ ]", [below]);
    // The cursor must be on the text inside the box, because only that can be pressed.
    await this.#keys("l", "\r");
  }

  close() {
    this.#browser.stdin!.write("q");
    this.#browser.kill();
    this.proxy.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
