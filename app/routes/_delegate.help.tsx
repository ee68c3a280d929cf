import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { openVisit } from "~/accounts/session.server.ts";
import {
  addOnRows,
  eventRows,
  priceRows,
  roundRows,
  textRows,
  ticketRows,
} from "~/conference/catalogue.server.ts";
import { conferenceName, conferenceValues } from "~/conference/conference-name.ts";
import { conferenceRows } from "~/conference/conferences.server.ts";
import { textsFrom } from "~/conference/texts.ts";
import { helpFacts } from "~/home/help.ts";
import { HelpPage } from "~/home/help-page.tsx";
import { publicMeta } from "~/ui/head.tsx";

export const meta = publicMeta(
  "Help",
  "Until when to apply, when decisions come, what a pass costs, how to pay, and what can be given back.",
);

export async function loader(args: LoaderFunctionArgs) {
  const { settings, now } = await openVisit(args);
  const { db } = args.context;
  const { conferenceId } = settings;
  const [[conference], rounds, tickets, prices, addOns, events, texts] = await db.batch([
    conferenceRows(db, conferenceId),
    roundRows(db, conferenceId),
    ticketRows(db, conferenceId),
    priceRows(db, conferenceId),
    addOnRows(db, conferenceId),
    eventRows(db, conferenceId),
    textRows(db, conferenceId),
  ]);
  return {
    conference: conference ? conferenceName(conference) : "conference",
    facts: helpFacts({ rounds, tickets, prices, addOns, events }, now),
    contact: settings.supportEmail,
    more: textsFrom(texts).help,
    values: conference ? conferenceValues(conference) : {},
  };
}

export default function Help() {
  return <HelpPage {...useLoaderData<typeof loader>()} />;
}
