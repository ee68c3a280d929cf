import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { commandsUnder } from "../support/installation.ts";
import { migrateStored } from "../support/production.ts";
import { Person, type Step, type World } from "./world.ts";

/** The name of the person who installs the portal and becomes its first director. */
export const OPERATOR = ["Ada", "Lee"] as const;

const [INSTALL = [], CONNECT = []] = commandsUnder("Deploy to Cloudflare");

/** The secrets that are typed into `wrangler secret put`, by name. */
const secretsOf = ({ anet, resend }: World): Record<string, string> => ({
  SESSION_SECRET: randomBytes(32).toString("hex"),
  AUTHORIZE_NET_LOGIN_ID: anet.secrets.loginId,
  AUTHORIZE_NET_TRANSACTION_KEY: anet.secrets.transactionKey,
  AUTHORIZE_NET_SIGNATURE_KEY: anet.secrets.signatureKey,
  RESEND_API_KEY: resend.apiKey,
  RESEND_WEBHOOK_SECRET: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
});

/** What an operator does at some commands, in addition to typing them. */
const AT: [RegExp, (line: string, world: World) => Promise<void>][] = [
  [
    /^npx wrangler d1 create /,
    async (line, { installation }) => {
      const [, id] = /"database_id": "([^"]+)"/.exec(installation.type(line))!;
      installation.edit("put-the-id-printed-by-wrangler-d1-create-here", id!);
    },
  ],
  [
    /^npx wrangler d1 migrations apply /,
    async (line, { installation, quickly }) => {
      if (quickly) await migrateStored(installation.stored);
      else installation.type(line);
    },
  ],
  [
    /^npx wrangler secret put (\w+)/,
    async (line, world) => {
      const [, name] = /put (\w+)/.exec(line)!;
      const secret = secretsOf(world)[name!];
      expect(secret, "what to type").toBeDefined();
      world.installation.type(line, `${secret}\n`);
    },
  ],
  [
    /^npx wrangler deploy /,
    async (line, world) => {
      world.installation.type(line);
      await world.deploy();
    },
  ],
  [
    /^curl https:/,
    async (line, { portal }) => {
      const health = await portal.fetch(/https:\S+/.exec(line)![0]);
      expect([health.status, await health.json()]).toMatchObject([200, { ok: true }]);
    },
  ],
  [
    /^npm run grant-director -- you@example\.org /,
    async (line, world) => {
      const operator = new Person(world, ...OPERATOR);
      await operator.signUp();
      const printed = world.installation.type(line.replace("you@example.org", operator.email));
      expect(printed).toContain(`${operator.email} is now a director.`);
      // Somebody whose rights have changed has to sign in again.
      await operator.signIn();
      expect((await operator.open("/admin")).text).toContain("Manage Staff");
    },
  ],
];

const typing = (line: string): Step => [
  `operations, Deploy to Cloudflare: ${line}`,
  async (world) => {
    const [, act] = AT.find(([pattern]) => pattern.test(line)) ?? [];
    if (act) await act(line, world);
    else world.installation.type(line);
  },
];

/** The commands with which docs/operations.md makes an installation, in the same order, up to the first director. */
export const INSTALLING: Step[] = INSTALL.map(typing);

/** The steps that connect a card processor and a mail provider. First both are named in wrangler.toml. */
export const CONNECTING: Step[] = [
  [
    "operations, Deploy to Cloudflare: processor and provider of mail are named in wrangler.toml",
    async ({ installation }) => {
      const mail = 'MAIL_FROM = "HPAIR <registration@example.org>", MAIL_REPLY_TO = "help@example.org"';
      // In production, the cron runs once a minute. These steps may run it twice within a second. With a low limit, the
      // second run would come before the next mail may be sent, and would send nothing. So the limit is high.
      const named = `PAYMENT_GATEWAY = "authorize-net", MAILER = "resend", MAIL_PER_SECOND = "100", ${mail}`;
      installation.edit('PAYMENT_GATEWAY = "none", MAILER = "none"', named);
    },
  ],
  ...CONNECT.map(typing),
];
