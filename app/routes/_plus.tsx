import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import type { ComponentProps } from "react";
import { readDeadlineZone } from "~/conference/conferences.server.ts";
import { readCategories, readOffer } from "~/library/library.server.ts";
import { LibraryFrame } from "~/library/library-frame.tsx";
import { LibraryGate } from "~/library/library-gate.tsx";
import styles from "~/modules/library.css?inline";
import { everyMonths } from "~/money/subscriptions/subscription.ts";
import type { Handle } from "~/platform/hydration.tsx";
import type { Refusal } from "~/platform/refusal.server.ts";
import { readFrameAnd } from "~/site/frame.server.ts";
import { RefusalPage } from "~/site/refusal-page.tsx";
import { layout, refusedMeta } from "~/site/site-frame.tsx";
import { dollars } from "~/values/money.ts";

export const meta = refusedMeta(
  "The lectures and talks of the conferences, by topic and speaker, for subscribers.",
  true,
);

export const handle: Handle = { enhance: "library", library: true, styles };

/**
 * The frame around a library page, and the data of `LibraryGate`, which visitors without access see. Both are rendered
 * even if D1 does not answer.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { visit, surroundings, frame } = await readFrameAnd(args, async ({ db }, { viewer, settings }) => {
    const readingZone = readDeadlineZone(db, settings.conferenceId);
    if (viewer?.hpairPlusSubscriptionId) {
      const [zone, categories] = await Promise.all([readingZone, readCategories(db)]);
      return { zone, categories, offer: null };
    }
    const [zone, { categories, ...offer }] = await Promise.all([readingZone, readOffer(db)]);
    return { zone, categories, offer };
  });
  const plan = visit?.settings.plan;
  return {
    ...frame,
    subscriber: Boolean(visit?.viewer?.hpairPlusSubscriptionId),
    categories: surroundings?.categories ?? null,
    offer: surroundings?.offer ?? null,
    price: plan ? `${dollars(plan.cents)} ${everyMonths(plan.months)}` : null,
  };
}

type AtGate = {
  frame: ComponentProps<typeof LibraryFrame>["frame"] &
    Pick<ComponentProps<typeof LibraryGate>, "offer" | "price">;
  path: string;
};

/** Shows visitors without access what the library offers. For all other refusals, shows the usual page. */
function Refused({ frame, path }: AtGate) {
  const error = useRouteError();
  const gated = isRouteErrorResponse(error) && [401, 403].includes(error.status);
  // Visitors of the page for subscribing have already seen the offer when they are asked to log in.
  if (!gated || frame.subscriber || path === "/plus/subscribe") return <RefusalPage />;
  const { message, signIn } = error.data as Refusal;
  const { offer, categories, price } = frame;
  return (
    <LibraryGate message={message} signIn={signIn} offer={offer} categories={categories} price={price} />
  );
}

const { Layout, ErrorBoundary } = layout<typeof loader>("routes/_plus", LibraryFrame, Refused);

export { ErrorBoundary, Layout as default };
