import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { roleLabel } from "~/access/abilities.ts";
import { requireAbility } from "~/access/gate.server.ts";
import { SearchStopped } from "~/applications/search-stopped.tsx";
import { accountFilterOf } from "~/staff/account-filter.form.ts";
import { accountAddress } from "~/staff/account-filter.ts";
import { listAccounts } from "~/staff/accounts.server.ts";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { TextField } from "~/ui/field.tsx";
import { ListFilter, ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { Tag } from "~/ui/tag.tsx";

export const meta = titled("Accounts");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "everything");
  const { search, after } = accountFilterOf(new URL(args.request.url).searchParams);
  const { rows, next, stopped } = await listAccounts(args.context, visit, search, after);
  return {
    stopped,
    search,
    top: after && accountAddress({ search }),
    more: next && accountAddress({ search }, next),
    rows: rows.map(({ createdAt, emailVerifiedAt, disabledAt, ...account }) => ({
      ...account,
      created: visit.shown(createdAt),
      verified: emailVerifiedAt !== null,
      disabled: disabledAt !== null,
    })),
  };
}

export default function Accounts() {
  const { search, rows, stopped, top, more } = useLoaderData<typeof loader>();
  return (
    <Page title="Accounts" lead="Everybody who can log in, by e-mail address." wide>
      <ListFilter title="Search" chosen={[{ name: "search", value: search }]}>
        <TextField
          label="Search"
          name="search"
          hint="The beginning of an e-mail address, or a name on an application."
          defaultValue={search}
          maxLength={254}
        />
      </ListFilter>
      <SearchStopped at={stopped} />
      {rows.length === 0 ? (
        <EmptyState
          title={top === null ? "No accounts here" : "No more accounts"}
          action={
            <LinkButton href="/admin/accounts" variant="secondary">
              Show all
            </LinkButton>
          }
        >
          <p>Nothing matches what you are looking for.</p>
        </EmptyState>
      ) : (
        <ListTable
          caption="Accounts"
          rows={rows}
          keyOf={({ uid }) => uid}
          columns={[
            {
              title: "E-mail",
              kind: "long",
              cell: ({ uid, email, disabled, created, verified }) => (
                <>
                  <a href={`/admin/accounts/${uid}`}>{email}</a>{" "}
                  {disabled && <Tag tone="error">Disabled</Tag>}{" "}
                  <small>
                    Since <Moment at={created} style="date" />
                    {!verified && ", address not confirmed"}
                  </small>
                </>
              ),
            },
            // What most accounts are is not said at each of them.
            { title: "Role", cell: ({ abilities }) => abilities.length > 0 && roleLabel(abilities) },
            {
              title: "Application",
              cell: ({ uid, email, hasApplication }) =>
                hasApplication && (
                  <a href={`/admin/delegates/${uid}?show=everyone`}>
                    Open<span className="visually-hidden"> the application of {email}</span>
                  </a>
                ),
            },
          ]}
        />
      )}
      <p className="cluster">
        {top !== null && <a href={`/admin/accounts${top}`}>First page</a>}
        {more && <a href={`/admin/accounts${more}`}>Next page</a>}
      </p>
    </Page>
  );
}
