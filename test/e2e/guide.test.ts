import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import * as z from "zod";
import { STATUS, type Status } from "../../app/api/callable.server.ts";
import { FUNCTIONS } from "../../app/api/functions.form.ts";
import { root } from "../../scripts/env.mjs";
import { newId, test } from "./support.ts";

// docs/programs.md and the OpenAPI document must be true, so their examples are run against the portal.

const guide = readFileSync(path.join(root, "docs/programs.md"), "utf8");
const PORTAL = "https://portal.example.org";

/**
 * Joins the guide's examples in one language into one program, because each example continues the previous one. Also
 * returns the output that the guide prints for them. In the program, the address of the portal under test replaces the
 * address in the guide.
 */
function examples(language: string, origin: string) {
  const blocks = guide.matchAll(
    new RegExp(
      `\`\`\`${language}\\n([\\s\\S]*?)\`\`\`\\n\\nprints\\n\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``,
      "g",
    ),
  );
  const [codes, outputs] = [...blocks].reduce<[string[], string[]]>(
    ([code, output], block) => [
      [...code, block[1]!],
      [...output, block[2]!.trim()],
    ],
    [[], []],
  );
  return { code: codes.join("\n").replaceAll(PORTAL, origin), output: outputs.join("\n") };
}

const run = promisify(execFile);

test("the examples for the Firebase client print what the guide says", async ({ origin }) => {
  const { code, output } = examples("js", origin);
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: root,
    env: { ...process.env, FORCE_COLOR: "0" },
  });
  expect(stdout.trim()).toBe(output);
});

const hasCurl = process.platform !== "win32" && spawnSync("curl", ["--version"]).status === 0;
if (hasCurl) {
  test("the examples for curl print what the guide says", async ({ origin }) => {
    const { code, output } = examples("sh", origin);
    const { stdout } = await run("sh", ["-c", code]);
    expect(stdout.trim()).toBe(output);
  });
}

test("the guide describes every function, its fields, and the status of each error", async ({ page }) => {
  const titles = [...guide.matchAll(/^### (.*)$/gm)].map(([, title]) => title!);
  expect(titles.toSorted()).toEqual(Object.keys(FUNCTIONS).toSorted());
  const [, payment] = /### triggerPayment[\s\S]*?```json\n([\s\S]*?)```/.exec(guide)!;
  expect(JSON.parse(payment!)).toEqual(FUNCTIONS.triggerPayment.example);
  const told = [...guide.matchAll(/`([a-z-]+)`, (\d{3})/g)].map(([, code, http]) => [code, Number(http)]);
  const sent = told.map(([code]) => STATUS[String(code).toUpperCase().replaceAll("-", "_") as Status]);
  expect(told.map(([, http]) => http)).toEqual(sent);

  await page.goto("/developers");
  await expect(page.getByRole("heading", { level: 3 })).toHaveText(titles);
  await expect(page.getByText(PORTAL)).toHaveCount(0);
});

type Answer =
  | { $ref: string }
  | { content: { "application/json": { schema: z.core.JSONSchema.JSONSchema } } };
type Operation = { requestBody: { content: Record<string, unknown> }; responses: Record<string, Answer> };
type Document = {
  servers: unknown;
  paths: Record<string, { post: Operation }>;
  components: { responses: Record<string, Answer> };
};

test("the OpenAPI document describes the real answers", async ({ origin, portal }) => {
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as Document;
  expect(document.servers).toEqual([{ url: origin }]);
  const account = await portal.accountLike("accepted");

  const answerTo = ({ responses }: Operation, status: number) => {
    const told = responses[status] ?? responses["default"]!;
    const answer = "$ref" in told ? document.components.responses[told.$ref.split("/").at(-1)!] : told;
    return z.fromJSONSchema((answer as Exclude<Answer, { $ref: string }>).content["application/json"].schema);
  };
  /** Posts as the document says, and checks that the answer is as the document says. */
  const post = async (path: string, body: Record<string, unknown>, token?: string) => {
    const operation = document.paths[path]!.post;
    const type = Object.keys(operation.requestBody.content)[0]!;
    const response = await fetch(origin + path, {
      method: "POST",
      headers: { "Content-Type": type, ...(token && { Authorization: `Bearer ${token}` }) },
      body: type.endsWith("json")
        ? JSON.stringify(body)
        : new URLSearchParams(body as Record<string, string>),
    });
    const answer = (await response.json()) as Record<string, string>;
    const { error } = answerTo(operation, response.status).safeParse(answer);
    expect(error, `${path} ${JSON.stringify(answer)}`).toBeUndefined();
    return answer;
  };

  const accounts = "/identitytoolkit.googleapis.com/v1/accounts";
  const { email, password, uid } = account;
  const { refreshToken } = await post(`${accounts}:signInWithPassword`, { email, password });
  const { id_token: token } = await post("/securetoken.googleapis.com/v1/token", {
    grant_type: "refresh_token",
    refresh_token: refreshToken,
  });
  await post(`${accounts}:lookup`, { idToken: token });
  await post(`${accounts}:lookup`, { idToken: "none" });
  await post(`${accounts}:sendOobCode`, { requestType: "PASSWORD_RESET", email });
  await post(`${accounts}:signUp`, { email: `openapi-${newId()}@example.org`, password });

  await post("/getDecision", { data: null });
  await post("/getDecision", { data: null }, token);
  await post("/getPassType", { data: {} }, token);
  await post("/getPassType", { data: { userUid: uid } }, token);
  await post("/acceptWaiver", { data: null }, token);
  const { data } = await post("/triggerPayment", { data: FUNCTIONS.triggerPayment.example }, token);
  expect(data).toMatchObject({ total: 520 });
  await post("/triggerPayment", { data: FUNCTIONS.triggerPayment.example }, token);
  await post("/changeEmail", { data: { email: `openapi-${newId()}@example.org` } }, token);
});
