import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireFactor } from "~/access/gate.server.ts";
import { deviceName } from "~/accounts/device-names.ts";
import { factorAddress, inFours, needsCode } from "~/accounts/factor.ts";
import {
  Passkeys,
  RecoveryCodes,
  SetUpFactor,
  type SetUpProblem,
  StandingFactor,
} from "~/accounts/factor-page.tsx";
import {
  hasSwitchedOff,
  offeredSecret,
  offerFactor,
  readFactor,
  renewRecoveryCodes,
  switchFactorOff,
  switchFactorOn,
} from "~/accounts/factors.server.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { addPasskey, readPasskeys, removePasskey } from "~/accounts/passkeys.server.ts";
import { requireViewer } from "~/accounts/session.server.ts";
import { isFresh } from "~/accounts/sessions.server.ts";
import { verifyCredentials } from "~/accounts/users.server.ts";
import styles from "~/modules/factor.css?inline";
import type { Args, SignedIn } from "~/platform/context.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

export const handle = { enhance: "staff", styles };

export const meta = titled("Second factor");

/**
 * Requires a member of the staff, or a person who has left the staff but still has a second factor, or has just turned it
 * off.
 */
async function requireOwner(args: Args, form?: FormData): Promise<SignedIn> {
  const visit = await requireViewer(args, form);
  const { viewer } = visit;
  if (viewer.admin || viewer.hasFactor) return visit;
  const isToldSo = !form && new URL(args.request.url).searchParams.has("off");
  if (!isToldSo || !(await hasSwitchedOff(args.context, viewer))) refuse(403, accountMessages.notLoggedIn);
  return visit;
}

/**
 * The data with which the page shows a secret: the secret as text, the address for the QR code, and the sealed secret,
 * which comes back with the form.
 */
async function shownOffer(args: Args, { viewer, settings }: SignedIn, sealed?: string) {
  const { context } = args;
  const { secret, ...offer } =
    (sealed && (await offeredSecret(context, viewer, sealed))) || (await offerFactor(context, viewer));
  return {
    sealed: offer.sealed,
    secret: inFours(secret),
    address: factorAddress(secret, { issuer: settings.site.name, email: viewer.email }),
    asksPassword: !viewer.hasFactor && !isFresh(viewer),
  };
}

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireOwner(args);
  const { viewer, shown } = visit;
  const asked = new URL(args.request.url).searchParams;
  const [factor, passkeys] = viewer.hasFactor
    ? await Promise.all([
        readFactor(args.context, viewer),
        readPasskeys(args.context, viewer, visit.settings.site.name),
      ])
    : [null, null];
  const isOff = asked.has("off") && factor === null;
  const isSettingUp = factor === null ? !isOff : asked.has("replace");
  return {
    factor: factor && { since: shown(factor.since), codesLeft: factor.codesLeft },
    passkeys: passkeys && {
      ...passkeys,
      own: passkeys.own.map((one) => ({ ...one, createdAt: shown(one.createdAt) })),
    },
    offer: isSettingUp ? await shownOffer(args, visit) : null,
    asksCode: needsCode(viewer, Date.now()),
    mustHave: asked.has("first") && factor === null,
    isOff,
    mayHaveOne: viewer.admin,
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireOwner(args, form);
  const { context } = args;
  const intent = intentIn(form, ["set-up", "codes", "off", "add-passkey", "remove-passkey"]);
  await requireFactor(args, visit.viewer, accountMessages.factor.changesFactor, form);
  if (intent === "off") {
    await switchFactorOff(context, visit.viewer);
    return redirect("/second-factor?off");
  }
  if (intent === "add-passkey") {
    const device = deviceName(args.request.headers.get("User-Agent"));
    const added = await addPasskey(context, visit.viewer, String(form.get("madePasskey") ?? ""), device);
    if ("refused" in added) refuse(added.status, added.refused);
    return redirect("/second-factor");
  }
  if (intent === "remove-passkey") {
    await removePasskey(context, visit.viewer, String(form.get("id") ?? ""));
    return redirect("/second-factor");
  }
  if (intent === "codes") {
    const renewed = await renewRecoveryCodes(context, visit.viewer);
    return renewed ? data(renewed) : redirect("/second-factor");
  }
  const sealed = String(form.get("sealed") ?? "");
  const again = async (problem: SetUpProblem, status: number) =>
    data({ offer: await shownOffer(args, visit, sealed), problem }, status);
  const offered = await offeredSecret(context, visit.viewer, sealed);
  if (!offered) return again({ message: accountMessages.factor.offerOver }, 400);
  const wrong = await passwordProblem(args, visit, form);
  if (wrong) return again({ field: "password", message: wrong.refused }, wrong.status);
  const { secret } = offered;
  const firstCode = String(form.get("firstCode") ?? "");
  const answer = await switchFactorOn(context, visit.viewer, { secret, firstCode });
  if (!("refused" in answer)) return data(answer);
  return again(
    { ...(answer.status === 400 && { field: "firstCode" as const }), message: answer.refused },
    answer.status,
  );
}

/**
 * The problem with the password; null if there is none. The password is required if there is no second factor yet and
 * the password was not typed a short while ago in this sign-in session. Otherwise a stolen session would be enough to
 * set up a second factor, which would lock the owner of the account out.
 */
async function passwordProblem({ context }: Args, { viewer }: SignedIn, form: FormData) {
  if (viewer.hasFactor || isFresh(viewer)) return null;
  const password = String(form.get("password") ?? "");
  if (password === "") return { refused: messages.required, status: 400 };
  const answer = await verifyCredentials(context, viewer.email, password, { session: viewer.sessionHash });
  return "refused" in answer ? answer : null;
}

export default function SecondFactor() {
  const { factor, passkeys, offer, asksCode, mustHave, isOff, mayHaveOne } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && "codes" in answer) return <RecoveryCodes codes={answer.codes} />;
  const shown = answer?.offer ?? offer;
  return (
    <Page
      isForm
      title={factor && shown ? "Replace your second factor" : "Second factor"}
      lead="Two-step login: after your password, a code from an app on your phone. You are asked again before you move money, release decisions, take people's data out or change what others may do."
    >
      {mustHave && !answer && (
        <Notice tone="info">
          <p>{accountMessages.factor.mustHave}</p>
        </Notice>
      )}
      {isOff && !answer && (
        <Card>
          <p>{accountMessages.factor.off}</p>
          {mayHaveOne && (
            <p className="actions">
              <LinkButton href="/second-factor" variant="secondary">
                Set it up again
              </LinkButton>
            </p>
          )}
        </Card>
      )}
      {shown ? (
        <SetUpFactor
          {...shown}
          replaces={factor !== null}
          mustHave={mustHave}
          asksCode={factor !== null && asksCode}
          problem={answer?.problem}
        />
      ) : (
        factor && (
          <>
            <StandingFactor {...factor} asksCode={asksCode} />
            {passkeys && <Passkeys {...passkeys} asksCode={asksCode} />}
          </>
        )
      )}
    </Page>
  );
}
