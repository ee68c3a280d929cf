import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
import { ReviewLoad } from "~/reviews/review-load.tsx";
import { readHub } from "~/staff/hub.server.ts";
import { ApplicationCounts, FactorNeeded, MyReading, RegistrationCounts, ToDoList } from "~/staff/hub.tsx";
import { Card } from "~/ui/card.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Admin hub");

/** The hub is for all staff. It shows each person only the parts for which they have an ability. */
export async function loader(args: LoaderFunctionArgs) {
  return readHub(args.context, await requireAccess(args, "admin"));
}

export default function AdminHub() {
  const { factorFrom, progress, toDo, applications, readers, registrations } = useLoaderData<typeof loader>();
  return (
    <Page title="Admin hub" eyebrow={useEditionName()} lead="Where this conference stands.">
      {factorFrom !== null && <FactorNeeded from={factorFrom} />}
      {toDo && (
        <Card title="What needs to be done">
          <ToDoList groups={toDo} />
        </Card>
      )}
      {progress && (progress.assigned > 0 || !toDo) && <MyReading {...progress} />}
      {applications && (
        <Card title="Applications">
          <ApplicationCounts {...applications} />
          <p>
            <a href="/admin/applications.csv">Download all applications as CSV</a>
          </p>
        </Card>
      )}
      {readers && readers.length > 0 && (
        <Card title="Reading">
          <ReviewLoad readers={readers} />
        </Card>
      )}
      {registrations && <RegistrationCounts {...registrations} />}
    </Page>
  );
}
