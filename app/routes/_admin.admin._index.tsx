import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import { ReviewLoad } from "~/reviews/review-load.tsx";
import { ApplicationCounts, MyReading, ToDoList } from "~/staff/hub.tsx";
import { readProgress, readStatistics } from "~/staff/statistics.server.ts";
import { toDo } from "~/staff/to-do.ts";
import { Card } from "~/ui/card.tsx";
import { ColumnChart } from "~/ui/column-chart.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { dollars } from "~/values/money.ts";
import { columnsOf } from "~/values/series.ts";

export const meta = titled("Admin hub");

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, settings, now } = await requireAccess(args, "admin");
  const { db } = args.context;
  if (viewer.role !== "director")
    return { progress: await readProgress(db, settings.conferenceId, viewer.uid), hub: null };
  const { perDay, revenue, rounds, ...counts } = await readStatistics(db, settings.conferenceId);
  const mine = counts.readers.find(({ uid }) => uid === viewer.uid);
  return {
    progress: mine ?? null,
    hub: {
      ...counts,
      rounds: rounds.map(({ id, title }) => ({ id, title })),
      toDo: toDo({ ...counts, rounds }, now),
      handedIn: columnsOf(
        perDay.filter(({ day }) => day <= now).map(({ day, number }) => ({ day, value: number })),
      ),
      taken: columnsOf(revenue.map(({ day, cents }) => ({ day, value: cents }))),
    },
  };
}

export default function AdminHub() {
  const { progress, hub } = useLoaderData<typeof loader>();
  return (
    <Page title="Admin hub" lead="Where the current conference stands.">
      {hub && (
        <Card title="What needs to be done now">
          <ToDoList items={hub.toDo} />
        </Card>
      )}
      {progress && <MyReading {...progress} />}
      {hub && (
        <>
          <Card title="Applications">
            <ApplicationCounts {...hub} />
            {hub.handedIn.length > 0 && <ColumnChart title="Applications submitted" columns={hub.handedIn} />}
            <p>
              <a href="/admin/applications.csv" download>
                Download all applications as CSV
              </a>
            </p>
          </Card>
          {hub.readers.length > 0 && (
            <Card title="Reading">
              <ReviewLoad readers={hub.readers} />
            </Card>
          )}
          <Card title="Registrations and revenue">
            <SummaryList
              rows={hub.tickets.map(({ id, title }) => {
                const { number = 0, cents = 0 } = hub.registrations.find((row) => row.passType === id) ?? {};
                return { term: title, value: `${number} paid, ${dollars(cents)}` };
              })}
            />
            {hub.taken.length > 0 && (
              <ColumnChart title="Money received" columns={hub.taken} format={dollars} />
            )}
            <p>
              <a href="/admin/registrations.csv" download>
                Download all registrations as CSV
              </a>
            </p>
            <p>
              The people to call if anything happens to a delegate are in a file of their own:{" "}
              <a href="/admin/emergency-contacts.csv" download>
                download emergency contacts as CSV
              </a>
              .
            </p>
          </Card>
        </>
      )}
    </Page>
  );
}
