import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/accounts/session.server.ts";
import { LetterSheet } from "~/letters/letter-sheet.tsx";
import { LETTER_TITLES, letterMessages } from "~/letters/messages.ts";
import { ownLetter } from "~/letters/own-letters.server.ts";
import styles from "~/modules/letter.css?inline";
import { refuse } from "~/platform/refusal.server.ts";
import { PrintHint } from "~/ui/letterhead.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { pageTitle } from "~/ui/site.tsx";

export const handle = { styles };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: pageTitle(matches, data ? LETTER_TITLES[data.kind] : "Letter") },
];

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireViewer(args);
  return (await ownLetter(args.context, visit, args.params["id"]!)) ?? refuse(404, letterMessages.noLetter);
}

/** A letter to print. Anybody who is given the letter can check it with its code. */
export default function OwnLetter() {
  const { state, isErased, ...letter } = useLoaderData<typeof loader>();
  return (
    <Page title={LETTER_TITLES[letter.kind]} lead={letter.content.conference} noticesFollow>
      {state !== "valid" && (
        <Notice tone="warning">
          <p>{letterMessages.gone[state]}</p>
        </Notice>
      )}
      {isErased && (
        <Notice tone="info">
          <p>
            {letterMessages.visa.erased} <a href="/letters/visa">Another letter for a visa</a>
          </p>
        </Notice>
      )}
      <LetterSheet {...letter} />
      <PrintHint>
        <a href="/letters">Your letters</a>
      </PrintHint>
    </Page>
  );
}
