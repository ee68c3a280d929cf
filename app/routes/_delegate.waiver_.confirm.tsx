import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import { TermsParts } from "~/money/checkout/terms-page.tsx";
import { passMessages } from "~/money/prices/messages.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { dateInWords } from "~/values/days.ts";
import { safePath } from "~/values/paths.ts";

const TITLE = "Accept the terms and conditions?";

export const meta = titled(TITLE);

export async function loader(args: LoaderFunctionArgs) {
  await requireAccess(args, "signed-in");
  const asked = new URL(args.request.url).searchParams;
  return {
    version: asked.get("version") ?? "",
    date: asked.get("date") ?? "",
    next: safePath(asked.get("next"), "/"),
  };
}

/** The page that asks for confirmation in browsers without scripts (specification, section 5: agreement submit). */
export default function ConfirmWaiver() {
  const { version, date, next } = useLoaderData<typeof loader>();
  const back = `/waiver?${new URLSearchParams({ next, date })}`;
  return (
    <Page isForm title={TITLE}>
      <Card title="What you accept">
        <TermsParts at={`${back}&agreed`} />
        <p className="hint">
          Dated {dateInWords(date)}. <a href={`${back}&agreed`}>Read the terms again</a>
        </p>
        <p>
          <strong>{passMessages.confirmTerms}</strong>
        </p>
        <PostForm action="/waiver" className="cluster">
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="date" value={date} />
          <input type="hidden" name="codeOfConduct" value="true" />
          <input type="hidden" name="refundPolicy" value="true" />
          <input type="hidden" name="next" value={next} />
          <Button name="confirmed" value="true">
            Accept the terms
          </Button>
          <LinkButton href={`${back}&refused`} variant="secondary">
            Cancel
          </LinkButton>
        </PostForm>
      </Card>
    </Page>
  );
}
