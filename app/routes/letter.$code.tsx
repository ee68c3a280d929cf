import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { openVisit } from "~/accounts/session.server.ts";
import { checkLetter } from "~/letters/checking.server.ts";
import { LETTER_TITLES, letterMessages } from "~/letters/messages.ts";
import { FramelessRefusal } from "~/site/refusal-page.tsx";
import { Card } from "~/ui/card.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { pageTitle } from "~/ui/site.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";

export const meta: MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, letterMessages.check.title) },
  { name: "robots", content: "noindex" },
];

/**
 * For a person who was given a letter: says whether the letter still holds. It says nothing that is not in the letter.
 */
export async function loader(args: LoaderFunctionArgs) {
  const letter = await checkLetter(args.context, await openVisit(args), args.params["code"]!);
  return data({ letter }, letter ? 200 : 404);
}

export default function CheckLetter() {
  const { letter } = useLoaderData<typeof loader>();
  const say = letterMessages.check;
  return (
    <Page title={say.title}>
      {letter ? (
        <>
          <Notice tone={letter.state === "valid" ? "success" : "error"}>
            <p>
              <strong>
                {say[letter.state]}
                {letter.since && ` on ${letter.since}`}.
              </strong>
            </p>
          </Notice>
          <Card>
            <SummaryList
              rows={[
                { term: "Letter", value: LETTER_TITLES[letter.kind] },
                { term: letter.isPart ? letterMessages.partOf : "Conference", value: letter.conference },
                { term: "Date of the letter", value: letter.date },
                { term: "Initials", value: letter.initials },
              ]}
            />
            <p>{say.about}</p>
          </Card>
        </>
      ) : (
        <p>{say.unknown}</p>
      )}
    </Page>
  );
}

export const ErrorBoundary = () => <FramelessRefusal />;
