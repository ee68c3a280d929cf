import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { requireAbility } from "~/access/gate.server.ts";
import { parseMoveForm } from "~/library/library.form.ts";
import { libraryMessages } from "~/library/messages.ts";
import { moveItem, readSorting } from "~/library/sorting.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { Card, EmptyState } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { Sortable } from "~/ui/sortable.tsx";
import { messages } from "~/values/messages.ts";

export const meta = titled("Sorting");

export async function loader(args: LoaderFunctionArgs) {
  await requireAbility(args, "content");
  const asked = new URL(args.request.url).searchParams.get("category");
  return readSorting(args.context.db, asked);
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "content", form);
  const { list, move } = parseMoveForm(form) ?? refuse(400, messages.badRequest);
  const answer = await moveItem(args.context, visit, list, move);
  if (answer === "itemGone") return data({ problem: libraryMessages.videos.itemGone }, 409);
  if (answer === "neighbourGone") return data({ problem: libraryMessages.videos.positionGone });
  const category = list.kind === "videos" ? `?category=${encodeURIComponent(list.category)}` : "";
  return redirect(`/staff/sorting${category}#${list.kind}-${move.item}`);
}

export default function Sorting() {
  const { speakers, categories, category, videos } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <Page
      title="Sorting"
      lead="Subscribers see speakers, categories, and the videos of a category in this order."
      wide
    >
      <p className="hint">
        Press an arrow to move an item by one place, or to the top.{" "}
        <span className="when-sortable">
          You can also drag it. On a keyboard, choose an arrow with Tab, hold Alt and press ↑ or ↓.
        </span>
      </p>
      {reply && <ErrorSummary problems={[{ message: reply.problem }]} />}
      <Card title="Videos of a category" id="videos">
        {categories.length > 0 && (
          <nav className="chips" aria-label="Category">
            {categories.map(({ id, title }) => (
              <Fragment key={id}>
                <a
                  className="chip"
                  href={`/staff/sorting?category=${encodeURIComponent(id)}`}
                  aria-current={id === category?.id ? "true" : undefined}
                >
                  {title}
                </a>{" "}
              </Fragment>
            ))}
          </nav>
        )}
        {category && videos.length > 0 ? (
          <Sortable
            list="videos"
            category={category.id}
            label={`Videos of ${category.title}`}
            items={videos.map(({ id, title, publishedAt }) => ({
              id,
              title,
              ...(publishedAt === null && { note: "Not published" }),
            }))}
          />
        ) : (
          <EmptyState title="Nothing to sort here">
            <p>Videos that you put into a category are listed here.</p>
          </EmptyState>
        )}
      </Card>
      <div className="sorting-lists">
        <Card title="Categories" id="categories">
          <Sortable list="categories" label="Categories" items={categories} />
        </Card>
        <Card title="Speakers" id="speakers">
          <Sortable list="speakers" label="Speakers" items={speakers} />
        </Card>
      </div>
    </Page>
  );
}
