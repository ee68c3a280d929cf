import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { AnswersSummary, type Summarised } from "./answers-summary.tsx";
import { applicationMessages } from "./messages.ts";

/** The page of an application that was not submitted before applications closed: it can only be read. */
export function ClosedDraft({ title, application }: { title: string; application: Summarised }) {
  return (
    <Page title={title}>
      <Notice tone="warning">
        <p>
          {applicationMessages.applicationsClosed} {applicationMessages.draftKept}
        </p>
      </Notice>
      <AnswersSummary application={application} />
    </Page>
  );
}
