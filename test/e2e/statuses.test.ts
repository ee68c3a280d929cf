import path from "node:path";
import { expect } from "@playwright/test";
import { STATUS, type Status, statusOf } from "../../app/api/callable.server.ts";
import { quietEnv, root } from "../../scripts/env.mjs";
import { CLIENTS, connect, errorOf } from "./firebase.ts";
import { test } from "./support.ts";

// Tests the whole table of the specification's section 8, although the portal sends only a part of it. The tests check
// what the portal's helper makes of each name, and what the clients make of the answer.

const ERRORS = Object.keys(STATUS).filter((name) => name !== "OK") as Exclude<Status, "OK">[];

/** The code that a client reports for a status without a body. */
const BY_NUMBER: Record<number, string> = {
  400: "invalid-argument",
  401: "unauthenticated",
  402: "unknown",
  403: "permission-denied",
  404: "not-found",
  409: "aborted",
  418: "unknown",
  429: "resource-exhausted",
  499: "cancelled",
  500: "internal",
  501: "unimplemented",
  502: "unknown",
  503: "unavailable",
  504: "deadline-exceeded",
};

const NOT_AN_OBJECT = "Response is not valid JSON object.";
const NO_DATA = "Response is missing data field.";

let address = "";
let stop = async () => {};

test.beforeAll(async () => {
  Object.assign(process.env, quietEnv);
  const { unstable_startWorker } = await import("wrangler");
  const worker = await unstable_startWorker({
    name: "statuses",
    entrypoint: path.join(root, "test/support/status-worker.ts"),
    compatibilityDate: "2026-04-01",
    compatibilityFlags: ["nodejs_compat"],
    build: { tsconfig: path.join(root, "tsconfig.json") },
    dev: {
      watch: false,
      persist: false,
      logLevel: "error",
      inspector: false,
      server: { hostname: "127.0.0.1", port: 0 },
    },
  });
  address = (await worker.url).origin;
  stop = () => worker.dispose();
});

test.afterAll(() => stop());

test("the portal reads a number as the clients do", () => {
  for (const [http, name] of Object.entries(BY_NUMBER)) {
    expect(statusOf(Number(http)), http).toBe(name.toUpperCase().replaceAll("-", "_"));
  }
});

for (const client of CLIENTS) {
  const told = (message: string, http: number) => (client.suffix ? `${message} [${http}]` : message);
  const codeOf = (name: string) => `functions/${name.toLowerCase().replaceAll("_", "-")}`;

  test(`${client.name} understands every error by its name`, async () => {
    expect(ERRORS).toHaveLength(16);
    const { call } = await connect(client, address);
    for (const name of ERRORS) {
      expect(await errorOf(call(`error-${name}`)), name).toEqual({
        code: codeOf(name),
        message: told(`It is ${name}.`, STATUS[name]),
        details: { name },
      });
    }
  });

  test(`${client.name} understands a status by its number, and a missing answer`, async () => {
    const { call } = await connect(client, address);
    for (const [http, name] of Object.entries(BY_NUMBER)) {
      expect(await errorOf(call(`http-${http}`)), http).toEqual({
        code: `functions/${name}`,
        message: told(name, Number(http)),
        details: undefined,
      });
    }
    for (const [name, message] of [
      ["null", NOT_AN_OBJECT],
      ["markup", NOT_AN_OBJECT],
      ["empty", NOT_AN_OBJECT],
      ["object", NO_DATA],
      ["list", NO_DATA],
    ] as const) {
      expect(await errorOf(call(name)), name).toMatchObject({ code: "functions/internal", message });
    }
    for (const [name, data] of [
      ["data", "of data"],
      ["result", "of result"],
      ["both", "of data"],
    ] as const) {
      expect(await call(name)).toBe(data);
    }
    const nobody = await connect(client, "http://127.0.0.1:9");
    expect(await errorOf(nobody.call("getDecision"))).toMatchObject({
      code: "functions/internal",
      message: told("internal", 0),
    });
  });
}
