import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useContext } from "react";
import { requireAbility } from "~/access/gate.server.ts";
import { AUDIT_YEARS } from "~/platform/audit.ts";
import { auditAddress, auditFilterOf } from "~/staff/audit-filter.form.ts";
import { listAudit } from "~/staff/audit-list.server.ts";
import { AuditDays } from "~/staff/audit-log.tsx";
import { actInWords, auditSentence, filterInWords } from "~/staff/audit-words.ts";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { SelectField, TextField } from "~/ui/field.tsx";
import { ListFilter } from "~/ui/list.tsx";
import { ZoneContext } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { zoneInWords } from "~/values/times.ts";

export const meta = titled("Audit log");

export async function loader(args: LoaderFunctionArgs) {
  const { shown, settings } = await requireAbility(args, "everything");
  const { filter, after } = auditFilterOf(new URL(args.request.url).searchParams);
  const { rows, next, acts, names } = await listAudit(args.context.db, settings.conferenceId, filter, after);
  return {
    filter,
    acts: acts.map((act) => ({ value: act, label: actInWords(act) })),
    newest: after && (auditAddress(filter) || "?"),
    older: next && auditAddress(filter, next),
    rows: rows.map(({ id, at, actor, action, object, detail }) => ({
      id,
      date: shown(at),
      ...{ actor, object, about: auditAddress({ object }) },
      ...auditSentence({ action, object, detail }, names),
    })),
  };
}

export default function AuditLog() {
  const { filter, acts, rows, newest, older } = useLoaderData<typeof loader>();
  const zone = useContext(ZoneContext);
  const sought = filterInWords(filter);
  return (
    <Page
      title="Audit log"
      lead={`Who did what, newest first, kept for ${AUDIT_YEARS} years. All times are ${zoneInWords(zone)} time.`}
      wide
    >
      <ListFilter
        isFolded
        chosen={[
          { name: "who", value: filter.who },
          { name: "what", value: filter.what, label: filter.what && actInWords(filter.what) },
          { name: "object", value: filter.object },
        ]}
      >
        <TextField label="Who" name="who" hint="An e-mail address." defaultValue={filter.who} />
        <SelectField
          label="What"
          name="what"
          emptyOption="Every act"
          defaultValue={filter.what}
          options={acts}
        />
        <TextField
          label="About"
          name="object"
          hint="Such as users/ or payments/ and an id. “All acts” in the log fills this in."
          defaultValue={filter.object}
        />
      </ListFilter>
      {rows.length === 0 ? (
        <EmptyState
          title={newest ? "No older acts" : "No acts here"}
          action={
            (sought || newest) && (
              <LinkButton href="/admin/audit" variant="secondary">
                Show every act
              </LinkButton>
            )
          }
        >
          <p>{sought ? `Nothing matches: ${sought}.` : "The portal writes down here what people change."}</p>
        </EmptyState>
      ) : (
        <AuditDays acts={rows} />
      )}
      <p className="cluster">
        {newest && <a href={`/admin/audit${newest}`}>Newest</a>}
        {older && <a href={`/admin/audit${older}`}>Older</a>}
      </p>
    </Page>
  );
}
