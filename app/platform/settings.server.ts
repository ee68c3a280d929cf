import { sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import type { Versions } from "#db/kept-answers.ts";
import { prepared } from "#db/prepared.ts";
import { contentVersions, settings } from "#db/schema/site.ts";
import type { FactorRule } from "~/values/abilities.ts";
import type { Site } from "~/values/catalogue.ts";

export type Settings = {
  /** The edition that delegates see. */
  currentEdition: string;
  /**
   * The edition that every page is about, unless the page says otherwise. On the staff's pages it is the edition that
   * the member of the staff chose.
   */
  conferenceId: string;
  liveDataUrl: string;
  supportEmail: string;
  /** The portal's name, brand and contact on every page. `accent` and `logo` are empty if the portal uses its own. */
  site: { name: string; shortName: string; accent: string; logo: string };
  /** What a subscription to the library costs, and for how many months. */
  plan: { title: string; cents: number; months: number };
  /** Which members of the staff must have a second factor, and from when; null if nobody must. */
  factorRule: FactorRule | null;
  /** By how many milliseconds the portal's clock is ahead of real time; 0 except in a demo. */
  clockOffset: number;
  /** The version of each piece of content that is the same for everybody. */
  versions: Versions;
};

/** The setting that says who must have a second factor; its value is a `FactorRule` as JSON. */
export const FACTOR_RULE = "factorRule";

const VERSION = "version of ";

/** All settings, together with the version of every content, so that a page reads both in one query. */
export const settingRows = prepared((db: Database) =>
  db
    .select()
    .from(settings)
    .unionAll(
      db
        .select({
          key: sql<string>`${VERSION} || ${contentVersions.content}`,
          value: contentVersions.version,
        })
        .from(contentVersions),
    ),
);

/** @throws Error if the base seed is missing: without it the portal has nothing to show. */
export function settingsFrom(rows: { key: string; value: string }[]): Settings {
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  const conferenceId = values.get("currentConference");
  if (!conferenceId) throw new Error("The setting currentConference is missing: run the base seed.");
  return {
    currentEdition: conferenceId,
    conferenceId,
    liveDataUrl: values.get("liveDataUrl") ?? "",
    supportEmail: values.get("supportEmail") ?? "",
    site: {
      name: values.get("siteName") ?? "The organisers",
      shortName: values.get("siteShortName") ?? "Registration",
      accent: values.get("accent") ?? "",
      logo: values.get("logo") ?? "",
    },
    plan: {
      title: values.get("hpairPlusTitle") ?? "Lectures",
      cents: Number(values.get("hpairPlusCents") ?? 0),
      months: Number(values.get("hpairPlusMonths") ?? 12),
    },
    factorRule: JSON.parse(values.get(FACTOR_RULE) ?? "null") as FactorRule | null,
    clockOffset: Number(values.get("clockOffset") ?? 0),
    versions: Object.fromEntries(
      rows
        .filter(({ key }) => key.startsWith(VERSION))
        .map(({ key, value }) => [key.slice(VERSION.length), value]),
    ),
  };
}

/** The portal's present name, brand and contact. */
export const siteOf = ({ site, supportEmail, liveDataUrl, plan }: Settings): Site => ({
  ...{ ...site, logo: site.logo || null },
  ...{ supportEmail, liveDataUrl, plan },
});

export type PortalClock = <Instant extends number | null>(real: Instant) => Instant;

/** What the portal's clock shows at a given real instant (both UTC ms); outside a demo it shows the real time. */
export function portalClock({ demo }: { demo: boolean }, { clockOffset }: Settings): PortalClock {
  return <Instant extends number | null>(real: Instant) =>
    (real === null || !demo ? real : real + clockOffset) as Instant;
}
