import type { MetaFunction } from "@remix-run/react";
import { Outlet, useLocation, useRouteLoaderData } from "@remix-run/react";
import type { ComponentType, HTMLAttributes, ReactNode } from "react";
import { isForStaff } from "~/access/staff-pages.ts";
import type { DeadlineBarState as Bar, NamedDeadline } from "~/conference/countdown.ts";
import { Button } from "~/ui/button.tsx";
import { Moment, ZoneContext } from "~/ui/moment.tsx";
import { Notification, Notifications } from "~/ui/notifications.tsx";
import { FrameNotices } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { pageTitle, useSite } from "~/ui/site.tsx";
import { MINUTE } from "~/values/durations.ts";
import type { Severity } from "~/values/types.ts";
import { DeadlineBar } from "./deadline-bar.tsx";
import type { HeaderLink } from "./header-link.ts";
import { siteMessages } from "./messages.ts";
import { noticesInWords } from "./notices-in-words.ts";
import { RefusalPage } from "./refusal-page.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "dismissable-notification": HTMLAttributes<HTMLElement> & { "data-failed": string };
    }
  }
}

type Unseen = { id: string; message: string; severity: Severity };

export type Frame = {
  viewer: { email: string; admin: boolean } | null;
  links: HeaderLink[];
  /** The link to the HPAIR+ page that this visitor may open. */
  library: string;
  /** null if the notifications could not be loaded. */
  notifications: Unseen[] | null;
  /** Only set on delegates' pages. */
  bar: Bar | null;
  rounds: NamedDeadline[];
  now: number;
  /** The time on the portal's clock (UTC ms), if that is not the real time; otherwise null. */
  demoTime: number | null;
  /** The time zone in which pages write instants. */
  zone: string;
};

type Framing<Read> = { frame: Read; path: string };

/**
 * The component and the error boundary of a layout route. Both render the route's frame around the page. If the frame
 * could not be read, they render the page alone.
 *
 * @param id the id that Remix gives the route.
 * @param Frame renders the result of the route's loader, around a page.
 * @param Refusal is rendered in place of a page that was refused or failed; by default the usual page.
 */
export function layout<Loader extends (args: never) => Promise<{ zone: string }>>(
  id: string,
  Frame: ComponentType<Framing<LoaderData<Loader>> & { children: ReactNode }>,
  Refusal: ComponentType<Framing<LoaderData<Loader>>> = () => <RefusalPage />,
) {
  const useFrame = () => ({
    frame: useRouteLoaderData<Loader>(id) as LoaderData<Loader> | undefined,
    path: useLocation().pathname,
  });
  return {
    Layout() {
      const { frame, path } = useFrame();
      if (!frame) return <Outlet />;
      return (
        <ZoneContext.Provider value={frame.zone}>
          <Frame frame={frame} path={path}>
            <Outlet />
          </Frame>
        </ZoneContext.Provider>
      );
    },
    ErrorBoundary() {
      const { frame, path } = useFrame();
      if (!frame) return <RefusalPage />;
      return (
        <ZoneContext.Provider value={frame.zone}>
          <Frame frame={frame} path={path}>
            <Refusal frame={frame} path={path} />
          </Frame>
        </ZoneContext.Provider>
      );
    },
  };
}

type LoaderData<Loader> = NonNullable<ReturnType<typeof useRouteLoaderData<Loader>>>;

/** The title of a refused page within a layout, and its description for search engines. */
export const refusedMeta =
  (description?: string, isLibrary = false): MetaFunction =>
  ({ error, matches }) =>
    error
      ? [
          { title: isLibrary ? pageTitle(matches, null, "library") : pageTitle(matches, "Not available") },
          ...(description ? [{ name: "description", content: description }] : []),
        ]
      : [];

/** The header, deadline bar and footer around a page, and the notifications below the page's heading. */
export function SiteFrame({ frame, path, children }: { frame: Frame; path: string; children: ReactNode }) {
  // Staff come here to work, so notifications are folded on all of their pages except the first one.
  const isWork = isForStaff(path) && path !== "/admin";
  const { viewer, links, library, bar, rounds, now, demoTime, notifications } = frame;
  const site = useSite();
  return (
    <>
      <DemoStrip time={demoTime} />
      <SiteHeader
        viewer={viewer}
        links={links}
        current={path}
        logout={<LogInOrOut viewer={viewer} />}
        changeEmailHref="/change-email"
      />
      {bar && <DeadlineBar bar={bar} rounds={rounds} now={now} />}
      <FrameNotices.Provider
        value={({ isForm }) => <UnseenNotifications unseen={notifications} isFolded={isForm || isWork} />}
      >
        {children}
      </FrameNotices.Provider>
      <SiteFooter
        links={[
          { href: "/help", label: "Help" },
          { href: library, label: site.library },
          { href: "/history", label: "History" },
          { href: "/developers", label: "For developers" },
        ]}
      />
    </>
  );
}

/**
 * Says that the clock is not the real one. It shows whole minutes, so two responses in the same minute are identical.
 */
export function DemoStrip({ time }: { time: number | null }) {
  return (
    time && (
      <aside className="demo" aria-label="Demo">
        Demo data: the time here is <Moment at={time - (time % MINUTE)} />.
      </aside>
    )
  );
}

function LogInOrOut({ viewer }: { viewer: Frame["viewer"] }) {
  if (!viewer) return <a href="/">Log in</a>;
  return (
    <PostForm action="/logout" ofNoEdition>
      <Button variant="quiet">Logout</Button>
    </PostForm>
  );
}

/**
 * Every notification that has not been dismissed (specification, section 4), the most severe first. On a page with a
 * form, notifications are folded under one line. The line gives the first sentence of a critical notification, if there
 * is one, and the number of the other notifications.
 */
function UnseenNotifications({ unseen, isFolded }: { unseen: Frame["notifications"]; isFolded: boolean }) {
  const { pathname, search } = useLocation();
  if (unseen === null) {
    return (
      <Notifications>
        <Notification severity="INFO">{siteMessages.notificationsLoadFailed}</Notification>
      </Notifications>
    );
  }
  if (unseen.length === 0) return null;
  return (
    <Notifications line={isFolded ? noticesInWords(unseen) : undefined}>
      {unseen.map((notification) => (
        <Dismissable key={notification.id} notification={notification} from={pathname + search} />
      ))}
    </Notifications>
  );
}

function Dismissable({ notification, from }: { notification: Unseen; from: string }) {
  const { id, message, severity } = notification;
  return (
    <dismissable-notification data-failed={siteMessages.notDismissed}>
      <Notification
        severity={severity}
        dismiss={
          <PostForm action={`/notifications/${id}/dismiss`} ofNoEdition>
            <input type="hidden" name="from" value={from} />
            <Button variant="quiet">
              Dismiss<span className="visually-hidden"> this notification</span>
            </Button>
          </PostForm>
        }
      >
        {message}
      </Notification>
    </dismissable-notification>
  );
}
