import { env, exports } from "cloudflare:workers";
import { demoUid } from "#db/demo.ts";
import { fingerprint, newSecret } from "~/ids.server.ts";

export const ORIGIN = "http://portal.test";

type Fields = Record<string, string> | [string, string][];
type Init = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };

/**
 * A visitor without JavaScript: keeps cookies, follows nothing by itself, posts forms from the same
 * origin. The whole Worker answers, guard included.
 */
export class Browser {
  readonly cookies = new Map<string, string>();

  async fetch(path: string, init: Init = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const request = new Request(new URL(path, ORIGIN), {
      redirect: "manual",
      ...init,
      headers: { "Sec-Fetch-Site": "same-origin", ...(cookie && { Cookie: cookie }), ...init.headers },
    });
    const response = await exports.default.fetch(request);
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
}

/** A browser in which a demo account ("signed", "director") is signed in, without a password's cost. */
export async function signedIn(account: string): Promise<Browser> {
  return signedInAs(demoUid(account));
}

export async function signedInAs(uid: string): Promise<Browser> {
  const secret = newSecret();
  const now = Date.now();
  await env.DB.prepare(
    "INSERT INTO sessions (id_hash, uid, authenticated_at, created_at, expires_at) VALUES (?, ?, ?, ?, ?)",
  )
    .bind(fingerprint(secret), uid, now, now, now + 3_600_000)
    .run();
  const browser = new Browser();
  // Remix writes a cookie's value as base64 of its JSON.
  browser.cookies.set("session", encodeURIComponent(btoa(JSON.stringify(secret))));
  return browser;
}

/** What a page says, tags and entities gone. */
export async function textOf(response: Response): Promise<string> {
  const html = await response.text();
  return html
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ");
}
