import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import styles from "~/modules/blocks.css?inline";
import { refuse } from "~/platform/refusal.server.ts";
import { RefusalPage } from "~/site/refusal-page.tsx";
import { Blocks } from "~/ui/blocks.tsx";
import palette from "~/ui/colours.css?raw";
import { messages } from "~/values/messages.ts";

/** The colours of the palette, in the palette's order. */
const colours = [...new Set(Array.from(palette.matchAll(/--([\w-]+): #/g), ([, name]) => name!))];

const swatches = colours.map((name) => `[data-colour=${name}]::before{background:var(--${name})}`).join("");

export const handle = { styles: styles + swatches };

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? "Building blocks" : "Not available" },
];

/** Only in development: shows every building block of pages in every state (docs/design.md). */
export function loader({ context }: LoaderFunctionArgs) {
  if (context.config.production) refuse(404, messages.notFound);
  return { colours };
}

export default function BlocksPage() {
  return <Blocks {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <RefusalPage />;
}
