import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { countryOptions } from "~/applications/country-options.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { applicationFilterOf } from "~/selections/application-filter.form.ts";
import { allowedFilter, applicationAddress } from "~/selections/application-filter.ts";
import { FilterForm } from "~/selections/filter-fields.tsx";
import { readFilterNames } from "~/selections/filter-names.server.ts";
import { forgetSelection, readSaved } from "~/selections/saved-selections.server.ts";
import { parseSavedForm } from "~/selections/selection.form.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Page } from "~/ui/page.tsx";
import { HiddenFields, PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { can } from "~/values/abilities.ts";
import { messages } from "~/values/messages.ts";

export const meta = titled("Find applications");

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, settings } = await requireAbility(args, "decide");
  const { context, request } = args;
  const asked = applicationFilterOf(new URL(request.url).searchParams);
  const filter = allowedFilter(asked.filter, viewer);
  const [names, saved] = await Promise.all([
    readFilterNames(context, settings.conferenceId),
    readSaved(context, settings.conferenceId),
  ]);
  return {
    filter,
    unread: asked.unread,
    names,
    saved,
    list: `/admin/delegates${applicationAddress({ ...filter, show: "everyone" })}`,
    seesMoney: can(viewer.abilities, "money"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "decide", form);
  const parsed = parseSavedForm(form);
  if ("problems" in parsed) refuse(400, messages.badRequest);
  await forgetSelection(args.context, visit, parsed.request.id);
  return redirect("/admin/delegates/find");
}

export default function FindApplications() {
  const { filter, unread, names, saved, list, seesMoney } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Find applications"
      eyebrow={<a href={list}>Applications</a>}
      lead="Every filter that you fill in must match. What you find can be labelled, assigned, written to or saved."
    >
      {saved.length > 0 && (
        <Card title="Saved selections">
          <ul className="plain stack tight">
            {saved.map(({ id, name, query }) => (
              <li key={id} className="cluster between">
                <a href={`/admin/delegates${query}`}>{name}</a>{" "}
                <PostForm>
                  <HiddenFields fields={{ id }} />
                  <Button variant="quiet">
                    Remove<span className="visually-hidden"> {name}</span>
                  </Button>
                </PostForm>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <FilterForm {...{ filter, unread, names, seesMoney, countryOptions }} />
    </Page>
  );
}
