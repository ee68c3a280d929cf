import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { AnswersSummary, type Summarised } from "./answers-summary.tsx";
import { applicationMessages } from "./messages.ts";

/** By section, how often and when it was saved. */
type Begun = { saves: Record<string, unknown> };

/** The page of an application that was not submitted before applications closed: it can only be read. */
export function ClosedDraft({ title, application }: { title: string; application: Summarised & Begun }) {
  const isBegun = Object.keys(application.saves).length + application.documents.length > 0;
  return (
    <Page title={title}>
      <Notice tone="warning">
        <p>
          {applicationMessages.applicationsClosed}{" "}
          {isBegun ? applicationMessages.draftKept : applicationMessages.notApplied}
        </p>
      </Notice>
      {isBegun && <AnswersSummary application={application} />}
    </Page>
  );
}
