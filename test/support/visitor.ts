import { type Form, wordsOf } from "./page.ts";

type Fields = Record<string, string> | [string, string][];
type Init = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };

/** The surroundings of a visitor: the Worker that answers, and the function that finds the forms of a page. */
export type Place = {
  origin: string;
  send(request: Request): Promise<Response>;
  read(html: string): Promise<Form[]>;
};

/**
 * A visitor without JavaScript: keeps cookies, does not follow redirects automatically, and posts forms from the same
 * origin.
 */
export class Visitor {
  readonly cookies = new Map<string, string>();

  /** The Worker that answers; a test may replace it by one with other variables. */
  send: Place["send"];

  /** @param network the IP address from which the visitor comes. */
  constructor(
    private readonly place: Place,
    readonly network?: string,
  ) {
    this.send = place.send;
  }

  async fetch(path: string, init: Init = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = {
      Accept: "text/html,application/xhtml+xml,*/*;q=0.8",
      "Sec-Fetch-Site": "same-origin",
      Cookie: cookie,
      "CF-Connecting-IP": this.network ?? "",
      ...init.headers,
    };
    const request = new Request(new URL(path, this.place.origin), {
      redirect: "manual",
      ...init,
      // A test can leave out a header by making it empty.
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

  /** Opens a page, and returns it with its text and its buttons. */
  async open(path: string): Promise<Page> {
    return this.#shown(path, await this.get(path));
  }

  /** Posts a form, and returns what a person sees next. Redirects are not followed. */
  async submit(path: string, fields: [string, string][]): Promise<Page> {
    return this.#shown(path, await this.post(path, fields), fields);
  }

  async #shown(path: string, response: Response, posted?: [string, string][]): Promise<Page> {
    const html = await response.text();
    return new Page(this, path, response, html, await this.place.read(html), posted);
  }
}

/** The HTML without the demo's strip, which shows the minute: a minute may end between two pages that are compared. */
export const withoutMinute = (html: string) => html.replace(/<aside class="demo".*?<\/aside>/s, "");

/** One answer as a browser shows it. */
export class Page {
  constructor(
    readonly browser: Visitor,
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

  /** The text of the page, without tags and without the minute. */
  get text() {
    return wordsOf(withoutMinute(this.html));
  }

  /** The form that has this button, which is found by its whole label or by a pattern. */
  form(button: string | RegExp): Form {
    const found = this.forms.find(({ buttons }) => buttons.some(named(button)));
    if (!found) throw new Error(`No button "${button}" on ${this.path} (${this.status}): ${this.text}`);
    return found;
  }

  has(button: string | RegExp): boolean {
    return this.forms.some(({ buttons }) => buttons.some(named(button)));
  }

  /** Fills in fields and presses a button. The other fields of the form keep their values. */
  press(button: string | RegExp, filledIn: Record<string, string> = {}): Promise<Page> {
    const { action, fields, buttons } = this.form(button);
    const { name, value } = buttons.find(named(button))!;
    const kept = fields.filter(([field]) => !(field in filledIn));
    const pressed: [string, string][] = name ? [[name, value]] : [];
    return this.browser.submit(action || this.path, [...kept, ...Object.entries(filledIn), ...pressed]);
  }

  /** Follows a redirect; after 307 and 308, it posts the same fields again. */
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
