import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireAbility } from "~/access/gate.server.ts";
import { nextUnread } from "~/reviews/next-application.server.ts";
import { applicationFilterOf } from "~/selections/application-filter.form.ts";
import { allowedFilter, applicationAddress } from "~/selections/application-filter.ts";

/**
 * Finds the next application in a list that has no review by this reader yet, and redirects to that application. If
 * none is left, redirects back to the list. If the address names the application that was just reviewed, the next page
 * says that the review was saved.
 */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "read");
  const asked = new URL(args.request.url).searchParams;
  const { filter: all, after } = applicationFilterOf(asked);
  const filter = allowedFilter(all, visit.viewer);
  const uid = await nextUnread(args.context, visit, filter, asked.get("from"));
  const address = applicationAddress(filter, { after, saved: asked.get("saved") ?? undefined });
  return redirect(uid === null ? `/admin/delegates${address}` : `/admin/delegates/${uid}${address}`);
}
