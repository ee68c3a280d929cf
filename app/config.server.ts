import * as z from "zod";

const Environment = z
  .object({
    ENVIRONMENT: z.enum(["development", "production"]).default("production"),
    SESSION_SECRET: z.string().min(32, "must be a secret of at least 32 characters"),
    /** The one origin of the portal; in development the request's own. */
    ORIGIN: z.url().optional(),
    DEMO_NOW: z.iso.datetime().optional(),
    PAYMENT_GATEWAY: z.enum(["simulator", "none"]).default("none"),
  })
  .superRefine((env, issues) => {
    if (env.ENVIRONMENT !== "production") return;
    const refuse = (path: string, message: string) =>
      issues.addIssue({ code: "custom", path: [path], message });
    if (env.DEMO_NOW) refuse("DEMO_NOW", "must not be set in production");
    if (env.PAYMENT_GATEWAY === "simulator")
      refuse("PAYMENT_GATEWAY", "must not be the simulator in production");
    if (!env.ORIGIN) refuse("ORIGIN", "is needed in production");
  });

export type Config = {
  production: boolean;
  sessionSecret: string;
  origin: string | null;
  demo: boolean;
  paymentGateway: "simulator" | "none";
};

/**
 * The Worker's variables and secrets, checked.
 *
 * @throws Error naming every variable that is wrong and no value: a Worker so configured must not answer.
 */
export function readConfig(env: unknown): Config {
  const parsed = Environment.safeParse(env);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    throw new Error(`The Worker is not configured: ${faults.join("; ")}`);
  }
  const { ENVIRONMENT, SESSION_SECRET, ORIGIN, DEMO_NOW, PAYMENT_GATEWAY } = parsed.data;
  return {
    production: ENVIRONMENT === "production",
    sessionSecret: SESSION_SECRET,
    origin: ORIGIN ? new URL(ORIGIN).origin : null,
    demo: DEMO_NOW !== undefined,
    paymentGateway: PAYMENT_GATEWAY,
  };
}
