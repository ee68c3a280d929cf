import { ActCode } from "~/ui/act-code.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { CodeField } from "~/ui/code-field.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { PasswordField, TextArea } from "~/ui/field.tsx";
import { PrintHint } from "~/ui/letterhead.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { QrCode } from "~/ui/qr-code.tsx";
import { quantity } from "~/values/words.ts";
import { inFours } from "./factor.ts";
import { accountMessages } from "./messages.ts";

export type SetUpProblem = { field?: "firstCode" | "password" | undefined; message: string };

/** Puts a secret into an app and asks for its first code. */
export function SetUpFactor({
  sealed,
  secret,
  address,
  asksPassword,
  asksCode,
  replaces,
  problem,
}: {
  sealed: string;
  /** In groups of four. */
  secret: string;
  /** What the drawing says. */
  address: string;
  asksPassword: boolean;
  /** Whether a code of the present factor is asked for. */
  asksCode: boolean;
  replaces: boolean;
  problem?: SetUpProblem | undefined;
}) {
  const errorOf = (field: SetUpProblem["field"]) => (problem?.field === field ? problem?.message : undefined);
  return (
    <Card title={replaces ? "Put the new secret into your app" : "Put the secret into your app"}>
      <PostForm action="/second-factor" className="stack" ofNoEdition>
        <ErrorSummary problems={problem ? [problem] : []} />
        <p>
          Scan this with an app that makes codes, such as Aegis, 2FAS, Google Authenticator or the one of your
          password manager.
        </p>
        <QrCode text={address} label="The secret for your app, which stands below in letters too" />
        <p>
          Are you reading this on that phone? <a href={address}>Open it in the app</a>. If neither works, type
          this into the app: <strong>{secret}</strong>
        </p>
        <input type="hidden" name="sealed" value={sealed} />
        <CodeField
          label={replaces ? "Code of the new entry" : "First code"}
          name="firstCode"
          hint="Six digits, which the app shows once it knows the secret."
          error={errorOf("firstCode")}
        />
        {asksPassword && (
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            hint="So that nobody else can do this in your name."
            error={errorOf("password")}
          />
        )}
        <ActCode asked={asksCode} label="Code of the old entry" />
        <Button name="intent" value="set-up">
          {replaces ? "Replace" : "Switch on"}
        </Button>
      </PostForm>
    </Card>
  );
}

/** The factor that somebody has, with what can be changed about it. */
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
    <>
      <Card title="Your second factor is on">
        <p>
          Since <Moment at={since} />. {quantity(codesLeft, "recovery code")} left.
        </p>
        <p className="actions">
          <LinkButton href="/second-factor?replace" variant="secondary">
            Use another phone or app
          </LinkButton>
        </p>
      </Card>
      <Card title="Recovery codes">
        <PostForm action="/second-factor" className="stack" ofNoEdition>
          <p>New ones take the place of all that you have.</p>
          <ActCode asked={asksCode} />
          <Button name="intent" value="codes" variant="secondary">
            Make new recovery codes
          </Button>
        </PostForm>
      </Card>
      <Card title="Switch it off">
        <PostForm action="/second-factor" className="stack" ofNoEdition>
          <p>Your password alone will open your account. Where staff must have one, you lose their pages.</p>
          <ActCode asked={asksCode} />
          <Button name="intent" value="off" variant="danger">
            Switch off
          </Button>
        </PostForm>
      </Card>
    </>
  );
}

/** The codes that are shown once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <Page isForm title="Your recovery codes">
      <Notice tone="success">
        <p>Your second factor is on. {accountMessages.factor.codesShownOnce}</p>
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
          <LinkButton href="/second-factor">I have kept them</LinkButton>
        </PrintHint>
      </Card>
    </Page>
  );
}
