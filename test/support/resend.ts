import { randomUUID } from "node:crypto";
import * as z from "zod";

/**
 * SendEmailRequest from https://github.com/resend/resend-openapi. A request must not have any other field. Fields of
 * the provider's schema that we never send are missing here.
 */
const SendEmailRequest = z.strictObject({
  from: z.string().regex(/^([^<>\r\n]+ <[^@\s<>]+@[^@\s<>]+>|[^@\s<>]+@[^@\s<>]+)$/),
  to: z.union([z.email(), z.array(z.email()).min(1).max(50)]),
  subject: z
    .string()
    .min(1)
    .regex(/^[^\r\n]*$/),
  reply_to: z.union([z.email(), z.array(z.email())]).optional(),
  text: z.string().min(1),
  html: z.string().min(1),
  tags: z.array(
    z.strictObject({
      name: z.string().regex(/^[\w-]{1,256}$/),
      value: z.string().regex(/^[\w-]{1,256}$/),
    }),
  ),
});

export type SentMail = z.infer<typeof SendEmailRequest> & { key: string; at: number };

export type Answer = { status: number; body: object; headers?: Record<string, string> };

const refusal = (status: number, name: string, message = name, headers = {}): Answer => ({
  status,
  body: { statusCode: status, name, message },
  headers,
});

/**
 * A stand-in for the mail provider. It is as strict as the real provider about method and path, key, headers and
 * fields. It accepts one mail for each idempotency key, and a limited number of requests in any second.
 */
export class Resend {
  readonly apiKey = "re_a_key_of_a_test";
  readonly mails: SentMail[] = [];
  /** When each request arrived (UTC ms), including refused requests. */
  readonly requests: number[] = [];
  /** Answers that replace the normal ones; each request uses up the first. */
  readonly answers: Answer[] = [];
  readonly #payloads = new Map<string, string>();
  readonly #perSecond: number;

  constructor(perSecond = Number.POSITIVE_INFINITY) {
    this.#perSecond = perSecond;
  }

  to(recipient: string): SentMail[] {
    return this.mails.filter(({ to }) => [to].flat().includes(recipient));
  }

  async answer(request: { method: string; url: string; headers: Headers; text(): Promise<string> }) {
    const { status, body, headers } = this.#answerTo(request, await request.text());
    return {
      status,
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    };
  }

  #answerTo(
    { method, url, headers }: { method: string; url: string; headers: Headers },
    text: string,
  ): Answer {
    const now = Date.now();
    const inWindow = this.requests.filter((at) => at > now - 1000).length;
    this.requests.push(now);
    const planned = this.answers.shift();
    if (planned) return planned;
    if (!headers.get("user-agent")) return { status: 403, body: { error: "error code: 1010" } };
    if (inWindow >= this.#perSecond)
      return refusal(429, "rate_limit_exceeded", "Too many requests.", { "retry-after": "1" });
    if (new URL(url).pathname !== "/emails") return refusal(404, "not_found");
    if (method !== "POST") return refusal(405, "method_not_allowed");
    if (headers.get("authorization") !== `Bearer ${this.apiKey}`)
      return refusal(403, "invalid_api_key", "API key is invalid");
    const key = headers.get("idempotency-key") ?? "";
    if (key.length < 1 || key.length > 256) return refusal(400, "invalid_idempotency_key");
    if (headers.get("content-type") !== "application/json") return refusal(422, "missing_required_field");
    const sent = SendEmailRequest.safeParse(JSON.parse(text));
    if (!sent.success) {
      const field = sent.error.issues[0]!.path[0] ?? "a field";
      return refusal(422, "validation_error", `Invalid \`${String(field)}\` field.`);
    }
    const known = this.#payloads.get(key);
    if (known !== undefined && known !== text) return refusal(409, "invalid_idempotent_request");
    if (known === undefined) this.mails.push({ ...sent.data, key, at: now });
    this.#payloads.set(key, text);
    return { status: 200, body: { id: randomUUID() } };
  }
}
