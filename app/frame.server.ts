import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { HeaderLink } from "./components/site-header.tsx";
import { deadlineBar } from "./domain/countdown.ts";
import { EASTERN, inZone } from "./domain/times.ts";
import { readSurroundings } from "./models/surroundings.server.ts";
import { readClaims, readLayout } from "./session.server.ts";

/** What stands around a page: header, banners, deadline bar, footer. It is drawn even when D1 does not answer. */
export async function readFrame(args: LoaderFunctionArgs) {
  const { context } = args;
  const { visit, surroundings } = await readLayout(args, readSurroundings);
  const viewer = visit ? visit.viewer : await readClaims(args);
  const links: HeaderLink[] = [{ href: "/scheduling", label: "Scheduling" }];
  if (viewer?.admin) {
    links.push(
      { href: "/admin", label: "Admin" },
      { href: visit?.settings.liveDataUrl ?? "/admin", label: "Live Data", external: true },
    );
  }
  return {
    viewer: viewer && { email: viewer.email, admin: viewer.admin },
    links,
    /** null: they could not be loaded. */
    notifications: surroundings?.notifications ?? null,
    bar: surroundings && visit ? deadlineBar(surroundings.rounds, visit.now, surroundings.submittedAt) : null,
    now: visit?.now ?? 0,
    demoTime: context.config.demo && visit ? inZone(visit.now, EASTERN) : null,
    supportEmail: visit?.settings.supportEmail ?? "",
  };
}
