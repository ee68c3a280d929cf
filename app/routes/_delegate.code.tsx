import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { awaitsCode, enterCode } from "~/accounts/code-entry.server.ts";
import { CodeForm } from "~/accounts/code-form.tsx";
import { readForm } from "~/platform/posted-form.server.ts";
import { Card } from "~/ui/card.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { safePath } from "~/values/paths.ts";

export const meta = titled("Type your code");

export async function loader(args: LoaderFunctionArgs) {
  const redirectTo = safePath(new URL(args.request.url).searchParams.get("redirectTo"), "/");
  if (await awaitsCode(args)) return { redirectTo };
  throw redirect(redirectTo);
}

export async function action(args: ActionFunctionArgs) {
  return enterCode(args, await readForm(args));
}

export default function Code() {
  const { redirectTo } = useLoaderData<typeof loader>();
  const asked = useActionData<typeof action>();
  return (
    <Page isForm title="Type your code" lead="One more step: a code from the app on your phone.">
      <Card>
        <CodeForm
          redirectTo={asked?.redirectTo ?? redirectTo}
          resume={asked?.resume ?? []}
          problem={asked?.problem}
        />
      </Card>
      <p className="hint">
        Have you lost your phone? Use a recovery code. If you have none left, ask a director: two of them can
        remove your second factor.
      </p>
    </Page>
  );
}
