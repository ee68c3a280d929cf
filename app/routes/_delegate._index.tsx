import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { enterAccount, formNamed } from "~/accounts/account-entry.server.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { openVisit } from "~/accounts/session.server.ts";
import { draftProgress, draftRows } from "~/applications/draft-progress.server.ts";
import { textRows } from "~/conference/catalogue.server.ts";
import { conferenceRows } from "~/conference/conferences.server.ts";
import { conferenceName, conferenceValues } from "~/conference/conferences.ts";
import { eventFor } from "~/conference/events.ts";
import { roundOn } from "~/conference/rounds.ts";
import { textsFrom } from "~/conference/texts.ts";
import { badgeNameIn, changeRows } from "~/details/details.server.ts";
import { mayChangeDetails } from "~/details/details.ts";
import { DelegateHome } from "~/home/delegate-home.tsx";
import { readStaffHome } from "~/home/staff-home.server.ts";
import { StaffHome } from "~/home/staff-home.tsx";
import { ticketOf } from "~/home/ticket.ts";
import { VisitorHome } from "~/home/visitor-home.tsx";
import styles from "~/modules/home.css?inline";
import { lastGivenBack } from "~/money/passes/attempts.ts";
import { pathToAddOns } from "~/money/passes/registration.ts";
import { pathToTransfer } from "~/money/passes/transfers.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { toPayRows } from "~/standing/payer-requests.server.ts";
import { readStanding } from "~/standing/standing.server.ts";
import { publicMeta } from "~/ui/head.tsx";
import { safePath } from "~/values/paths.ts";

export const handle = { styles };

export const meta = publicMeta(
  "Conference registration",
  "Apply to the conference, see the decision, and register and pay for your pass.",
);

const NOTICES = new Map([
  ["sent", accountMessages.resetMailSent],
  ["changed", accountMessages.passwordChanged],
  ["device", accountMessages.deviceKnown],
]);

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const { viewer, settings, now } = await openVisit(args);
  if (viewer?.admin) {
    const { applies, reading } = await readStaffHome(context.db, settings.conferenceId, viewer.uid);
    if (!applies) return { staff: { abilities: viewer.abilities, reading } };
  }
  if (viewer) {
    const [standing, [changes, [asked], ...draft]] = await Promise.all([
      readStanding(context, settings.conferenceId, viewer.uid, now),
      context.db.batch([
        changeRows(context.db, settings.conferenceId, viewer.uid),
        toPayRows(context.db, settings.conferenceId, viewer),
        ...draftRows(context.db, settings.conferenceId, viewer.uid),
      ]),
    ]);
    const round = roundOn(standing.catalogue.rounds, now);
    return {
      standing,
      toPay: asked!,
      conference: conferenceName(standing.conference),
      values: conferenceValues(standing.conference),
      ticket: ticketOf({ ...standing, badgeName: badgeNameIn(changes) }),
      closesAt: round?.deadline ?? null,
      draft: draftProgress(draft, eventFor({ ...standing, ...standing.catalogue }, "goldPlus"), now),
      now,
      email: viewer.email,
      emailConfirmed: viewer.emailVerifiedAt !== null,
      givenBack: lastGivenBack(standing),
      addOns: pathToAddOns(standing, now),
      transfer: pathToTransfer(standing.holdings),
      mayChangeDetails: mayChangeDetails(standing, now),
    };
  }
  const [[conference], written] = await context.db.batch([
    conferenceRows(context.db, settings.conferenceId),
    textRows(context.db, settings.conferenceId),
  ]);
  const asked = new URL(request.url).searchParams;
  return {
    visitor: {
      form: formNamed(asked.get("form")),
      notice: NOTICES.get(asked.get("notice") ?? ""),
      redirectTo: safePath(asked.get("redirectTo"), "/"),
      conference: conference ? conferenceName(conference) : "Conference registration",
      lead: textsFrom(written).visitorLead,
      values: conference ? conferenceValues(conference) : {},
      facts: conference?.title ? [{ term: "Theme", value: conference.title }] : [],
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  return enterAccount(args, await readForm(args));
}

export default function Home() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  if (loaded.staff) return <StaffHome {...loaded.staff} />;
  if (loaded.standing) return <DelegateHome {...loaded} standing={loaded.standing} />;
  return <VisitorHome {...loaded.visitor} {...answered} form={answered?.reply.form ?? loaded.visitor.form} />;
}
