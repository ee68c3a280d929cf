import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useLocation, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/components/button.tsx";
import { DeadlineBar } from "~/components/deadline-bar.tsx";
import { Banner, Banners } from "~/components/notice.tsx";
import { PostForm } from "~/components/post-form.tsx";
import { RefusalPage } from "~/components/refusal-page.tsx";
import { SiteFooter } from "~/components/site-footer.tsx";
import { type HeaderLink, SiteHeader } from "~/components/site-header.tsx";
import { deadlineBar } from "~/domain/countdown.ts";
import { messages } from "~/domain/messages.ts";
import { EASTERN, inZone } from "~/domain/times.ts";
import { readSurroundings } from "~/models/surroundings.server.ts";
import { readClaims, readLayout } from "~/session.server.ts";

export const meta: MetaFunction = ({ error }) => (error ? [{ title: "Not available · HPAIR" }] : []);

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args;
  const { visit, surroundings } = await readLayout(args, readSurroundings);
  const viewer = visit ? visit.viewer : await readClaims(args);
  const links: HeaderLink[] = [
    { href: "/scheduling", label: "Scheduling" },
    ...(viewer?.admin
      ? [
          { href: "/admin", label: "Admin" },
          { href: visit?.settings.liveDataUrl ?? "/admin", label: "Live Data", external: true },
        ]
      : []),
  ];
  return {
    viewer: viewer && { email: viewer.email, admin: viewer.admin },
    links,
    notifications: surroundings?.notifications ?? [],
    notificationsFailed: surroundings === null,
    bar: surroundings && visit ? deadlineBar(surroundings.rounds, visit.now, surroundings.submittedAt) : null,
    now: visit?.now ?? 0,
    demoTime: context.config.demo && visit ? inZone(visit.now, EASTERN) : null,
    supportEmail: visit?.settings.supportEmail ?? "",
  };
}

type Surroundings = Awaited<ReturnType<typeof loader>>;

export default function DelegateLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary() {
  return (
    <Frame>
      <RefusalPage />
    </Frame>
  );
}

/** On the home route the frame is omitted for who is not signed in. */
function Frame({ children }: { children: ReactNode }) {
  const around = useRouteLoaderData<typeof loader>("routes/_delegate");
  const { pathname } = useLocation();
  if (!around || (pathname === "/" && !around.viewer)) return children;
  const { viewer, links, bar, now, demoTime, supportEmail } = around;
  return (
    <>
      <SiteHeader viewer={viewer} links={links} current={pathname} logout={<LogInOrOut viewer={viewer} />} />
      {bar && <DeadlineBar bar={bar} now={now} />}
      <Notifications around={around} from={pathname} />
      {children}
      <SiteFooter links={supportEmail ? [{ href: `mailto:${supportEmail}`, label: "Help" }] : []}>
        {demoTime && `Demo data: the portal’s clock shows ${demoTime}.`}
      </SiteFooter>
    </>
  );
}

function LogInOrOut({ viewer }: { viewer: Surroundings["viewer"] }) {
  if (!viewer) return <a href="/">Log in</a>;
  return (
    <PostForm action="/logout">
      <Button variant="quiet">Logout</Button>
    </PostForm>
  );
}

function Notifications({ around, from }: { around: Surroundings; from: string }) {
  if (around.notificationsFailed) {
    return (
      <Banners>
        <Banner severity="INFO">{messages.notificationsLoadFailed}</Banner>
      </Banners>
    );
  }
  if (around.notifications.length === 0) return null;
  return (
    <Banners>
      {around.notifications.map(({ id, message, severity }) => (
        <Banner
          key={id}
          severity={severity}
          dismiss={
            around.viewer && (
              <PostForm action={`/notifications/${id}/dismiss`}>
                <input type="hidden" name="from" value={from} />
                <Button variant="quiet">
                  Dismiss<span className="visually-hidden"> this notification</span>
                </Button>
              </PostForm>
            )
          }
        >
          {message}
        </Banner>
      ))}
    </Banners>
  );
}
