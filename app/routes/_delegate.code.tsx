import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { askForCode, enterCode } from "~/accounts/code-entry.server.ts";
import { CodeForm } from "~/accounts/code-form.tsx";
import { readForm } from "~/platform/posted-form.server.ts";
import { Card } from "~/ui/card.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { safePath } from "~/values/paths.ts";

export const meta = titled("Type your code");

export const handle = { enhance: "staff" };

export async function loader(args: LoaderFunctionArgs) {
  const redirectTo = safePath(new URL(args.request.url).searchParams.get("redirectTo"), "/");
  const asked = await askForCode(args);
  if (!asked) throw redirect(redirectTo);
  return { redirectTo, ...asked };
}

export async function action(args: ActionFunctionArgs) {
  return enterCode(args, await readForm(args));
}

export default function Code() {
  const { redirectTo, passkey } = useLoaderData<typeof loader>();
  const asked = useActionData<typeof action>();
  return (
    <Page isForm title="Type your code" lead="One more step: a code from the app on your phone.">
      <Card>
        <CodeForm
          redirectTo={asked?.redirectTo ?? redirectTo}
          resume={asked?.resume ?? []}
          problem={asked?.problem}
          passkey={asked?.passkey ?? passkey}
        />
      </Card>
      <p className="hint">
        Have you lost your phone? Use a recovery code. If you have none left, ask two directors to remove your
        second factor. If there are no two others, the person who runs the portal can remove it.
      </p>
    </Page>
  );
}
