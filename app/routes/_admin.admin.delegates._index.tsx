import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { SearchStopped } from "~/applications/search-stopped.tsx";
import { ApplicationTable } from "~/reviews/application-table.tsx";
import { ApplicationFilters } from "~/reviews/filters.tsx";
import { reviewMessages } from "~/reviews/messages.ts";
import { justSaved } from "~/reviews/opened-application.server.ts";
import { isFarApart, scoreInWords } from "~/reviews/review.ts";
import { listApplications } from "~/reviews/review-list.server.ts";
import { SavedReview } from "~/reviews/saved-review.tsx";
import { applicationFilterOf } from "~/selections/application-filter.form.ts";
import {
  allowedFilter,
  applicationAddress,
  filterFields,
  filterParameters,
  looksAtAll,
  mayUseAll,
} from "~/selections/application-filter.ts";
import { conditionsInWords, noNames } from "~/selections/filter-in-words.ts";
import { readFilterNames } from "~/selections/filter-names.server.ts";
import { selectionMessages } from "~/selections/messages.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card, EmptyState } from "~/ui/card.tsx";
import { ListCount, ListPages } from "~/ui/list.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { listQuery, sortLinks } from "~/ui/paging.ts";
import { HiddenFields } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { can } from "~/values/abilities.ts";

export const meta = titled("My delegates");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "read");
  const { context } = args;
  const asked = applicationFilterOf(new URL(args.request.url).searchParams);
  const filter = allowedFilter(asked.filter, visit.viewer);
  const [list, names, saved] = await Promise.all([
    listApplications(context, visit, filter, asked.after),
    looksAtAll(filter) ? readFilterNames(context, visit.settings.conferenceId) : null,
    justSaved(context, visit, args.request),
  ]);
  const { isBlind, show, rounds, rows, next, reading, stopped, found } = list;
  const shown = { ...filter, show };
  const decides = can(visit.viewer.abilities, "decide");
  // The links to other pages of the list keep everything that was asked for, even the conditions that the list leaves
  // out. So every page can say what it leaves out.
  const kept: Record<string, string | undefined> = decides
    ? { ...filterParameters({ ...asked.filter, show }), ...asked.unread }
    : filterParameters(shown);
  const listAt = (more: { sort?: string | undefined; after?: { key: number; id: string } | null }) => {
    const after = more.after && `${more.after.key}-${more.after.id}`;
    return `/admin/delegates${listQuery({ ...kept, ...more, after })}`;
  };
  const { submitted, ...othersSorts } = sortLinks(
    filter.sort ?? "-submitted",
    {
      submitted: "-submitted",
      score: "-score",
      reviews: "-reviews",
      name: "name",
      institution: "institution",
      decision: "decision",
      spread: "-spread",
    },
    (sort) => listAt({ sort: sort === "-submitted" ? undefined : sort }),
  );
  return {
    saved,
    stopped,
    decides,
    isBlind,
    found,
    // Staff who do not decide cannot sort the list by the opinions of others. Drafts have neither a submission time nor
    // a score.
    sorts: filter.state === "draft" ? {} : { submitted, ...(decides && othersSorts) },
    conditions: conditionsInWords(filter, names ?? noNames(rounds)),
    moreFilters: decides
      ? `/admin/delegates/find${listQuery({ ...filterParameters(shown), ...asked.unread })}`
      : null,
    // Staff who do not decide cannot act on a whole list, so they need not know what it leaves out.
    unread: decides ? Object.values(asked.unread) : [],
    isLonger: decides && !mayUseAll(asked.filter, visit.viewer),
    whole: filterFields(shown),
    filter,
    show,
    rounds,
    reading,
    address: applicationAddress(shown, { after: asked.after }),
    nextUnread: `/admin/delegates/next${applicationAddress({ show: "mine" })}`,
    kept,
    top: asked.after && listAt({}),
    more: next && listAt({ after: next }),
    rows: rows.map(({ submittedAt, meanScore, spread, ...row }) => ({
      ...row,
      submitted: submittedAt,
      score: meanScore === null ? null : scoreInWords(meanScore),
      spread: spread === null ? null : scoreInWords(spread),
      apart: isFarApart(spread),
    })),
  };
}

export default function MyDelegates() {
  const { decides, filter, show, rounds, reading, address, nextUnread, top, more, rows, stopped, ...list } =
    useLoaderData<typeof loader>();
  const table = <ApplicationTable rows={rows} address={address} decides={decides} sorts={list.sorts} />;
  const { assigned, reviewed, isNextThere } = reading;
  return (
    <Page title="My Delegates" wide>
      <SavedReview saved={list.saved} />
      {(assigned > 0 || !decides) && (
        <Card>
          <div className="reading">
            <div className="stack tight">
              <p>
                <strong>
                  {reviewed} of {assigned} reviewed
                </strong>
              </p>
              <progress max={Math.max(assigned, 1)} value={reviewed} aria-label="Reviewed" />
            </div>
            {isNextThere ? (
              <LinkButton href={nextUnread}>Review the next one</LinkButton>
            ) : (
              <p className="muted">
                {assigned > reviewed ? reviewMessages.onlyReopenedLeft : reviewMessages.nothingLeft}
              </p>
            )}
          </div>
        </Card>
      )}
      <ApplicationFilters
        {...{ filter, show, rounds, decides, isBlind: list.isBlind, kept: list.kept }}
        conditions={list.conditions}
        more={list.moreFilters}
      />
      {list.unread.length > 0 && (
        <Notice tone="warning">
          <p>
            {selectionMessages.notRead(list.unread)}{" "}
            <a href={list.moreFilters!}>{selectionMessages.readAgain}</a>
          </p>
        </Notice>
      )}
      {list.isLonger && (
        <Notice tone="warning">
          <p>{selectionMessages.needsMoney}</p>
        </Notice>
      )}
      <SearchStopped at={stopped} />
      {rows.length === 0 ? (
        <EmptyState
          title={top ? "No more applications" : "No applications here"}
          action={
            (assigned > 0 || show !== "mine") && (
              <LinkButton
                href={show === "mine" ? "/admin/delegates" : `/admin/delegates?show=${show}`}
                variant="secondary"
              >
                Show all
              </LinkButton>
            )
          }
        >
          <p>
            {assigned === 0 && show === "mine"
              ? "The applications that directors assign to you will be listed here."
              : "Nothing matches what you are looking for."}
          </p>
        </EmptyState>
      ) : (
        <>
          <ListCount found={list.found} shown={rows.length} one="application" />
          {decides ? (
            <form method="get" action="/admin/delegates/selection" className="stack">
              <HiddenFields fields={list.whole} />
              {table}
              <div className="actions">
                <Button variant="secondary" name="of" value="ticked">
                  Go on with those ticked
                </Button>
                {list.unread.length === 0 && !list.isLonger && (
                  <Button variant="secondary" name="of" value="all">
                    Go on with all of this list
                  </Button>
                )}
              </div>
            </form>
          ) : (
            table
          )}
        </>
      )}
      <ListPages first={top} next={more} />
    </Page>
  );
}
