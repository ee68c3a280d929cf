import { and, eq, gte, isNull, lt, sql } from "drizzle-orm";
import { hasRow } from "#db/client.ts";
import { factors, recoveryCodes, sessions } from "#db/schema/accounts.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, Viewer } from "~/platform/context.server.ts";
import { type Allowance, giveBackAllowances, take } from "~/platform/counters.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import type { Refused } from "~/values/types.ts";
import { freshFrom, isFactorFresh, stepOf, typedCode } from "./factor.ts";
import { accountMails } from "./mails.ts";
import { accountMessages } from "./messages.ts";
import { spendPasskey } from "./passkeys.server.ts";
import { unseal } from "./sealing.server.ts";

const A_DAY = 24 * 60;

/**
 * The person whose code is asked for. `known` is the session or the known device that they use; null if there is none.
 */
export type CodeHolder = { uid: string; email: string; known: string | null };

/**
 * Attempts from each known session or device are counted separately, so that a stranger with the password cannot lock
 * the owner out. Attempts of strangers are counted for each network, and also for all networks together, so that nobody
 * can try a million codes from many networks.
 */
const allowancesOf = (network: string, { uid, known }: CodeHolder): Allowance[] => [
  { what: "factor", who: `${uid} ${known ?? network}`, limit: 5, minutes: 15 },
  { what: "factor-day", who: `${uid} ${known ?? network}`, limit: 20, minutes: A_DAY },
  ...(known === null ? [{ what: "factor-strangers", who: uid, limit: 100, minutes: A_DAY }] : []),
];

/** How a recovery code is stored. */
export const recoveryHash = (uid: string, code: string) => fingerprint(`recovery ${uid} ${code}`);

/**
 * Checks whether `typed` proves the account's second factor. A valid code is used up: once a code from the app has been
 * used, neither that code nor an earlier one works any more. A recovery code works only once, and its owner is told
 * that it was used. Each answer of a passkey works only once. Each attempt is counted before anything is looked up.
 */
export async function proveFactor(
  context: Context,
  holder: CodeHolder,
  typed: string,
): Promise<{ proved: true } | Refused<401 | 429>> {
  const { db } = context;
  const allowances = allowancesOf(context.network, holder);
  const wait = await take(context, allowances);
  if (wait > 0) return { refused: accountMessages.tooManyAttempts(wait), status: 429 };
  const code = typedCode(typed);
  if (!(await isRightCode(context, holder, code))) {
    const { wrong, passkeyWrong } = accountMessages.factor;
    return { refused: code && "passkey" in code ? passkeyWrong : wrong, status: 401 };
  }
  await giveBackAllowances(db, allowances);
  return { proved: true };
}

function isRightCode(context: Context, holder: CodeHolder, code: ReturnType<typeof typedCode>) {
  if (!code) return false;
  if ("passkey" in code) return spendPasskey(context, holder.uid, code.passkey);
  return "app" in code
    ? spendAppCode(context, holder, code.app)
    : spendRecoveryCode(context, holder, code.recovery);
}

async function spendAppCode({ db, config }: Context, { uid }: CodeHolder, code: string): Promise<boolean> {
  const [factor] = await db.select().from(factors).where(eq(factors.uid, uid));
  const secret = factor && (await unseal(config, uid, factor.secret));
  const step = secret ? stepOf(secret, code, Date.now()) : null;
  if (!factor || step === null) return false;
  const used = await db
    .update(factors)
    .set({ lastStep: step })
    .where(and(eq(factors.uid, uid), eq(factors.secret, factor.secret), lt(factors.lastStep, step)))
    .returning({ uid: factors.uid });
  return used.length === 1;
}

async function spendRecoveryCode(
  context: Context,
  { uid, email }: CodeHolder,
  code: string,
): Promise<boolean> {
  const { db, origin } = context;
  const hash = recoveryHash(uid, code);
  const isUnused = and(eq(recoveryCodes.hash, hash), isNull(recoveryCodes.usedAt));
  const { entry, isDone } = audited(
    context,
    { actorUid: uid, action: "useRecoveryCode", object: `users/${uid}` },
    hasRow(recoveryCodes, isUnused),
  );
  const [, used] = await db.batch([
    entry,
    db
      .update(recoveryCodes)
      .set({ usedAt: Date.now() })
      .where(isUnused)
      .returning({ hash: recoveryCodes.hash }),
    queueMail(
      db,
      {
        kind: "account",
        eventKey: `recovery-code:${hash.slice(0, 32)}`,
        recipient: email,
        text: accountMails.recoveryCodeUsed(`${origin}/second-factor`),
      },
      sql`WHERE ${isDone}`,
    ),
  ]);
  return used.length === 1;
}

/** Notes in the viewer's session that a code was typed a moment ago. */
export async function noteFactor({ db }: Context, viewer: Viewer): Promise<Viewer> {
  const now = Date.now();
  const use = { factorTypedAt: now, factorUsedAt: now, awakeAt: now };
  await db.update(sessions).set(use).where(eq(sessions.idHash, viewer.sessionHash));
  return { ...viewer, ...use };
}

/**
 * If the factor is fresh, allows an act that hurts, and notes this use. The use keeps the factor fresh for the next
 * act.
 *
 * @returns the viewer as they are from now on; null if a code has to be typed first.
 */
export async function renewFreshFactor({ db }: Context, viewer: Viewer): Promise<Viewer | null> {
  const now = Date.now();
  if (!isFactorFresh(viewer, now)) return null;
  const { typedAt, usedAt } = freshFrom(now);
  const used = await db
    .update(sessions)
    .set({ factorUsedAt: now })
    .where(
      and(
        eq(sessions.idHash, viewer.sessionHash),
        gte(sessions.factorTypedAt, typedAt),
        gte(sessions.factorUsedAt, usedAt),
      ),
    )
    .returning({ idHash: sessions.idHash });
  return used.length === 1 ? { ...viewer, factorUsedAt: now } : null;
}
