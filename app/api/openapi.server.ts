import * as z from "zod";
import { FRESH_MINUTES } from "~/accounts/sessions.ts";
import { quantity } from "~/values/words.ts";
import { STATUS } from "./callable.server.ts";
import { FUNCTIONS } from "./functions.form.ts";
import {
  ApplyCode,
  ChangePassword,
  DeleteAccount,
  Lookup,
  Refresh,
  RefreshOnPhone,
  ResetPassword,
  SendMail,
  SignIn,
  SignUp,
} from "./identity.form.ts";

const FRESH = quantity(FRESH_MINUTES, "minute");

type Schema = Record<string, unknown>;

const signedIn = {
  localId: z.string().describe("The user id."),
  email: z.string(),
  idToken: z.string().describe("The bearer token of the functions."),
  refreshToken: z.string(),
  expiresIn: z.string().describe("Seconds until the ID token expires."),
};

/** The operations for signing in: the posted fields, and the answer if the operation succeeds. */
const ACCOUNT_OPERATIONS: { name: string; summary: string; body: z.ZodType; answer: z.ZodType }[] = [
  {
    name: "signUp",
    summary: "Creates an account and signs in to it.",
    body: SignUp,
    answer: z.object(signedIn),
  },
  {
    name: "signInWithPassword",
    summary: "Signs in.",
    body: SignIn,
    answer: z.object({ ...signedIn, registered: z.literal(true) }),
  },
  {
    name: "lookup",
    summary: "Tells which account an ID token belongs to.",
    body: Lookup,
    answer: z.object({
      users: z.array(z.object({ localId: z.string(), email: z.string(), emailVerified: z.boolean() })),
    }),
  },
  {
    name: "sendOobCode",
    summary: "Sends a link to choose a new password, or to confirm the e-mail address.",
    body: SendMail,
    answer: z.object({ email: z.string() }),
  },
  {
    name: "update",
    summary: `Changes the password and ends all sessions but the new one, if the present password was typed at most ${FRESH} ago; or confirms an e-mail address with the code of a mailed link.`,
    body: z.union([ChangePassword, ApplyCode]),
    answer: z.union([z.object(signedIn), z.object({ email: z.string(), emailVerified: z.literal(true) })]),
  },
  {
    name: "resetPassword",
    summary: "Tells whose password the code of a mailed link may set; with `newPassword`, sets it, once.",
    body: ResetPassword,
    answer: z.object({ email: z.string(), requestType: z.literal("PASSWORD_RESET") }),
  },
  {
    name: "delete",
    summary: `Deletes the account with everything in it. The password must have been typed at most ${FRESH} ago. Refused if an application, a payment, a subscription or work on the staff has to be kept with the account.`,
    body: DeleteAccount,
    answer: z.object({ kind: z.string() }),
  },
];

/**
 * The OpenAPI document of everything that programs may call. It is made from the same schemas that check what programs
 * send.
 */
export function openApiDocument(origin: string): Schema {
  return {
    openapi: "3.1.1",
    info: {
      title: "Conference registration portal",
      version: "1",
      description: `For programs: five functions in the protocol of Firebase's callable functions, and signing in for them. Read ${origin}/developers first.`,
    },
    servers: [{ url: origin }],
    security: [{ bearer: [] }],
    paths: Object.fromEntries([...functionPaths(), ...accountPaths(), refreshPath()]),
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: `The ID token that signing in or refreshing answers with. Its public keys: ${origin}/.well-known/jwks.json`,
        },
      },
      responses: {
        FunctionError: json("The call was refused or failed.", errorSchema),
        AccountError: json("The request was refused; `message` begins with the code.", accountErrorSchema),
      },
    },
  };
}

const functionPaths = () =>
  Object.entries(FUNCTIONS).map(([name, { summary, payload, example, answer }]) => {
    const data = schemaOf(answer);
    return post(`/${name}`, {
      operationId: name,
      summary,
      tags: ["functions"],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              // The document is the same at any time, so the time given here does not matter.
              properties: { data: schemaOf(payload(0)) },
              required: ["data"],
              additionalProperties: false,
            },
            example: { data: example },
          },
        },
      },
      responses: {
        200: json("The same answer twice: older programs read `result`.", {
          type: "object",
          properties: { data, result: data },
          required: ["data", "result"],
        }),
        default: { $ref: "#/components/responses/FunctionError" },
      },
    });
  });

const accountPaths = () =>
  ACCOUNT_OPERATIONS.map(({ name, summary, body, answer }) =>
    post(`/identitytoolkit.googleapis.com/v1/accounts:${name}`, {
      operationId: name,
      summary,
      ...signingIn,
      requestBody: { required: true, content: { "application/json": { schema: schemaOf(body) } } },
      responses: {
        200: json("Done.", schemaOf(answer)),
        400: { $ref: "#/components/responses/AccountError" },
      },
    }),
  );

const refreshPath = () =>
  post("/securetoken.googleapis.com/v1/token", {
    operationId: "refresh",
    summary: "A new ID token, with the claims as they are now.",
    ...signingIn,
    requestBody: {
      required: true,
      content: {
        "application/x-www-form-urlencoded": { schema: schemaOf(Refresh) },
        "application/json": { schema: schemaOf(RefreshOnPhone) },
      },
    },
    responses: {
      200: json(
        "Done.",
        schemaOf(
          z.object({
            id_token: z.string(),
            access_token: z.string().describe("The same."),
            refresh_token: z.string(),
            expires_in: z.string(),
            token_type: z.literal("Bearer"),
            user_id: z.string(),
          }),
        ),
      ),
      400: { $ref: "#/components/responses/AccountError" },
    },
  });

/** A program that is signing in has no bearer token yet. Firebase's clients send a `key`, which has no meaning here. */
const signingIn = { tags: ["signing in"], security: [] };

const names = Object.entries(STATUS).filter(([name]) => name !== "OK");

const errorSchema = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        status: {
          type: "string",
          enum: names.map(([name]) => name),
          description: `With the HTTP status of each: ${names.map((pair) => pair.join(" ")).join(", ")}.`,
        },
        message: { type: "string", description: "A sentence for the user." },
        details: {
          type: "object",
          properties: {
            problems: {
              type: "array",
              description: "What is wrong with the payload.",
              items: {
                type: "object",
                properties: { field: { type: "string" }, message: { type: "string" } },
                required: ["field", "message"],
              },
            },
            paymentId: { type: "string", description: "The payment that failed or is being checked." },
          },
        },
      },
      required: ["status", "message"],
    },
  },
  required: ["error"],
};

const accountErrorSchema = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        code: { const: 400 },
        message: {
          type: "string",
          examples: [
            "INVALID_PASSWORD",
            "EMAIL_EXISTS",
            "TOO_MANY_ATTEMPTS_TRY_LATER",
            "CREDENTIAL_TOO_OLD_LOGIN_AGAIN",
          ],
        },
      },
      required: ["code", "message"],
    },
  },
  required: ["error"],
};

const post = (path: string, operation: Schema): [string, Schema] => [path, { post: operation }];

const json = (description: string, schema: Schema) => ({
  description,
  content: { "application/json": { schema } },
});

/** The schema from the sender's point of view: fields with a default may be left out. */
function schemaOf(type: z.ZodType): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io: "input" });
  return schema;
}
