import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { roleLabel } from "~/access/abilities.ts";
import { requireAbility } from "~/access/gate.server.ts";
import { SearchStopped } from "~/applications/search-stopped.tsx";
import { accountFilterOf } from "~/staff/account-filter.form.ts";
import { type AccountFilter, accountAddress } from "~/staff/account-filter.ts";
import { listAccounts } from "~/staff/accounts.server.ts";
import { TextField } from "~/ui/field.tsx";
import { ListCount, ListFilter, ListPages, ListTable, NothingMatches } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { openedFrom, rowId, sortLinks } from "~/ui/paging.ts";
import { titled } from "~/ui/site.tsx";
import { Tag } from "~/ui/tag.tsx";

export const meta = titled("Accounts");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "everything");
  const { filter, after } = accountFilterOf(new URL(args.request.url).searchParams);
  const { rows, next, stopped, found } = await listAccounts(args.context, visit, filter, after);
  const to = (asked: AccountFilter, behind?: string | null) =>
    `/admin/accounts${accountAddress(asked, behind)}`;
  return {
    ...{ stopped, filter, found },
    sorts: sortLinks(filter.sort ?? "email", { email: "email" }, (sort) =>
      to({ ...filter, sort: sort === "email" ? undefined : sort }),
    ),
    from: openedFrom(accountAddress(filter, after)),
    top: after && to(filter),
    more: next && to(filter, next),
    rows: rows.map(({ createdAt, emailVerifiedAt, disabledAt, ...account }) => ({
      ...account,
      created: visit.shown(createdAt),
      verified: emailVerifiedAt !== null,
      disabled: disabledAt !== null,
    })),
  };
}

export default function Accounts() {
  const { filter, rows, stopped, found, sorts, from, top, more } = useLoaderData<typeof loader>();
  return (
    <Page title="Accounts" lead="Everybody who can log in, by e-mail address." wide>
      <ListFilter title="Search" chosen={[{ name: "search", value: filter.search }]} sort={filter.sort}>
        <TextField
          label="Search"
          name="search"
          hint="The beginning of an e-mail address, or a name on an application."
          defaultValue={filter.search}
          maxLength={254}
        />
      </ListFilter>
      <SearchStopped at={stopped} />
      {rows.length === 0 ? (
        <NothingMatches
          title={top === null ? "No accounts here" : "No more accounts"}
          all="/admin/accounts"
        />
      ) : (
        <>
          <ListCount found={found} shown={rows.length} one="account" />
          <ListTable
            caption="Accounts"
            rows={rows}
            keyOf={({ uid }) => uid}
            idOf={({ uid }) => rowId(uid)}
            columns={[
              {
                title: "Person",
                kind: "long",
                cell: ({ uid, name, email, disabled }) => (
                  <>
                    <a href={`/admin/accounts/${uid}${from}`}>
                      <bdi>{name || email}</bdi>
                    </a>{" "}
                    {disabled && <Tag tone="error">Disabled</Tag>}
                  </>
                ),
              },
              {
                title: "E-mail",
                kind: "long",
                sort: sorts.email,
                isBelow: true,
                // If a person has no name, their address is shown in its place.
                cell: ({ name, email, created, verified }) => (
                  <>
                    {name && email}{" "}
                    <small>
                      Since <Moment at={created} style="date" />
                      {!verified && ", address not confirmed"}
                    </small>
                  </>
                ),
              },
              // The cell is empty for a person who is not on the staff and has no application.
              {
                title: "Role or application",
                isBeside: true,
                cell: ({ uid, name, email, abilities, hasApplication }) => (
                  <>
                    {abilities.length > 0 && roleLabel(abilities)}{" "}
                    {hasApplication && (
                      <a
                        href={`/admin/delegates/${uid}?show=everyone`}
                        aria-label={`Application of ${name || email}`}
                      >
                        Application
                      </a>
                    )}
                  </>
                ),
              },
            ]}
          />
        </>
      )}
      <ListPages first={top} next={more} />
    </Page>
  );
}
