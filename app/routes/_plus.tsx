import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import {
  isRouteErrorResponse,
  Outlet,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { PlusFrame } from "~/components/plus-frame.tsx";
import { PlusGate } from "~/components/plus-gate.tsx";
import { RefusalPage } from "~/components/refusal-page.tsx";
import { dollars } from "~/domain/money.ts";
import { everyMonths } from "~/domain/subscription.ts";
import type { Handle } from "~/hydration.ts";
import { readCategories, readOffer } from "~/models/library.server.ts";
import styles from "~/modules/library.css?url";
import { type Refusal, readClaims, readLayout } from "~/session.server.ts";

export const meta: MetaFunction = ({ error }) =>
  error
    ? [
        { title: "HPAIR+" },
        {
          name: "description",
          content:
            "The lectures and talks of the conferences, by topic and speaker, for subscribers of HPAIR+.",
        },
      ]
    : [];

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const handle: Handle = { enhance: "plus", library: true };

/** The frame around a library page, and what the gate shows. It is rendered even if D1 does not answer. */
export async function loader(args: LoaderFunctionArgs) {
  const { visit, surroundings } = await readLayout(args, async ({ db }, { viewer }) => {
    if (viewer?.hpairPlusSubscriptionId) return { categories: await readCategories(db), offer: null };
    const { categories, ...offer } = await readOffer(db);
    return { categories, offer };
  });
  const viewer = visit ? visit.viewer : await readClaims(args);
  const plan = visit?.settings.plan;
  return {
    viewer: viewer && { email: viewer.email },
    subscriber: Boolean(visit?.viewer?.hpairPlusSubscriptionId),
    categories: surroundings?.categories ?? null,
    offer: surroundings?.offer ?? null,
    price: plan ? `${dollars(plan.cents)} ${everyMonths(plan.months)}` : null,
    demoTime: args.context.config.demo && visit ? visit.now : null,
    supportEmail: visit?.settings.supportEmail ?? "",
  };
}

export default function PlusLayout() {
  return (
    <Framed>
      <Outlet />
    </Framed>
  );
}

export function ErrorBoundary() {
  return (
    <Framed>
      <Refused />
    </Framed>
  );
}

/** Shows visitors without access what the library offers. Any other refusal gets the usual page. */
function Refused() {
  const error = useRouteError();
  const frame = useRouteLoaderData<typeof loader>("routes/_plus");
  const { pathname } = useLocation();
  const gated = isRouteErrorResponse(error) && [401, 403].includes(error.status);
  // Subscribing has its own page, whose visitors have already seen the offer when they are asked to log in.
  if (!gated || !frame || frame.subscriber || pathname === "/plus/subscribe") return <RefusalPage />;
  const { message, signIn } = error.data as Refusal;
  const { offer, categories, price } = frame;
  return <PlusGate message={message} signIn={signIn} offer={offer} categories={categories} price={price} />;
}

function Framed({ children }: { children: ReactNode }) {
  const frame = useRouteLoaderData<typeof loader>("routes/_plus");
  const { pathname } = useLocation();
  if (!frame) return children;
  return (
    <PlusFrame frame={frame} path={pathname}>
      {children}
    </PlusFrame>
  );
}
