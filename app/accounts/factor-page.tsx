import type { HTMLAttributes } from "react";
import { ActCode } from "~/ui/act-code.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { CodeField } from "~/ui/code-field.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { PasswordField, TextArea } from "~/ui/field.tsx";
import { Fold } from "~/ui/fold.tsx";
import { PrintHint } from "~/ui/letterhead.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { QrCode } from "~/ui/qr-code.tsx";
import { quantity } from "~/values/words.ts";
import { inFours } from "./factor.ts";
import { accountMessages } from "./messages.ts";
import type { PasskeyInvitation } from "./passkeys.ts";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "add-passkey": HTMLAttributes<HTMLElement>;
    }
  }
}

export type SetUpProblem = { field?: "firstCode" | "password" | undefined; message: string };

/** The steps for setting up a factor: to get an app, to give it the secret, and to type its first code. */
export function SetUpFactor({
  sealed,
  secret,
  address,
  asksPassword,
  asksCode,
  replaces,
  mustHave,
  problem,
}: {
  sealed: string;
  /** Written in groups of four characters. */
  secret: string;
  /** The address that the QR code contains. */
  address: string;
  asksPassword: boolean;
  /** Whether the user must type a code of their present factor. */
  asksCode: boolean;
  replaces: boolean;
  /** Whether the staff's pages are closed until a factor is set up. */
  mustHave: boolean;
  problem?: SetUpProblem | undefined;
}) {
  const errorOf = (field: SetUpProblem["field"]) => (problem?.field === field ? problem?.message : undefined);
  return (
    <Card title={replaces ? "Use another phone or app" : "Set it up in two minutes"}>
      <PostForm action="/second-factor" className="stack" ofNoEdition>
        <ErrorSummary problems={problem ? [problem] : []} />
        {asksPassword && (
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            hint="To make sure that it is you."
            error={errorOf("password")}
          />
        )}
        <ActCode asked={asksCode} label="Code from your old app" />
        <h3>1. Get an app that makes codes</h3>
        <p>Such as Aegis, 2FAS, Google Authenticator or the one of your password manager.</p>
        <h3>2. Scan this with the app</h3>
        <QrCode text={address} label="The key for your app, which stands below in letters too" />
        <p>
          Are you on the phone that has the app? <a href={address}>Open it in the app</a>. If neither works,
          type this key into the app:
        </p>
        <p>
          <code>{secret}</code>
        </p>
        <input type="hidden" name="sealed" value={sealed} />
        <h3>3. Type the six digits that the app shows</h3>
        <CodeField
          label={replaces ? "Code from your new app" : "Code"}
          name="firstCode"
          hint={
            replaces
              ? "Next you get new recovery codes. Your passkeys are removed. Delete the old entry from your app afterwards."
              : "Next you get recovery codes, in case you lose your phone."
          }
          error={errorOf("firstCode")}
        />
        <div className="actions">
          <Button name="intent" value="set-up">
            {replaces ? "Replace" : "Turn on"}
          </Button>
          {!mustHave && (
            <LinkButton href={replaces ? "/second-factor" : "/admin"} variant="secondary">
              {replaces ? "Keep the old one" : "Not now"}
            </LinkButton>
          )}
        </div>
      </PostForm>
    </Card>
  );
}

/** The factor that somebody has, with the forms that change it. */
export function StandingFactor({
  since,
  codesLeft,
  asksCode,
}: {
  since: number;
  codesLeft: number;
  asksCode: boolean;
}) {
  return (
    <Card title="Your second factor is on">
      <p>
        Since <Moment at={since} />
      </p>
      <p>{quantity(codesLeft, "recovery code")} left.</p>
      <p className="actions">
        <LinkButton href="/second-factor?replace" variant="secondary">
          Use another phone or app
        </LinkButton>
        <LinkButton href="/admin" variant="secondary">
          Back to the admin hub
        </LinkButton>
      </p>
      <Fold title="Make new recovery codes">
        <PostForm action="/second-factor" className="stack" ofNoEdition>
          <p>New codes replace the old ones, which then stop working.</p>
          <ActCode asked={asksCode} />
          <Button name="intent" value="codes" variant="secondary">
            Make new recovery codes
          </Button>
        </PostForm>
      </Fold>
      <Fold title="Turn it off">
        <PostForm action="/second-factor" className="stack" ofNoEdition>
          <p>
            Your password alone will open your account. If your role requires a second factor, the staff's
            pages stay closed to you until you turn it on again.
          </p>
          <ActCode asked={asksCode} />
          <Button name="intent" value="off" variant="danger">
            Turn off
          </Button>
        </PostForm>
      </Fold>
    </Card>
  );
}

/** The passkeys that can be used in place of a code, and the form that adds one. Only a script can make or use one. */
export function Passkeys({
  own,
  invitation,
  asksCode,
}: {
  own: { id: string; device: string; createdAt: number }[];
  /** null if there are as many passkeys as an account may have. */
  invitation: PasskeyInvitation | null;
  asksCode: boolean;
}) {
  return (
    <Card title="Passkeys">
      <p>
        Instead of typing a code, use your fingerprint, your face or a security key. Your app and your
        recovery codes keep working.
      </p>
      {own.map(({ id, device, createdAt }) => (
        <Fold title={`Remove the passkey of ${device}`} key={id}>
          <PostForm action="/second-factor" className="stack" ofNoEdition>
            <p>
              Added <Moment at={createdAt} />
            </p>
            <input type="hidden" name="id" value={id} />
            <ActCode asked={asksCode} />
            <Button name="intent" value="remove-passkey" variant="danger">
              Remove
            </Button>
          </PostForm>
        </Fold>
      ))}
      {invitation && (
        <>
          <noscript>
            <p className="hint">To add or use a passkey, switch JavaScript on.</p>
          </noscript>
          <add-passkey
            data-invitation={JSON.stringify(invitation)}
            data-failed={accountMessages.factor.passkeyCancelled}
            data-unsupported={accountMessages.factor.passkeyUnsupported}
            hidden
          >
            <PostForm action="/second-factor" className="stack" ofNoEdition>
              <ActCode asked={asksCode} />
              <input type="hidden" name="madePasskey" disabled />
              <Button name="intent" value="add-passkey" variant="secondary">
                Add a passkey
              </Button>
              <p className="error" role="alert" data-problem="" hidden />
            </PostForm>
          </add-passkey>
        </>
      )}
    </Card>
  );
}

/** Recovery codes, which are shown only once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <Page isForm title="Your recovery codes">
      <Notice tone="success">
        <p>{accountMessages.factor.saveCodes}</p>
      </Notice>
      <Card>
        <TextArea
          label="Recovery codes"
          name="codes"
          rows={codes.length}
          readOnly
          defaultValue={codes.map((code) => inFours(code).replaceAll(" ", "-").toLowerCase()).join("\n")}
          hint="Copy them into a password manager, or print this page."
        />
        <PrintHint>
          <LinkButton href="/second-factor">I have saved them</LinkButton>
        </PrintHint>
      </Card>
    </Page>
  );
}
