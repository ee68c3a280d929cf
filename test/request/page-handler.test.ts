import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createRequestHandler } from "@remix-run/cloudflare";
import { expect, test, vi } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import * as build from "#server-build";
import { readConfig } from "~/platform/config.server.ts";
import type { Env } from "~/platform/context.server.ts";
import { createContext } from "~/request/build-context.server.ts";
import { withRouteEntries } from "~/request/route-entries.server.ts";
import { requestHandler } from "~/request/routing.server.ts";
import { Browser, signedIn } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { row, run } from "../support/storage.ts";

const whole = withRouteEntries(build);
const HANDLERS = { ours: requestHandler(whole), remix: createRequestHandler(whole, "production") };

/** A browser whose requests go directly to one of the two handlers. */
function answeredBy(handle: (typeof HANDLERS)["ours"], cookies: Browser["cookies"]): Browser {
  const browser = new Browser();
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  browser.send = (request) =>
    handle(
      request,
      createContext({
        env: env as Env,
        config: readConfig(env as Env),
        request,
        execution: createExecutionContext(),
        pictures: { convert: async () => null },
        handle: HANDLERS.ours,
        requestId: "the-same",
      }),
    );
  return browser;
}

/** The address of every page, unless the address contains a parameter. */
const addresses = Object.values(build.routes).flatMap((route) => {
  const path: string[] = [];
  for (let at: string | undefined = route!.id; at; at = build.routes[at]!.parentId)
    path.unshift(build.routes[at]!.path ?? "");
  const address = `/${path.filter(Boolean).join("/")}`;
  return route!.module.default && !/[:*]/.test(address) && address !== "/logout" ? [address] : [];
});

const { id: payment } = await row<{ id: string }>(
  "SELECT id FROM payments WHERE delegate_uid = ?",
  demoUid("gold"),
);
const NAMED = [
  ...[`/payment/${payment}`, `/payment/${payment}/receipt`, "/payment/none", "/plus/video/none", "/none"],
  ...["/?form=create", "/?index", "/?notice=sent", "/admin/delegates?search=ma", "/admin/release/none"],
];

/** The empty place after the end of the page, where Remix would put the page's data as a stream. */
const PLACE_OF_STREAM = "<!--$--><!--/$-->";

/** The text without what differs by chance: nonces, tokens of forms, and ids that are made for the page. */
const settled = (text: string) => text.replace(PLACE_OF_STREAM, "").replaceAll(/[\w-]{20,}/g, "…");

test.each([
  null,
  "draft",
  "accepted",
  "gold",
  "subscriber",
  "reviewer",
  "director",
] as const)("every page is for %s, byte by byte, what Remix's own handler makes of it", {
  timeout: 120_000,
}, async (who) => {
  await stopClockAt("2022-12-17T15:00:00Z");
  const { cookies } = who ? await signedIn(who) : new Browser();
  const pages = [...new Set([...addresses, ...NAMED])];
  expect(pages.length).toBeGreaterThan(60);
  for (const method of ["GET", "HEAD"]) {
    for (const path of method === "GET" ? pages : ["/", "/decision", "/none"]) {
      const [ours, remix] = await Promise.all(
        [HANDLERS.ours, HANDLERS.remix].map(async (handle) => {
          const response = await answeredBy(handle, cookies).send(
            new Request(`https://portal.test${path}`, {
              method,
              headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
            }),
          );
          const headers = [...response.headers].map(([name, value]) => [name, settled(value)]);
          return [response.status, headers, settled(await response.text())];
        }),
      );
      expect(ours, `${method} ${path}`).toEqual(remix);
    }
  }
  await restoreClock();
});

test("a bug in a loader is logged once, and its page tells nothing of it", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { cookies } = await signedIn("accepted");
  await run("ALTER TABLE acceptances RENAME TO acceptances_away");
  try {
    const answers: [number, string][] = [];
    for (const handle of [HANDLERS.ours, HANDLERS.remix]) {
      const response = await answeredBy(handle, cookies).get("/decision");
      answers.push([response.status, settled(await response.text())]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]![0]).toBe(500);
    expect(answers[0]![1]).not.toContain("acceptances");
    expect(log).toHaveBeenCalledTimes(2);
  } finally {
    await run("ALTER TABLE acceptances_away RENAME TO acceptances");
    log.mockRestore();
  }
});

test("a refused form has the layout around its sentence", async () => {
  const { cookies } = await signedIn("director");
  const browser = answeredBy(HANDLERS.ours, cookies);
  const refused = await browser.post("/admin/release/none", { intent: "release" });
  const text = await refused.text();
  expect(refused.status).toBe(404);
  expect(text).toContain("director@hpair.example");
  expect(text).toContain('href="/admin/manage-staff"');
  // A visitor who is not signed in gets the layout as well, with a way to log in.
  const signedOut = await answeredBy(HANDLERS.ours, new Map()).post("/admin/release/none", {
    intent: "release",
  });
  expect([signedOut.status, (await signedOut.text()).includes("<footer")]).toEqual([401, true]);
});

test("a layout that cannot be loaded does not hide why a form was refused", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await run("ALTER TABLE notifications RENAME TO notifications_away");
  try {
    const { cookies } = await signedIn("director");
    const refused = await answeredBy(HANDLERS.ours, cookies).post("/admin/release/none", {
      intent: "release",
    });
    expect([refused.status, (await refused.text()).includes("<main")]).toEqual([404, true]);
  } finally {
    await run("ALTER TABLE notifications_away RENAME TO notifications");
    log.mockRestore();
  }
});
