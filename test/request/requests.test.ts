import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createHash } from "node:crypto";
import { createRequestHandler } from "@remix-run/cloudflare";
import { afterEach, expect, test, vi } from "vitest";
import * as build from "#server-build";
import { apiMessages } from "~/api/messages.ts";
import { applicationMessages } from "~/applications/messages.ts";
import { picturesBy } from "~/library/picture-converter.server.ts";
import { pictureModules } from "~/library/picture-modules.server.ts";
import { readConfig } from "~/platform/config.server.ts";
import { createContext } from "~/request/build-context.server.ts";
import { FORM_CAP, JSON_CAP, UPLOAD_CAP } from "~/request/guard.server.ts";
import { requestMessages } from "~/request/messages.ts";
import { withRouteEntries } from "~/request/route-entries.server.ts";
import { messages } from "~/values/messages.ts";
import { Browser, ORIGIN, signedIn } from "../support/browser.ts";
import { delegate, PASSWORD } from "../support/people.ts";
import { ACCOUNT_ROUTES, FUNCTION_ROUTES } from "../support/programs.ts";
import { changingNothing, rows, run } from "../support/storage.ts";
import { answerWith, keepHouse, PRODUCTION } from "../support/worker.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/* ------------------------------------------------------------------ where a request comes from */

type Target = { path: string; body: (token?: string) => BodyInit };

const form = (fields: Record<string, string>) => (token?: string) =>
  new URLSearchParams({ ...fields, ...(token !== undefined && { formToken: token }) });

const DRAFT = form({ firstName: "Mei", version: "0" });

/** One address of each kind of request that changes something. */
const TARGETS: Target[] = [
  { path: "/application/about", body: DRAFT },
  { path: "/application/about?_data=routes%2F_delegate.application.%24section", body: DRAFT },
  { path: "/application/about/autosave", body: DRAFT },
  {
    path: "/application/documents?question=resume",
    body(token) {
      const body = new FormData();
      body.append("file", new File(["%PDF-1.7\n%%EOF\n"], "resume.pdf"));
      if (token !== undefined) body.append("formToken", token);
      return body;
    },
  },
  { path: "/?index", body: form({ account: "create", email: "cross@example.org", password: "mango tree" }) },
  { path: "/logout", body: form({}) },
];

/** The headers of browsers from before 2023. */
const NO_SITE = { "Sec-Fetch-Site": "" };

/** Headers of a request, and the form token that the request contains; "own" stands for the token of its cookie. */
const FOREIGN: [string, Record<string, string>, string?][] = [
  ["another site", { "Sec-Fetch-Site": "cross-site" }],
  ["a sibling site", { "Sec-Fetch-Site": "same-site" }],
  ["nowhere", { "Sec-Fetch-Site": "none" }],
  ["another site that claims our origin", { "Sec-Fetch-Site": "cross-site", Origin: ORIGIN }],
  ["another site that has the form token", { "Sec-Fetch-Site": "cross-site" }, "own"],
  ["an unknown kind of site", { "Sec-Fetch-Site": "same-origin, cross-site" }],
  ["another origin", { ...NO_SITE, Origin: "https://evil.example" }],
  ["another origin that has the form token", { ...NO_SITE, Origin: "https://evil.example" }, "own"],
  ["an opaque origin", { ...NO_SITE, Origin: "null" }],
  ["an origin that is not one", { ...NO_SITE, Origin: "][" }],
  ["a sibling origin", { ...NO_SITE, Origin: ORIGIN.replace("//", "//evil.") }],
  ["our host by another scheme", { ...NO_SITE, Origin: ORIGIN.replace("http:", "https:") }],
  ["our host at another port", { ...NO_SITE, Origin: `${ORIGIN}:8080` }],
  ["an origin that begins like ours", { ...NO_SITE, Origin: `${ORIGIN}.evil.example` }],
  [
    "another origin, with a forwarded host that matches it",
    { ...NO_SITE, Origin: "https://evil.example", "X-Forwarded-Host": "evil.example" },
  ],
  ["a browser that says nothing, without a form token", NO_SITE],
  ["a browser that says nothing, with a wrong form token", NO_SITE, "A".repeat(43)],
  ["a browser that says nothing, with an empty form token", NO_SITE, ""],
];

const OWN: [string, Record<string, string>, string?][] = [
  ["our origin by Sec-Fetch-Site", { "Sec-Fetch-Site": "same-origin" }],
  [
    "our origin by Sec-Fetch-Site, behind a proxy that changes the Origin",
    { "Sec-Fetch-Site": "same-origin", Origin: "null", "X-Forwarded-Host": "evil.example" },
  ],
  ["our origin by Origin", { ...NO_SITE, Origin: ORIGIN }],
  ["a browser that says nothing, with our form token", NO_SITE, "own"],
];

function send(browser: Browser, { path, body }: Target, headers: Record<string, string>, token?: string) {
  const held = JSON.parse(atob(decodeURIComponent(browser.cookies.get("form")!)));
  return browser.fetch(path, { method: "POST", headers, body: body(token === "own" ? held : token) });
}

test.each(FOREIGN)("a post from %s is refused and changes nothing", async (_, headers, token) => {
  const { browser } = await delegate();
  await browser.get("/");
  await changingNothing(async () => {
    for (const target of TARGETS) {
      const refused = await send(browser, target, headers, token);
      expect(refused.status, target.path).toBe(403);
      expect(await refused.text()).toContain(requestMessages.foreignRequest);
      expect(refused.headers.getSetCookie()).toEqual([]);
    }
  });
});

test.each(OWN)("a post from %s is accepted", async (_, headers, token) => {
  const { browser, uid } = await delegate();
  await browser.get("/");
  for (const target of TARGETS.slice(0, 3)) {
    await run("DELETE FROM answers WHERE uid = ?", uid);
    expect((await send(browser, target, headers, token)).status).toBeLessThan(400);
    expect(await rows("SELECT version FROM answers WHERE uid = ?", uid), target.path).toHaveLength(1);
  }
  await send(browser, TARGETS[3]!, headers, token);
  expect(await rows("SELECT id FROM documents WHERE uid = ?", uid)).toHaveLength(1);
  await send(browser, TARGETS[5]!, headers, token);
  expect(browser.cookies.has("session")).toBe(false);
  await send(browser, TARGETS[4]!, headers, token);
  const [created] = await rows<{ uid: string }>(
    "SELECT uid FROM users WHERE email_key = 'cross@example.org'",
  );
  for (const table of ["sessions", "tokens", "profiles", "users"]) {
    await run(`DELETE FROM ${table} WHERE uid = ?`, created!.uid);
  }
});

test("a form token is worth nothing without its cookie, and differs for each browser", async () => {
  const { browser } = await delegate();
  const page = await browser.open("/application/about");
  const fields = page.form("Save draft").fields;
  const token = fields.find(([name]) => name === "formToken")![1];
  expect(token).toMatch(/^[\w-]{43}$/);
  const other = await (await delegate()).browser.open("/application/about");
  expect(other.form("Save draft").fields).not.toContainEqual(["formToken", token]);
  // The token is in every form, and is the same on all pages.
  const again = await browser.open("/");
  for (const { fields } of again.forms) expect(fields).toContainEqual(["formToken", token]);
  browser.cookies.delete("form");
  const refused = await browser.fetch("/application/about", {
    method: "POST",
    headers: NO_SITE,
    body: new URLSearchParams(fields),
  });
  expect(refused.status).toBe(403);
});

/* ------------------------------------------------------------------ what a request consists of */

const routes = Object.values(build.routes).filter((route) => route !== undefined);

/** An address of each route that takes posts from pages. The addresses for programs are in support/programs.ts. */
const UNSAFE: Record<string, string> = {
  "routes/_delegate._index": "/?index",
  "routes/_delegate.application._index": "/application?index",
  "routes/_delegate.application.$section": "/application/about",
  "routes/application.$section.autosave": "/application/about/autosave",
  "routes/_delegate.application.check": "/application/check",
  "routes/_delegate.application.documents": "/application/documents?question=resume",
  "routes/_delegate.waiver": "/waiver",
  "routes/_delegate.register": "/register",
  "routes/_delegate.virtual-summit": "/virtual-summit",
  "routes/_delegate.register_.add-ons": "/register/add-ons",
  "routes/_delegate.virtual-summit_.add-ons": "/virtual-summit/add-ons",
  "routes/_delegate.register_.payer": "/register/payer",
  "routes/_delegate.virtual-summit_.payer": "/virtual-summit/payer",
  "routes/_delegate.paying": "/paying",
  "routes/_delegate.paying_.invoice": "/paying/invoice",
  "routes/_delegate.register_.invoice": "/register/invoice",
  "routes/_delegate.virtual-summit_.invoice": "/virtual-summit/invoice",
  "routes/_delegate.payment.$id_.invoice": "/payment/none/invoice",
  "routes/_admin.admin.payments.person.$uid_.desk": "/admin/payments/person/none/desk",
  "routes/_admin.admin.payments.bank": "/admin/payments/bank",
  "routes/_admin.admin.payments.invoices.$id": "/admin/payments/invoices/none",
  "routes/_admin.admin.payments.invoicing": "/admin/payments/invoicing",
  "routes/_admin.admin.door.practice": "/admin/door/practice",
  "routes/_admin.admin.door.$holding": "/admin/door/none",
  "routes/_admin.admin.door.sessions.$session": "/admin/door/sessions/none",
  "routes/door.$token": "/door/none",
  "routes/door.scans": "/door/scans",
  "routes/_delegate.letters._index": "/letters?index",
  "routes/_delegate.letters.visa": "/letters/visa",
  "routes/_admin.admin.delegates.$uid_.letters": "/admin/delegates/none/letters",
  "routes/_admin.staff.speakers.new": "/staff/speakers/new",
  "routes/_admin.staff.speakers.$id": "/staff/speakers/none",
  "routes/_admin.staff.videos.new": "/staff/videos/new",
  "routes/_admin.staff.videos.$id": "/staff/videos/none",
  "routes/_admin.staff.videos.categories": "/staff/videos/categories",
  "routes/_admin.staff.sorting": "/staff/sorting",
  "routes/notifications.$id.dismiss": "/notifications/none/dismiss",
  "routes/reset-password.$token": "/reset-password/none",
  "routes/revert-email.$token": "/revert-email/none",
  "routes/known-device.$token": "/known-device/none",
  "routes/unsubscribe.$token": "/unsubscribe/none",
  "routes/_delegate.decision": "/decision",
  "routes/_delegate.details": "/details",
  "routes/_delegate.change-email": "/change-email",
  "routes/_delegate.change-password": "/change-password",
  "routes/_delegate.devices": "/devices",
  "routes/_delegate.second-factor": "/second-factor",
  "routes/_delegate.mails._index": "/mails?index",
  "routes/_delegate.code": "/code",
  "routes/_admin.admin.manage-staff.second-factor": "/admin/manage-staff/second-factor",
  "routes/_programme.scheduling": "/scheduling",
  "routes/_programme.scheduling_.agenda": "/scheduling/agenda",
  "routes/_delegate.verify-email": "/verify-email",
  "routes/_delegate.verify-email_.$token": "/verify-email/none",
  "routes/_delegate.payment.$id": "/payment/none",
  "routes/_admin.admin.payments.$id": "/admin/payments/none",
  "routes/_delegate.payment.$id_.withdraw": "/payment/none/withdraw",
  "routes/_delegate.payment.$id_.exchange": "/payment/none/exchange",
  "routes/_delegate.payment.$id_.transfer": "/payment/none/transfer",
  "routes/_delegate.transfer.$id": "/transfer/none",
  "routes/_admin.admin.payments.person.$uid": "/admin/payments/person/none",
  "routes/_admin.admin.grants": "/admin/grants",
  "routes/_admin.admin.delegates.$uid": "/admin/delegates/none",
  "routes/_admin.admin.delegates.$uid_.correct": "/admin/delegates/none/correct",
  "routes/_admin.admin.delegates.$uid_.deadline": "/admin/delegates/none/deadline",
  "routes/_admin.admin.delegates.find": "/admin/delegates/find",
  "routes/_admin.admin.delegates.letters": "/admin/delegates/letters",
  "routes/_admin.admin.delegates.selection": "/admin/delegates/selection",
  "routes/_admin.admin.accounts.$uid": "/admin/accounts/none",
  "routes/_admin.admin.distribute-apps._index": "/admin/distribute-apps?index",
  "routes/_admin.admin.distribute-apps.$plan": "/admin/distribute-apps/none",
  "routes/_admin.admin.manage-staff._index": "/admin/manage-staff?index",
  "routes/_admin.admin.manage-staff.$uid": "/admin/manage-staff/none",
  "routes/invitation.$token": "/invitation/none",
  "routes/_admin.notifications._index": "/notifications?index",
  "routes/_admin.notifications.$id": "/notifications/none",
  "routes/_admin.admin.upload-decisions": "/admin/upload-decisions",
  "routes/_admin.admin.upload-decisions_.$id": "/admin/upload-decisions/none",
  "routes/admin.edition": "/admin/edition",
  "routes/_admin.admin.editions_.new": "/admin/editions/new",
  "routes/_admin.admin.editions_.$id": "/admin/editions/none",
  "routes/_admin.admin.editions_.$id_.$part": "/admin/editions/none/rounds",
  "routes/_admin.admin.editions_.$id_.questions_.$section": "/admin/editions/none/questions/about",
  "routes/_admin.admin.editions_.$id_.publish": "/admin/editions/none/publish",
  "routes/_admin.admin.handover._index": "/admin/handover?index",
  "routes/_admin.admin.handover.$plan": "/admin/handover/none",
  "routes/_admin.admin.release_.$round": "/admin/release/early",
  "routes/_admin.admin.mail": "/admin/mail",
  "routes/_admin.admin.mail_.decisions": "/admin/mail/decisions",
  "routes/_admin.admin.mail_.unreachable": "/admin/mail/unreachable",
  "routes/_admin.admin.scheduling.new": "/admin/scheduling/new",
  "routes/_admin.admin.scheduling.$id": "/admin/scheduling/none",
  "routes/_admin.admin.scheduling.rooms": "/admin/scheduling/rooms",
  "routes/_admin.admin.scheduling.import": "/admin/scheduling/import",
  "routes/_admin.admin.scheduling.import_.$plan": "/admin/scheduling/import/none",
  "routes/_admin.admin.scores": "/admin/scores",
  "routes/_admin.admin.waiting": "/admin/waiting",
  "routes/_admin.admin.subscriptions.$id": "/admin/subscriptions/none",
  "routes/_plus.plus.subscribe": "/plus/subscribe",
  "routes/_plus.plus.card": "/plus/card",
  "routes/_plus.plus.video.$id": "/plus/video/none",
  "routes/plus.video.$id.progress": "/plus/video/none/progress",
  // These routes read no body.
  "routes/logout": "/logout",
  "routes/_delegate.$": "/nowhere",
  "routes/dev.scheduled": "/dev/scheduled",
};
const BODILESS = ["/logout", "/nowhere", "/dev/scheduled"];
const FORM_ROUTES = Object.values(UNSAFE).filter((path) => !BODILESS.includes(path));
const PROGRAM_ROUTES = {
  ...FUNCTION_ROUTES,
  ...ACCOUNT_ROUTES,
  "routes/webhooks.authorize-net": "/webhooks/authorize-net",
  "routes/webhooks.resend": "/webhooks/resend",
};
const ALL_UNSAFE = [...Object.values(UNSAFE), ...Object.values(PROGRAM_ROUTES)];

test("every route that takes posts is tried below", () => {
  const taking = routes.filter(({ module }) => module.action).map(({ id }) => id);
  expect(Object.keys({ ...UNSAFE, ...PROGRAM_ROUTES }).sort()).toEqual(taking.sort());
});

const bytes = (length: number) => new Uint8Array(length).fill(97);
const FORM = "application/x-www-form-urlencoded";
const part = '--x\r\nContent-Disposition: form-data; name="firstName"\r\n\r\nMei\r\n';

const UNREADABLE: [string, string | null, BodyInit][] = [
  ["no content type", null, bytes(20)],
  ["plain text", "text/plain", "firstName=Mei"],
  ["JSON", "application/json", '{"firstName":"Mei"}'],
  ["a made-up type", "][;;", "firstName=Mei"],
  ["multipart without a boundary", "multipart/form-data", `${part}--x--\r\n`],
  ["multipart with another boundary", "multipart/form-data; boundary=y", `${part}--x--\r\n`],
  ["multipart that is cut short", "multipart/form-data; boundary=x", part.slice(0, 50)],
  ["multipart without its end", "multipart/form-data; boundary=x", part],
  ["multipart of nothing", "multipart/form-data; boundary=x", ""],
  ["a multipart part without a name", "multipart/form-data; boundary=x", "--x\r\n\r\nMei\r\n--x--\r\n"],
];

function postRaw(browser: Browser, path: string, type: string | null, body: BodyInit) {
  return browser.fetch(path, { method: "POST", body, headers: { ...(type && { "Content-Type": type }) } });
}

test.each(UNREADABLE)("a body of %s is a 400 with a sentence at every form", async (_, type, body) => {
  const { browser } = await delegate();
  await changingNothing(async () => {
    for (const path of FORM_ROUTES) {
      const refused = await postRaw(browser, path, type, body);
      expect(refused.status, path).toBe(400);
      expect(await refused.text(), path).toContain(messages.badRequest);
    }
  });
});

test.each([
  ["a form", FORM, FORM_CAP + 1],
  ["JSON", "application/json", JSON_CAP + 1],
  ["an upload", "multipart/form-data; boundary=x", UPLOAD_CAP + 1],
  ["an unknown type", "application/zip", 8_000_000],
])("a body of %s (%s) over %i bytes is a 413 with a sentence at every form", async (_, type, length) => {
  const { browser } = await delegate();
  await changingNothing(async () => {
    for (const path of FORM_ROUTES) {
      const refused = await postRaw(browser, path, type, bytes(length));
      expect(refused.status, path).toBe(413);
      const sentence = path.includes("documents") ? applicationMessages.fileTooLarge : messages.tooLarge;
      expect(await refused.text(), path).toContain(sentence);
    }
  });
});

test("a form that just fits is read, also when it does not say how long it is", async () => {
  const { browser, uid } = await delegate();
  const text = `motivation=${"a".repeat(FORM_CAP - "motivation=".length)}`;
  const body = new Response(text).body!;
  expect((await postRaw(browser, "/application/essays", FORM, body)).status).toBe(302);
  const [stored] = await rows<{ answers: string }>("SELECT answers FROM answers WHERE uid = ?", uid);
  expect(JSON.parse(stored!.answers).motivation).toHaveLength(FORM_CAP - "motivation=".length);
});

/** A body that breaks off: after some bytes the connection is gone. */
const brokenOff = () =>
  new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("firstName=")),
    pull: (controller) => controller.error(new Error("Network connection lost.")),
  });

test("a body that breaks off is a 400 with a sentence everywhere, changes nothing and is no fault", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { browser } = await delegate();
  await changingNothing(async () => {
    for (const path of ALL_UNSAFE) {
      const refused = await postRaw(browser, path, FORM, brokenOff());
      expect(refused.status, path).toBe(400);
      const forPrograms = Object.values<string>(PROGRAM_ROUTES).includes(path);
      expect(await refused.text(), path).toContain(
        forPrograms ? apiMessages.unreadableCall.slice(0, 36) : messages.badRequest,
      );
      expect(refused.headers.get("X-Request-Id"), path).toMatch(/^[a-z2-7]{20}$/);
      expect(refused.headers.get("X-Content-Type-Options"), path).toBe("nosniff");
    }
  });
  expect(log).not.toHaveBeenCalled();
});

test("a fault before the app runs is answered like any other", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const incoming = new Request(`${ORIGIN}/application/about`, { method: "POST", body: DRAFT() });
  const faulty = new Proxy(incoming, {
    get(target, name) {
      if (name === "body") throw new Error("This was not to be expected.");
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const answer = await answerWith({}, faulty);
  expect(answer.status).toBe(500);
  expect(await answer.text()).toContain(messages.serverFault);
  expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  const requestId = answer.headers.get("X-Request-Id");
  expect(log).toHaveBeenCalledOnce();
  expect(JSON.parse(String(log.mock.calls[0]))).toMatchObject({ requestId, path: "/application/about" });
});

test("a body that declares far too great a length is refused without being read", async () => {
  const pull = vi.fn((controller: ReadableStreamDefaultController) => controller.enqueue(bytes(65_536)));
  for (const [path, type, status] of [
    ["/application/about", FORM, 413],
    ["/getDecision", "application/json", 400],
  ] as const) {
    const { browser } = await delegate();
    const length = String(64 * 1024 * 1024 + 1);
    const refused = await browser.fetch(path, {
      method: "POST",
      headers: { "Content-Type": type, "Content-Length": length },
      body: new ReadableStream({ pull }, { highWaterMark: 0 }),
    });
    expect(refused.status, path).toBe(status);
    expect(await refused.text(), path).toContain(messages.tooLarge);
  }
  expect(pull).not.toHaveBeenCalled();
});

test.each([
  ["nothing", ""],
  ["broken escapes", "firstName=%zz&lastName=100%&%=%&version=0"],
  ["bytes that are not UTF-8", Uint8Array.of(0x66, 0x3d, 0xff, 0xfe, 0xc0, 0x80)],
  ["separators only", "&&==&=&"],
  ["ten thousand fields", "a=b&".repeat(10_000)],
  ["names of object parts", "__proto__=1&constructor=1&__proto__[x]=1&a[b][c]=1&toString.x=1&version=0"],
  ["NUL and control characters", "firstName=%00%1b%7f&version=0&email=%00&password=%00&account=sign-in"],
  ["surrogates alone", "firstName=%ED%A0%80&version=0"],
  ["numbers that are not numbers", "version=NaN&version=Infinity&total=NaN&intendedPassCost=-0"],
])("a form of %s breaks no route", async (_, body) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  for (const path of ALL_UNSAFE) {
    const { browser } = await delegate();
    const answer = await postRaw(browser, path, FORM, body);
    expect(answer.status, path).toBeLessThan(500);
    if (answer.status >= 400) expect((await answer.text()).length).toBeGreaterThan(20);
  }
  expect(log).not.toHaveBeenCalled();
});

test.each([
  "/%",
  "/%00",
  "/application/%00",
  "/%ff",
  "/%c0%af",
  "/documents/%",
  "/%E0%A4%A",
])("the path %s is a 400 with a sentence", async (path) => {
  for (const method of ["GET", "POST"]) {
    const refused = await new Browser().fetch(path, { method });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(messages.badRequest);
  }
});

test.each([
  `/${"a".repeat(16_000)}`,
  "/a/../../etc/passwd",
  "/%2e%2e/%2e%2e/etc/passwd",
  "/%252e%252e",
  "/documents/..%2f..%2fetc",
  "/İ",
  "/%F0%9F%8E%93",
  "/application/__proto__",
  "/payment/constructor",
  "/.env",
  "/nowhere.data",
])("the path %s leads nowhere", async (path) => {
  expect((await (await signedIn("new")).get(path)).status).toBe(404);
});

test.each([
  "/?index&index",
  "/?_data=",
  "/?_data=nothing",
  "/_root.data?_routes=nothing",
  "/?form=x&notice=__proto__",
])("the query of %s breaks nothing", async (path) => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect((await new Browser().get(path)).status).toBeLessThan(500);
  expect((await (await signedIn("new")).get(path)).status).toBeLessThan(500);
});

test("other methods are refused at every route, with the allowed ones named", async () => {
  const { browser } = await delegate();
  await changingNothing(async () => {
    for (const path of ["/decision", "/health", "/documents/x", ...Object.values(UNSAFE)]) {
      for (const method of ["PUT", "DELETE", "PATCH"]) {
        const refused = await browser.fetch(path, { method });
        expect([refused.status, refused.headers.get("Allow")], `${method} ${path}`).toEqual([
          405,
          "GET, HEAD, POST",
        ]);
        expect(await refused.text()).toContain(messages.methodNotAllowed);
      }
    }
    // Programs are answered in their own protocol: functions answer 400, and the addresses of accounts answer without
    // JSON.
    for (const method of ["PUT", "DELETE", "PATCH"]) {
      for (const path of Object.values(FUNCTION_ROUTES)) {
        const refused = await browser.fetch(path, { method });
        const told: unknown = await refused.json();
        const error = { status: "INVALID_ARGUMENT", message: messages.methodNotAllowed };
        expect([refused.status, told], `${method} ${path}`).toEqual([400, { error }]);
      }
      for (const path of Object.values(ACCOUNT_ROUTES)) {
        const refused = await browser.fetch(path, { method });
        expect([refused.status, await refused.text()]).toEqual([405, messages.methodNotAllowed]);
        expect(refused.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
      }
    }
  });
});

const OWN_POST = {
  method: "POST",
  body: new URLSearchParams(),
  headers: { "Sec-Fetch-Site": "same-origin" },
};

test("a post to a page that accepts none gets a 405 page", async () => {
  const { browser } = await delegate();
  for (const path of ["/decision/letter", "/payment-info", "/earlier", "/waiver/confirm"]) {
    const refused = await changingNothing(() => browser.submit(path, []));
    expect(refused.status, path).toBe(405);
    expect(refused.text).toContain(messages.methodNotAllowed);
    expect((await browser.fetch(path, OWN_POST)).headers.get("Allow"), path).toBe("GET, HEAD");
  }
});

test("what only takes posts says so", async () => {
  const { browser } = await delegate();
  for (const path of [
    "/application/about/autosave",
    "/webhooks/authorize-net",
    "/webhooks/resend",
    "/plus/video/x/progress",
  ]) {
    const refused = await browser.get(path);
    expect([refused.status, refused.headers.get("Allow")], path).toEqual([405, "POST"]);
  }
  const told = await new Browser().fetch(Object.values(ACCOUNT_ROUTES)[0]!, { method: "DELETE" });
  expect([told.status, told.headers.get("Allow")]).toEqual([405, "POST"]);
});

test("OPTIONS names the methods and does nothing", async () => {
  const { browser } = await delegate();
  await changingNothing(async () => {
    for (const path of ["/", "/decision", "/health", "/nowhere"]) {
      const answer = await browser.fetch(path, { method: "OPTIONS" });
      expect([answer.status, answer.headers.get("Allow")], path).toEqual([204, "GET, HEAD, POST, OPTIONS"]);
      expect(await answer.text()).toBe("");
    }
    for (const path of Object.values(FUNCTION_ROUTES)) {
      const answer = await browser.fetch(path, { method: "OPTIONS" });
      expect([answer.status, answer.headers.get("Allow")], path).toEqual([204, "POST, OPTIONS"]);
    }
  });
});

test("HEAD answers as GET does, without a body", async () => {
  const browser = await signedIn("goldplus");
  for (const path of ["/", "/decision", "/register", "/nowhere", "/health"]) {
    const [get, head] = [await browser.get(path), await browser.fetch(path, { method: "HEAD" })];
    expect([head.status, await head.text()]).toEqual([get.status, ""]);
  }
});

/* ------------------------------------------------------------------ what an answer carries */

const PAGE_CSP =
  /^default-src 'none'; script-src 'self'; style-src 'sha256-[\w+/=]{44}'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/;
/** The staff's pages link to a stylesheet of their own, and show documents in a frame. */
const STAFF_CSP =
  /^default-src 'none'; script-src 'self'; style-src 'self' 'sha256-[\w+/=]{44}'; frame-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/;
const BARE_CSP = /^default-src 'none'; frame-ancestors 'none'$/;

/** One answer of each kind, and its content security policy. */
const ANSWERS: [string, string, number, RegExp][] = [
  ["a page", "/payment-info", 200, PAGE_CSP],
  ["a page that does not exist", "/nowhere", 404, PAGE_CSP],
  ["a page of the staff that is refused", "/admin", 403, STAFF_CSP],
  ["the mailbox", "/dev/mailbox", 200, PAGE_CSP],
  ["a redirect", "/logout", 302, BARE_CSP],
  ["a refused file", "/documents/none", 404, BARE_CSP],
  ["the health check", "/health", 200, BARE_CSP],
  ["what the guard refuses", "/%", 400, BARE_CSP],
];

test.each(ANSWERS)("%s carries the headers of every answer", async (_, path, status, policy) => {
  const { browser } = await delegate();
  const answer = await browser.get(path);
  expect(answer.status).toBe(status);
  const headers = Object.fromEntries(answer.headers);
  expect(headers["content-security-policy"]).toMatch(policy);
  expect(headers).toMatchObject({
    "cache-control": "private, no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
  });
  expect(headers["vary"]).toContain("Cookie");
  expect(headers).not.toHaveProperty("strict-transport-security");
  expect(headers).not.toHaveProperty("access-control-allow-origin");
  expect(headers).not.toHaveProperty("x-powered-by");
  expect(headers["x-request-id"]).toMatch(/^[a-z2-7]{20}$/);
});

test("pages run no inline script and no inline style but the stylesheets, whose hashes they name", async () => {
  const [{ browser }, visitor] = [await delegate({ submittedAt: "2022-11-11T18:05:00Z" }), new Browser()];
  const goldplus = await signedIn("goldplus");
  const draft = await signedIn("draft");
  const pages = [
    await visitor.open("/"),
    await visitor.open("/application/about"),
    await visitor.open("/nowhere"),
    await browser.open("/waiver"),
    await (await signedIn("signed")).open("/register"),
    await goldplus.open("/payment-info"),
    await goldplus.open("/register"),
    await draft.open("/application/about"),
    await draft.open("/application/essays"),
    await draft.open("/application/scholarship"),
    await draft.open("/application/documents"),
    await draft.open("/application/check"),
    await visitor.submit("/?index", [["account", "create"]]),
  ];
  // These pages have styles of their own.
  const areas = [
    await goldplus.open("/scheduling"),
    await visitor.open("/scheduling"),
    await (await signedIn("subscriber")).open("/plus"),
  ];
  for (const { html, path, response } of [...pages, ...areas]) {
    const policy = response.headers.get("Content-Security-Policy")!;
    expect(policy, path).not.toMatch(/nonce|unsafe/);
    const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css!);
    const hasOwn =
      /^\/(scheduling|plus|register|waiver|application\/(about|essays|scholarship|check)|\?index)?$/.test(
        path,
      );
    expect(styles, path).toHaveLength(hasOwn ? 2 : 1);
    const hashes = styles.map((css) => `'sha256-${createHash("sha256").update(css).digest("base64")}'`);
    expect(policy).toContain(`style-src ${hashes.join(" ")};`);
    // A linked stylesheet would delay the first paint until the stylesheet has arrived.
    expect(html, path).not.toContain('rel="stylesheet"');
    expect(html, path).not.toMatch(/<[^>]+\sstyle=/i);
    expect(html, path).not.toMatch(/<[^>]+\son[a-z]+=/i);
    // The canonical address is the page's own address, and the browser fetches nothing from it.
    const fetching = html.replace(/<link rel="canonical" [^>]*>/, "");
    expect(fetching, path).not.toMatch(/\s(?:src|href)="(?:https?:)?\/\//);
    const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    for (const tag of scripts) {
      expect(tag).toMatch(/^<script type="module" async="" src="\/assets\/enhance-\w+-[0-9a-f]{10}\.js">$/);
    }
    expect(scripts.length).toBeLessThanOrEqual(1);
  }
});

test("only routes that ask for it hydrate: their scripts have a nonce, a new one each time", async () => {
  const id = "routes/_delegate.decision";
  const decision = build.routes[id]!;
  const hydrating: typeof build = {
    ...build,
    routes: {
      ...build.routes,
      [id]: { ...decision, module: { ...decision.module, handle: { hydrate: true } } },
    },
  };
  const { browser } = await delegate();
  const ask = async (version: typeof build) => {
    const handle = createRequestHandler(withRouteEntries(version), "production");
    browser.send = async (request) => {
      const context = createContext({
        env,
        config: readConfig(env),
        request,
        execution: createExecutionContext(),
        pictures: picturesBy(pictureModules),
        handle,
      });
      return handle(request, context);
    };
    const { html, response } = await browser.open("/decision");
    const policy = response.headers.get("Content-Security-Policy")!;
    const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    return { html, scripts, nonce: /'nonce-([\w-]{43})'/.exec(policy)?.[1] };
  };

  const plain = await ask(build);
  expect(plain.nonce).toBeUndefined();
  expect(plain.scripts).toHaveLength(1);
  expect(plain.html).not.toContain("__remixContext");

  const [first, second] = [await ask(hydrating), await ask(hydrating)];
  expect(first.nonce).toBeDefined();
  expect(first.nonce).not.toBe(second.nonce);
  expect(first.html).toContain("__remixContext");
  const inline = first.scripts.filter((tag) => !tag.includes(" src="));
  expect(inline.length).toBeGreaterThan(0);
  for (const tag of inline) expect(tag).toContain(`nonce="${first.nonce}"`);
});

test("cookies are for this origin and the server only; over https they say so in their names", async () => {
  const { email } = await delegate();
  const post = (origin: string) =>
    new Request(`${origin}/?index`, {
      method: "POST",
      headers: { "Sec-Fetch-Site": "same-origin" },
      body: new URLSearchParams({ account: "sign-in", email, password: PASSWORD }),
      redirect: "manual",
    });
  const shapeOf = (response: Response) =>
    Object.fromEntries(
      response.headers.getSetCookie().map((line) => {
        const [pair, ...attributes] = line.split("; ");
        const kept = attributes.filter((attribute) => !attribute.startsWith("Expires"));
        return [pair!.split("=")[0], kept.sort().join("; ")];
      }),
    );
  const days = (count: number) => `HttpOnly; Max-Age=${count * 86_400}; Path=/; SameSite=Lax`;
  const page = await answerWith({}, new Request(`${ORIGIN}/`));
  expect(shapeOf(page)).toEqual({ form: days(365) });
  expect(shapeOf(await answerWith({}, post(ORIGIN)))).toEqual({
    session: days(90),
    role: days(90),
    devices: days(365),
  });
  for (const answer of [
    await answerWith(PRODUCTION, post(PRODUCTION.ORIGIN)),
    await answerWith({}, post("https://portal.test")),
  ]) {
    expect(shapeOf(answer)).toEqual({
      "__Host-session": `${days(90)}; Secure`,
      "__Host-role": `${days(90)}; Secure`,
      "__Host-devices": `${days(365)}; Secure`,
    });
  }
});

/* ------------------------------------------------------------------ production */

const inProduction = (path: string, init?: RequestInit) =>
  answerWith(PRODUCTION, new Request(PRODUCTION.ORIGIN + path, { redirect: "manual", ...init }));

test("production asks for https, hides its mailbox and says nothing of its work", async () => {
  const home = await inProduction("/");
  expect(home.status).toBe(200);
  expect(home.headers.get("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
  expect(home.headers.has("Server-Timing")).toBe(false);
  expect(await home.text()).not.toContain("Demo data");
  for (const path of ["/dev/mailbox", "/dev/blocks", "/dev/anything"]) {
    const hidden = await inProduction(path);
    expect(hidden.status).toBe(404);
    expect(await hidden.text()).not.toMatch(/Mailbox|Building blocks/);
  }
  const own = { "Sec-Fetch-Site": "same-origin" };
  expect((await inProduction("/dev/scheduled", { method: "POST", headers: own })).status).toBe(404);
  expect(await (await inProduction("/health")).json()).toEqual({ ok: true });
  const deployed = { ...PRODUCTION, VERSION: { id: "the newest", tag: "", timestamp: "" } };
  const health = await answerWith(deployed, new Request(`${PRODUCTION.ORIGIN}/health`));
  expect(await health.json()).toEqual({ ok: true, version: "the newest" });
  // In production, too, only our own origin may post.
  const body = new URLSearchParams({ account: "forgot", email: "new@hpair.example" });
  for (const [origin, status] of [
    [PRODUCTION.ORIGIN, 302],
    ["https://evil.example", 403],
    [ORIGIN, 403],
  ] as const) {
    expect(
      (await inProduction("/?index", { method: "POST", body, headers: { Origin: origin } })).status,
    ).toBe(status);
  }
});

test("the demo's clock does not run in production", async () => {
  // The demo seed has left an offset of the clock behind. It makes no difference here.
  const page = await (await inProduction("/")).text();
  expect(page).not.toMatch(/\b1671\d{9}\b/);
});

test.each([
  ["https://portal.example.org:8443/"],
  ["https://www.portal.example.org/"],
  ["http://www.portal.example.org/"],
  ["https://evil.example/"],
  ["https://conference-portal.workers.dev/health"],
])("production does not answer at %s, and says where it is", async (address) => {
  for (const method of ["GET", "POST"]) {
    const answer = await answerWith(PRODUCTION, new Request(address, { method }));
    expect(answer.status).toBe(421);
    expect(await answer.text()).toContain(requestMessages.otherAddress(PRODUCTION.ORIGIN));
  }
});

const overHttp = (path: string, init?: RequestInit) =>
  answerWith(
    PRODUCTION,
    new Request(PRODUCTION.ORIGIN.replace("https:", "http:") + path, { redirect: "manual", ...init }),
  );

test.each([
  "/",
  "/decision?from=mail",
  "/calendar/AAAA.ics",
  "//evil.example/x",
  "/openapi.json",
])("production sends %s over http on to https", async (path) => {
  for (const method of ["GET", "HEAD"]) {
    const moved = await overHttp(path, { method });
    expect([moved.status, moved.headers.get("Location")]).toEqual([301, PRODUCTION.ORIGIN + path]);
    expect(await moved.text()).toBe("");
  }
});

test("a post over http is refused with the reason, which programs get in JSON", async () => {
  const sentence = requestMessages.httpsOnly(PRODUCTION.ORIGIN);
  await changingNothing(async () => {
    const page = await overHttp("/?index", {
      method: "POST",
      headers: { Origin: PRODUCTION.ORIGIN },
      body: new URLSearchParams({ account: "create", email: "http@example.org", password: "123456" }),
    });
    expect(page.status).toBe(421);
    expect(await page.text()).toContain(sentence);
    for (const method of ["GET", "POST"]) {
      const told = await overHttp("/getDecision", { method });
      expect([told.status, await told.json()]).toEqual([
        400,
        { error: { status: "INVALID_ARGUMENT", message: sentence } },
      ]);
    }
  });
});

const { ID_TOKEN_KEYS } = env;
const SECRETS = { SESSION_SECRET: "a secret of thirty-two characters or more", ID_TOKEN_KEYS };

test.each([
  ["a variable is missing", { ORIGIN: undefined }, ["ORIGIN"]],
  ["one is misspelt", { AUTHORIZE_NET_ENVIRONMENT: "live" }, ["AUTHORIZE_NET_ENVIRONMENT"]],
  [
    "three are wrong, each in its own way",
    { SESSION_SECRET: "too short", MAILER: "resend", MAIL_FROM: "nonsense" },
    ["SESSION_SECRET", "MAIL_FROM", "RESEND_API_KEY"],
  ],
])("no request is answered and no cron runs when %s", async (_, wrong, names) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const variables = { ...SECRETS, ...PRODUCTION, ...wrong };
  const ask = (path: string, init?: RequestInit) =>
    answerWith(variables, new Request(PRODUCTION.ORIGIN + path, init));
  const page = await ask("/");
  expect(page.status).toBe(503);
  expect(await page.text()).toContain(requestMessages.notSetUp);
  const told = await ask("/getDecision", { method: "POST" });
  const error = { status: "UNAVAILABLE", message: requestMessages.notSetUp };
  expect([told.status, await told.json()]).toEqual([503, { error }]);
  const checked = await ask("/health");
  expect([checked.status, await checked.json()]).toEqual([503, { ok: false, missing: "configuration" }]);
  for (const { headers } of [page, told, checked]) {
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("X-Request-Id")).toMatch(/^[a-z2-7]{20}$/);
  }
  await keepHouse(variables);
  expect(log).toHaveBeenCalledTimes(4);
  for (const [line, ...more] of log.mock.calls) {
    expect(more).toEqual([]);
    expect(line).toMatch(/^The Worker is not configured: [^\n]+$/);
    expect(line.match(/\b[A-Z][A-Z_]{4,}(?= (?:must|is missing))/g)).toEqual(names);
    expect(line).not.toContain("too short");
  }
});

test("the configuration: production unless told otherwise, no gateway unless named", () => {
  const [key] = JSON.parse(ID_TOKEN_KEYS).keys;
  expect(readConfig({ ...SECRETS, ORIGIN: "https://portal.example.org" })).toEqual({
    production: true,
    sessionSecret: SECRETS.SESSION_SECRET,
    ticketSecrets: [],
    idTokenKeys: [expect.objectContaining({ kid: key.kid, d: key.d })],
    origin: "https://portal.example.org",
    demo: false,
    payment: { gateway: "none", authorizeNet: null },
    cardEntry: { mode: "form" },
    mail: { provider: "none", replyTo: null },
    mailEventSecret: null,
    allowedOrigins: [],
    busyAfter: 150,
    stream: null,
  });
  const development = { ENVIRONMENT: "development", ...SECRETS, PAYMENT_GATEWAY: "simulator" };
  expect(readConfig({ ...development, DEMO_NOW: "2022-12-17T15:00:00Z" })).toEqual({
    production: false,
    sessionSecret: SECRETS.SESSION_SECRET,
    ticketSecrets: [],
    idTokenKeys: [expect.objectContaining({ kid: key.kid, d: key.d })],
    origin: null,
    demo: true,
    payment: { gateway: "simulator", authorizeNet: null },
    cardEntry: { mode: "form" },
    mail: { provider: "none", replyTo: null },
    mailEventSecret: null,
    allowedOrigins: [],
    busyAfter: Number.POSITIVE_INFINITY,
    stream: null,
  });
});

/* ------------------------------------------------------------------ faults */

test("a fault shows a sentence and a number, logs one line, and reveals nothing internal", async () => {
  const { browser, email } = await delegate();
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await run("ALTER TABLE answers RENAME TO answers_away");
  const pages = [
    await browser.open("/application"),
    await browser.submit("/application/about", [["firstName", "a secret answer"]]),
  ];
  await run("ALTER TABLE answers_away RENAME TO answers");
  for (const [index, page] of pages.entries()) {
    const requestId = page.response.headers.get("X-Request-Id")!;
    expect(page.status).toBe(500);
    expect(page.text).toContain("An unexpected error occurred (internal): ");
    expect(page.text).toContain(requestId);
    expect(page.html).not.toMatch(/no such table|sqlite|D1_|answers_away|\.ts:|at \w+ \(/i);
    const line = String(log.mock.calls[index]);
    expect(JSON.parse(line)).toMatchObject({ requestId, error: expect.stringContaining("no such table") });
    expect(line).not.toContain("a secret answer");
    expect(line).not.toContain(email);
  }
  expect(log).toHaveBeenCalledTimes(2);
  expect((await browser.open("/application")).status).toBe(200);
});

/* ------------------------------------------------------------------ health */

const health = async (changes = {}) => {
  const answer = await answerWith(changes, new Request(`${ORIGIN}/health`));
  return [answer.status, await answer.json()];
};

test.each([
  ["migrations", "ALTER TABLE d1_migrations RENAME TO away", "ALTER TABLE away RENAME TO d1_migrations"],
  ["migrations", "ALTER TABLE settings RENAME TO away", "ALTER TABLE away RENAME TO settings"],
  [
    "migrations",
    "UPDATE d1_migrations SET name = name || '?' WHERE id = (SELECT max(id) FROM d1_migrations)",
    "UPDATE d1_migrations SET name = replace(name, '?', '')",
  ],
  [
    "version",
    "INSERT INTO d1_migrations (name) VALUES ('0000_start.sql')",
    "DELETE FROM d1_migrations WHERE name = '0000_start.sql'",
  ],
  [
    "seed",
    "UPDATE settings SET key = 'away' WHERE key = 'currentConference'",
    "UPDATE settings SET key = 'currentConference' WHERE key = 'away'",
  ],
  [
    "seed",
    "UPDATE settings SET value = 'aconf_1900' WHERE key = 'currentConference'",
    "UPDATE settings SET value = 'aconf_2023' WHERE key = 'currentConference'",
  ],
])("health names what is missing: %s (%s)", async (missing, breaking, mending) => {
  expect(await health()).toEqual([200, { ok: true }]);
  await run(breaking);
  expect(await health()).toEqual([503, { ok: false, missing }]);
  await run(mending);
  expect(await health()).toEqual([200, { ok: true }]);
});

test("health says when the database does not answer", async () => {
  const DB = {
    prepare: () => {
      throw new Error("D1_ERROR: away");
    },
  };
  expect(await health({ DB })).toEqual([503, { ok: false, missing: "database" }]);
});
