import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireAccess } from "~/access/gate.server.ts";
import { staffPageOf } from "~/access/staff-pages.ts";
import { refreshClaims } from "~/accounts/session.server.ts";
import { chooseEdition } from "~/editions/chosen-edition.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";

/** Chooses the edition that the staff's pages show in this session. */
export async function action(args: ActionFunctionArgs) {
  const { context, request } = args;
  const form = await readForm(args);
  const visit = await requireAccess(args, "admin", form);
  const chosen = await chooseEdition(context.db, visit, String(form.get("chosen")));
  if ("refused" in chosen) refuse(chosen.status, chosen.refused);
  await refreshClaims(context, request, { ...visit.viewer, edition: chosen.edition });
  // Among the staff's pages, only the lists are sure to exist in every edition. Any other page may be missing from the
  // chosen edition.
  return redirect(staffPageOf(String(form.get("from"))));
}

export const loader = () => redirect("/admin");
