import { env } from "cloudflare:workers";
import { demoUid } from "#db/seed/demo.ts";
import { sessionHash } from "~/accounts/sessions.server.ts";
import { sessionEnd } from "~/accounts/sessions.ts";
import { newSecret } from "~/platform/ids.server.ts";
import { formsIn } from "./page.ts";
import { type Page as VisitedPage, Visitor } from "./visitor.ts";
import { answerWith } from "./worker.ts";

export const ORIGIN = "http://portal.test";

/** A visitor of the portal for tests that run in workerd. The whole Worker answers, including the guard. */
export class Browser extends Visitor {
  /** @param network the IP address from which the visitor comes. */
  constructor(network?: string) {
    super({ origin: ORIGIN, send: (request) => answerWith({}, request), read: formsIn }, network);
  }
}

export type Page = VisitedPage;

/** A browser in which a demo account ("signed", "director") is signed in. No password is hashed for this. */
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
