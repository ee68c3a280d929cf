import land from "virtual:world-map";
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { everyConference } from "~/conference/conferences.server.ts";
import { historyOf } from "~/conference/history.ts";
import { CityList, ConferenceMap, YearList } from "~/home/history.tsx";
import styles from "~/modules/history.css?inline";
import type { Handle } from "~/platform/hydration.tsx";
import { publicMeta } from "~/ui/head.tsx";
import { Page } from "~/ui/page.tsx";
import { quantity } from "~/values/words.ts";

export const meta = publicMeta(
  "All conferences",
  "Every conference since the first: where it was held, when, and under which title.",
);

export const handle: Handle = { styles };

export async function loader({ context }: LoaderFunctionArgs) {
  return historyOf(await everyConference(context.db));
}

export default function History() {
  const { years, cities, dots } = useLoaderData<typeof loader>();
  const number = years.reduce((sum, { conferences }) => sum + conferences.length, 0);
  return (
    <Page
      title="All conferences"
      lead={`${quantity(number, "conference")} in ${quantity(cities.length, "place")} since ${years.at(-1)?.year}.`}
      wide
    >
      <ConferenceMap land={land} dots={dots} />
      <section className="stack">
        <h2>By place</h2>
        <CityList cities={cities} />
      </section>
      <section className="stack">
        <h2>By year</h2>
        <YearList years={years} />
      </section>
    </Page>
  );
}
