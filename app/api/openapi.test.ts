import { Validator } from "@seriousme/openapi-schema-validator";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { FUNCTIONS } from "./functions.form.ts";
import { openApiDocument } from "./openapi.server.ts";

type Operation = {
  security?: unknown[];
  requestBody: { content: Record<string, { schema: z.core.JSONSchema.JSONSchema; example?: unknown }> };
};

const ORIGIN = "https://portal.example.org";
/** A time before the card of an example expires. */
const NOW = Date.UTC(2026, 0, 1);

const operationsOf = (document: Record<string, unknown>) =>
  Object.entries(document["paths"] as Record<string, { post: Operation }>).map(
    ([path, { post }]) => [path, post] as const,
  );

const payloadOf = (document: Record<string, unknown>, name: string) => {
  const [, operation] = operationsOf(document).find(([path]) => path === `/${name}`)!;
  return operation.requestBody.content["application/json"]!;
};

afterEach(() => {
  vi.doUnmock("./functions.form.ts");
  vi.resetModules();
});

test("the OpenAPI document is valid, and has every function and every way to sign in", async () => {
  const document = openApiDocument(ORIGIN);
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
  const paths = operationsOf(document).map(([path]) => path);
  expect(paths).toEqual([
    ...["getDecision", "triggerPayment", "acceptWaiver", "changeEmail", "getPassType"].map(
      (name) => `/${name}`,
    ),
    ...["signUp", "signInWithPassword", "lookup", "sendOobCode", "update", "resetPassword", "delete"].map(
      (name) => `/identitytoolkit.googleapis.com/v1/accounts:${name}`,
    ),
    "/securetoken.googleapis.com/v1/token",
  ]);
  for (const [path, { security }] of operationsOf(document)) {
    expect(security, path).toEqual(path.includes("/v1/") ? [] : undefined);
  }
});

test("the validator above can see a fault", async () => {
  const document = { ...openApiDocument(ORIGIN), paths: { getDecision: {} } };
  expect(await new Validator().validate(document)).toMatchObject({ valid: false });
});

test.each(Object.entries(FUNCTIONS))("%s accepts its own example", (name, { payload }) => {
  const { schema, example } = payloadOf(openApiDocument(ORIGIN), name);
  const envelope = z.fromJSONSchema(schema);
  expect(envelope.safeParse(example).error).toBeUndefined();
  expect(payload(NOW).safeParse((example as { data: unknown }).data).error).toBeUndefined();
  for (const wrong of [{}, { data: "text" }, { ...(example as object), more: 1 }]) {
    expect(envelope.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  }
});

test("the document changes with the schemas that check the payloads", async () => {
  const { getDecision } = FUNCTIONS;
  vi.resetModules();
  vi.doMock("./functions.form.ts", () => ({
    FUNCTIONS: {
      getDecision: { ...getDecision, payload: () => z.object({ year: z.int() }), example: { year: 2023 } },
    },
  }));
  const changed = await import("./openapi.server.ts");
  const { schema, example } = payloadOf(changed.openApiDocument(ORIGIN), "getDecision");
  expect(schema).toMatchObject({ properties: { data: { required: ["year"] } } });
  expect(example).toEqual({ data: { year: 2023 } });
});
