import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { AnswersSummary } from "~/applications/answers-summary.tsx";
import { DecisionCard } from "~/decisions/decision-card.tsx";
import { DetailsHistory } from "~/details/details-history.tsx";
import { detailsMessages } from "~/details/messages.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { Comments } from "~/reviews/comments.tsx";
import { DocumentPreviews } from "~/reviews/document-previews.tsx";
import { ReviewKeys } from "~/reviews/keys.tsx";
import { reviewMessages } from "~/reviews/messages.ts";
import { ReaderScores } from "~/reviews/readers.tsx";
import { ReasonForm } from "~/reviews/reason-form.tsx";
import type { DeskReply } from "~/reviews/reply.ts";
import { actOnDesk, deskOf } from "~/reviews/review-desk.server.ts";
import { SavedReview } from "~/reviews/saved-review.tsx";
import { ScoreForm } from "~/reviews/score-form.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { pageTitle } from "~/ui/site.tsx";
import { Tag } from "~/ui/tag.tsx";
import { messages } from "~/values/messages.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: pageTitle(matches, data?.name ?? "Application") },
];

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "read");
  return (await deskOf(args, visit)) ?? refuse(404, messages.notFound);
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAct(args, "read", "release", form);
  return actOnDesk(args, visit, form);
}

export default function ReviewDesk() {
  const desk = useLoaderData<typeof loader>();
  const refused = useActionData<DeskReply>();
  const replyTo = (form: DeskReply["form"]) => (refused?.form === form ? refused : undefined);
  return (
    <Page
      title={<bdi>{desk.name || desk.email}</bdi>}
      eyebrow={<a href={desk.links.list}>Applications</a>}
      lead={desk.lead}
      wide
    >
      {!refused && <SavedReview saved={desk.saved} />}
      <div className="cluster between">
        <p className="cluster">
          {desk.submitted ? (
            <span>
              Submitted <Moment at={desk.submitted} />
            </span>
          ) : (
            <Tag tone="todo">{desk.reopened ? "Opened again" : "Draft"}</Tag>
          )}
          {desk.decided && !desk.submitted && <span> {desk.decided.decision ?? "Undecided"} </span>}
          {desk.labels.map((title) => (
            <Tag key={title} tone="info">
              {title}
            </Tag>
          ))}{" "}
          {desk.ownDeadline !== null && (
            <span>
              May submit until <Moment at={desk.ownDeadline} />
            </span>
          )}{" "}
          {desk.links.deadline && <a href={desk.links.deadline}>Give them a later deadline</a>}{" "}
          {desk.links.correct && <a href={desk.links.correct}>{detailsMessages.correct.title}</a>}{" "}
          {desk.links.letters && <a href={desk.links.letters}>Letters</a>}{" "}
          {desk.links.order && <a href={desk.links.order}>Payments and award</a>}{" "}
          {desk.detailsHistory.length > 0 && <a href="#details">{detailsMessages.staffHistory}</a>}
        </p>
        {(desk.links.previous || desk.links.next) && (
          <nav className="cluster" aria-label="Applications">
            {desk.links.previous && (
              <a href={desk.links.previous} rel="prev">
                Previous<span className="wide-only"> in the list</span>
              </a>
            )}{" "}
            {desk.links.next && (
              <a href={desk.links.next} rel="next">
                Next<span className="wide-only"> in the list</span>
              </a>
            )}{" "}
            <a href={desk.links.unread}>Next to review</a>
          </nav>
        )}
      </div>
      <div className="desk">
        <div className="stack">
          {desk.decided && (desk.submitted || replyTo("decision")) && (
            <DecisionCard
              {...desk.decided}
              reply={replyTo("decision")}
              href={desk.links.self}
              pressId={desk.pressId}
              isTested={desk.isTested}
            />
          )}
          <AnswersSummary application={desk.application} typedOnly />
          <DocumentPreviews documents={desk.documents} isBlind={desk.isBlind} />
          <DetailsHistory entries={desk.detailsHistory} />
        </div>
        <div className="aside stack">
          <ScoreForm
            criteria={desk.criteria}
            own={desk.own}
            ruling={desk.ruling}
            reply={replyTo("review")}
            links={{ previous: desk.links.previous, skip: desk.links.unread }}
          />
          <ReaderScores readers={desk.readers} conflicts={desk.conflicts} src={desk.links.self} />
          <div>
            {(desk.mayDecline || replyTo("conflict")) && (
              <ReasonForm
                name="conflict"
                title="I should not read this"
                button="Do not assign it to me"
                hint="For example: I know the applicant. The directors see it."
                reply={replyTo("conflict")}
              >
                It is removed from your list and never assigned to you again.
              </ReasonForm>
            )}
            {(desk.mayReopen || replyTo("reopen")) && (
              <ReasonForm
                name="reopen"
                title="Open again for changes"
                button="Open again"
                hint={reviewMessages.reopenReason}
                reply={replyTo("reopen")}
              >
                The delegate is told by mail and may change everything until they submit it again, even after
                the deadline. Until then the delegate cannot see the decision.
              </ReasonForm>
            )}
            <ReviewKeys />
          </div>
        </div>
        <Comments comments={desk.comments} src={desk.links.self} reply={replyTo("comment")} />
      </div>
    </Page>
  );
}
