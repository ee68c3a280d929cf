import type { HTMLAttributes } from "react";
import { Button, LinkButton } from "~/ui/button.tsx";
import { CodeField } from "~/ui/code-field.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import type { PasskeyRequest } from "~/values/types.ts";
import { accountMessages } from "./messages.ts";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "use-passkey": HTMLAttributes<HTMLElement>;
    }
  }
}

/**
 * Where somebody wanted to go: an address and, in `resume`, the fields of the form that was to be posted to that
 * address.
 */
export type Interrupted = { redirectTo: string; resume: [name: string, value: string][] };

/** The fields that are sent on once somebody has logged in or typed a code. */
export function InterruptedFields({ redirectTo, resume }: Interrupted) {
  return (
    <>
      <input type="hidden" name="redirectTo" value={redirectTo} />
      {resume.length > 0 && <input type="hidden" name="resume" value="true" />}
      {resume.map(([field, value]) => (
        <input key={`${field} ${value}`} type="hidden" name={field} value={value} />
      ))}
    </>
  );
}

/**
 * The encoding of a form that carries the fields of an interrupted form. It is the encoding of an upload, because an
 * upload may be larger than other forms. An interrupted form may already be as large as a form may be, and is sent on
 * together with more fields.
 */
export const encodingOf = ({ resume }: Pick<Interrupted, "resume">) =>
  resume.length > 0 ? ("multipart/form-data" as const) : undefined;

/** Asks for a code of the second factor, and then goes on with the request that was interrupted. */
export function CodeForm({
  problem,
  passkey,
  ...interrupted
}: Interrupted & {
  problem?: string | undefined;
  /** Present if a passkey can be used in place of a code. */
  passkey?: PasskeyRequest | null | undefined;
}) {
  return (
    <PostForm action="/code" className="stack" ofNoEdition encType={encodingOf(interrupted)}>
      <ErrorSummary problems={problem ? [{ field: "factorCode", message: problem }] : []} />
      <InterruptedFields {...interrupted} />
      <CodeField name="factorCode" hint={accountMessages.factor.asked} error={problem} />
      <div className="actions">
        <Button>Continue</Button>
        {passkey && (
          <use-passkey
            data-request={JSON.stringify(passkey)}
            data-failed={accountMessages.factor.passkeyNotUsed}
            hidden
          >
            <input type="hidden" name="usedPasskey" disabled />
            <Button variant="secondary">Use a passkey</Button>
            <p className="error" role="alert" data-problem="" hidden />
          </use-passkey>
        )}
        {interrupted.resume.length > 0 && (
          <LinkButton href={interrupted.redirectTo} variant="secondary">
            Cancel
          </LinkButton>
        )}
      </div>
    </PostForm>
  );
}
