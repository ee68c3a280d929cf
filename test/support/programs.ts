import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { openSession } from "~/accounts/sessions.server.ts";
import { accountOf } from "~/accounts/users.server.ts";
import type { FunctionName } from "~/api/functions.form.ts";
import { signIdToken } from "~/api/id-tokens.server.ts";
import { readConfig } from "~/platform/config.server.ts";
import { ORIGIN } from "./browser.ts";
import { answerWith } from "./worker.ts";

/** An address for each route that answers programs. */
export const FUNCTION_ROUTES = {
  "routes/getDecision": "/getDecision",
  "routes/triggerPayment": "/triggerPayment",
  "routes/acceptWaiver": "/acceptWaiver",
  "routes/changeEmail": "/changeEmail",
  "routes/getPassType": "/getPassType",
};
export const ACCOUNT_ROUTES = {
  "routes/identitytoolkit[.]googleapis[.]com.v1.$operation":
    "/identitytoolkit.googleapis.com/v1/accounts:signUp",
  "routes/securetoken[.]googleapis[.]com.v1.token": "/securetoken.googleapis.com/v1/token",
};

export const SIGN_UP = "/identitytoolkit.googleapis.com/v1/accounts:signUp";
export const SIGN_IN = "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword";
export const LOOKUP = "/identitytoolkit.googleapis.com/v1/accounts:lookup";
export const SEND_MAIL = "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode";
export const UPDATE = "/identitytoolkit.googleapis.com/v1/accounts:update";
export const RESET = "/identitytoolkit.googleapis.com/v1/accounts:resetPassword";
export const DELETE = "/identitytoolkit.googleapis.com/v1/accounts:delete";
export const REFRESH = "/securetoken.googleapis.com/v1/token";

type Init = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };

/** The answer to a program. `text` is the answer as it arrived, and `body` is its content. */
// biome-ignore lint/suspicious/noExplicitAny: each test reads those parts of the content that it expects.
export type Answer = { status: number; headers: Headers; text: string; body: any };

/** A client without cookies, signed in or not. The whole Worker answers, including the guard. */
export class Program {
  constructor(
    readonly idToken: string | null = null,
    readonly refreshToken = "",
    /** The IP address from which the program calls. */
    readonly network = "",
  ) {}

  /** The Worker that answers; a test may replace it by one with other variables. */
  send = (request: Request): Promise<Response> => answerWith({}, request);

  async fetch(path: string, init: Init = {}): Promise<Response> {
    const headers = {
      "Content-Type": "application/json",
      Authorization: this.idToken === null ? "" : `Bearer ${this.idToken}`,
      "CF-Connecting-IP": this.network,
      ...init.headers,
    };
    const request = new Request(new URL(path, ORIGIN), {
      method: "POST",
      redirect: "manual",
      ...init,
      // A test can leave out a header by making it empty.
      headers: Object.entries(headers).filter(([, value]) => value !== ""),
    });
    return this.send(request);
  }

  /** Sends a body to an address as JSON, and returns the answer. */
  async post(path: string, body: unknown, init: Init = {}): Promise<Answer> {
    return read(await this.fetch(path, { ...init, body: JSON.stringify(body) }));
  }

  call(name: FunctionName, data: unknown = null): Promise<Answer> {
    return this.post(`/${name}`, { data });
  }

  /** Asks for a new ID token, as a client in a page does. */
  async refresh(token = this.refreshToken): Promise<Answer> {
    return read(
      await this.fetch(REFRESH, {
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: token }),
      }),
    );
  }
}

/** A program in which somebody is signed in. No password is hashed for this. */
export async function programAs(uid: string): Promise<Program> {
  const db = connect(env.DB, newMeter());
  const [user] = await db.select().from(users).where(eq(users.uid, uid));
  const session = await openSession(db, user!, "program", { device: "A program", network: "test" });
  if ("refused" in session) throw new Error(session.refused);
  const idToken = await signIdToken(readConfig(env), ORIGIN, accountOf(user!), session);
  return new Program(idToken, session.secret);
}

/**
 * Reads an answer, which is JSON or the only event of a stream. Checks the headers that every answer to a program must
 * have.
 */
export async function read(response: Response, vary = "Origin"): Promise<Answer> {
  expect(response.headers.get("Vary")).toBe(vary);
  const text = await response.text();
  const { headers, status } = response;
  expect(Object.fromEntries(headers)).toMatchObject({
    "cache-control": "private, no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
  });
  expect(headers.getSetCookie()).toEqual([]);
  if (headers.get("Content-Type") === "text/event-stream") {
    const [, json = ""] = /^data: (.*)\n\n$/.exec(text) ?? [];
    return { status, headers, text, body: JSON.parse(json) };
  }
  expect(headers.get("Content-Type")).toMatch(/^application\/json\b/);
  return { status, headers, text, body: JSON.parse(text) };
}

/** The content of a token as clients read it. The signature is not checked. */
export function claimsIn(idToken: string): Record<string, unknown> {
  const [, payload = ""] = idToken.split(".");
  return JSON.parse(
    new TextDecoder().decode(Uint8Array.from(atob(fromUrl(payload)), (c) => c.charCodeAt(0))),
  );
}

const fromUrl = (text: string) => text.replaceAll("-", "+").replaceAll("_", "/");
