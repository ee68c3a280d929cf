import { env } from "cloudflare:workers";
import { demoUid } from "#db/seed/demo.ts";
import { sessionHash } from "~/accounts/sessions.server.ts";
import { sessionEnd } from "~/accounts/sessions.ts";
import { newSecret } from "~/platform/ids.server.ts";
import { type Form, formsIn, wordsOf } from "./page.ts";
import { answerWith } from "./worker.ts";

export const ORIGIN = "http://portal.test";

type Fields = Record<string, string> | [string, string][];
type Init = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };

/**
 * A visitor without JavaScript: keeps cookies, follows nothing by itself, posts forms from the same
 * origin. The whole Worker answers, guard included.
 */
export class Browser {
  readonly cookies = new Map<string, string>();

  /** @param network the address the visitor comes from. */
  constructor(readonly network?: string) {}

  async fetch(path: string, init: Init = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = {
      Accept: "text/html,application/xhtml+xml,*/*;q=0.8",
      "Sec-Fetch-Site": "same-origin",
      Cookie: cookie,
      "CF-Connecting-IP": this.network ?? "",
      ...init.headers,
    };
    const request = new Request(new URL(path, ORIGIN), {
      redirect: "manual",
      ...init,
      // A test leaves one out by making it empty.
      headers: Object.entries(headers).filter(([, value]) => value !== ""),
    });
    const response = await this.send(request);
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const split = pair.indexOf("=");
      if (/max-age=0/i.test(line)) this.cookies.delete(pair.slice(0, split));
      else this.cookies.set(pair.slice(0, split), pair.slice(split + 1));
    }
    return response;
  }

  /** The Worker that answers; a test may put one with other variables here. */
  send = (request: Request): Promise<Response> => answerWith({}, request);

  get(path: string, init?: Init) {
    return this.fetch(path, init);
  }

  post(path: string, fields: Fields, init: Init = {}) {
    return this.fetch(path, { ...init, method: "POST", body: new URLSearchParams(fields) });
  }

  upload(path: string, fields: Record<string, string | File>) {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return this.fetch(path, { method: "POST", body });
  }

  /** A page to read and to press buttons on. */
  async open(path: string): Promise<Page> {
    return this.#shown(path, await this.get(path));
  }

  /** What a person sees after pressing a form's button, redirects not followed. */
  async submit(path: string, fields: [string, string][]): Promise<Page> {
    return this.#shown(path, await this.post(path, fields), fields);
  }

  async #shown(path: string, response: Response, posted?: [string, string][]): Promise<Page> {
    const html = await response.text();
    return new Page(this, path, response, html, await formsIn(html), posted);
  }
}

/** One answer as a browser shows it. */
export class Page {
  constructor(
    readonly browser: Browser,
    readonly path: string,
    readonly response: Response,
    readonly html: string,
    readonly forms: Form[],
    readonly posted?: [string, string][],
  ) {}

  get status() {
    return this.response.status;
  }

  get location() {
    return this.response.headers.get("Location");
  }

  /** What it says, without tags. */
  get text() {
    return wordsOf(this.html);
  }

  /** The form with this button, by its whole words or a pattern of them. */
  form(button: string | RegExp): Form {
    const found = this.forms.find(({ buttons }) => buttons.some(named(button)));
    if (!found) throw new Error(`No button "${button}" on ${this.path} (${this.status}): ${this.text}`);
    return found;
  }

  has(button: string | RegExp): boolean {
    return this.forms.some(({ buttons }) => buttons.some(named(button)));
  }

  /** Fills in and presses; the form's other fields go along as they stand. */
  press(button: string | RegExp, filledIn: Record<string, string> = {}): Promise<Page> {
    const { action, fields, buttons } = this.form(button);
    const { name, value } = buttons.find(named(button))!;
    const kept = fields.filter(([field]) => !(field in filledIn));
    const pressed: [string, string][] = name ? [[name, value]] : [];
    return this.browser.submit(action || this.path, [...kept, ...Object.entries(filledIn), ...pressed]);
  }

  /** Goes where a redirect leads; after 307 and 308 it posts the same again. */
  follow(): Promise<Page> {
    if (!this.location) throw new Error(`${this.path} answered ${this.status}: ${this.text}`);
    const again = this.status === 307 || this.status === 308;
    return again && this.posted
      ? this.browser.submit(this.location, this.posted)
      : this.browser.open(this.location);
  }
}

const named =
  (button: string | RegExp) =>
  ({ text }: { text: string }) =>
    typeof button === "string" ? text === button : button.test(text);

/** A browser in which a demo account ("signed", "director") is signed in, without a password's cost. */
export async function signedIn(account: string): Promise<Browser> {
  return signedInAs(demoUid(account));
}

export async function signedInAs(uid: string): Promise<Browser> {
  const secret = newSecret();
  const now = Date.now();
  const admin = await env.DB.prepare("SELECT admin FROM users WHERE uid = ?").bind(uid).first("admin");
  await env.DB.prepare(
    "INSERT INTO sessions (id_hash, uid, authenticated_at, created_at, expires_at) VALUES (?, ?, ?, ?, ?)",
  )
    .bind(sessionHash("browser", secret), uid, now, now, sessionEnd({ admin: admin === 1 }, now, now))
    .run();
  const browser = new Browser();
  // Remix writes a cookie's value as base64 of its JSON.
  browser.cookies.set("session", encodeURIComponent(btoa(JSON.stringify(secret))));
  return browser;
}
