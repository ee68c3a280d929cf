import { callableError, STATUS, type Status } from "../../app/api/callable.server.ts";

/**
 * A Worker whose answer depends on the name of the function: `error-NOT_FOUND` gives an error made by the portal,
 * `http-404` gives only the status. Other names give malformed answers.
 */
export default {
  async fetch(request): Promise<Response> {
    const asked = new URL(request.url).pathname.slice(1);
    const [, kind, value = ""] = /^(error|http)-(\w+)$/.exec(asked) ?? [];
    if (kind === "http") return new Response(null, { status: Number(value) });
    if (kind === "error" && value in STATUS) {
      return callableError(request, value as Status, `It is ${value}.`, { name: value });
    }
    return new Response(BODIES[asked] ?? null, { headers: { "Content-Type": "application/json" } });
  },
} satisfies ExportedHandler;

const BODIES: Record<string, string> = {
  null: "null",
  markup: "<!doctype html><title>Not JSON</title>",
  empty: "",
  object: "{}",
  list: "[]",
  data: '{"data":"of data"}',
  result: '{"result":"of result"}',
  both: '{"data":"of data","result":"of result"}',
};
