import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { enterAccount, formNamed } from "~/accounts/account-entry.server.ts";
import { SignInForm } from "~/accounts/account-forms.tsx";
import { accountMessages } from "~/accounts/messages.ts";
import { openVisit } from "~/accounts/session.server.ts";
import { givenAnswers } from "~/applications/application-rows.server.ts";
import { draftProgress, draftRows } from "~/applications/draft-progress.server.ts";
import {
  addOnRows,
  editionRows,
  eventRows,
  priceRows,
  roundRows,
  roundsToShow,
  textRows,
  ticketRows,
} from "~/conference/catalogue.server.ts";
import { conferenceName, conferenceValues } from "~/conference/conference-name.ts";
import { conferenceRows, zoneOfDeadlines } from "~/conference/conferences.server.ts";
import { eventFor, eventWithDays } from "~/conference/events.ts";
import { roundOn } from "~/conference/rounds.ts";
import { textsFrom } from "~/conference/texts.ts";
import { badgeNameIn, changeRows, textsStillAsked } from "~/details/details.server.ts";
import { mayChangeDetails } from "~/details/details.ts";
import { ticketAddress, ticketCodeRows } from "~/door/ticket-rows.server.ts";
import { DelegateHome } from "~/home/delegate-home.tsx";
import { editionInShort } from "~/home/edition-in-short.ts";
import { passOnOffer } from "~/home/progress.ts";
import { readStaffHome } from "~/home/staff-home.server.ts";
import { StaffHome } from "~/home/staff-home.tsx";
import { ticketOf } from "~/home/ticket.ts";
import { invoiceToPay } from "~/home/to-pay.ts";
import { VisitorHome } from "~/home/visitor-home.tsx";
import { unreachableRows } from "~/mail/unreachable.server.ts";
import styles from "~/modules/home.css?inline";
import { lastGivenBack, whatBecameOfPass } from "~/money/payments/attempts.ts";
import { pathToAddOns } from "~/money/payments/registration.ts";
import { shownPrice } from "~/money/prices/pricing.ts";
import { pathToTransfer } from "~/money/transfers/transfers.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { toPayRows } from "~/standing/payer-requests.server.ts";
import { readStanding } from "~/standing/standing.server.ts";
import { publicMeta } from "~/ui/head.tsx";
import { Page } from "~/ui/page.tsx";
import { can } from "~/values/abilities.ts";
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
  const visit = await openVisit(args);
  const { viewer, settings, now } = visit;
  const atStaff = viewer?.abilities.length ? await readStaffHome(context, { ...visit, viewer }) : null;
  if (viewer && atStaff && !atStaff.applies) {
    const { reading, proposals, outgoings, unreachable } = atStaff;
    return {
      staff: { abilities: viewer.abilities, reading, proposals, outgoings, email: viewer.email, unreachable },
    };
  }
  if (viewer) {
    const [standing, [changes, [asked], given, [unreachable], codes, ...draft]] = await Promise.all([
      readStanding(context, settings.conferenceId, viewer.uid, now),
      context.db.batch([
        changeRows(context.db, settings.conferenceId, viewer.uid),
        toPayRows(context.db, settings.conferenceId, viewer),
        givenAnswers(context.db, settings.conferenceId, viewer.uid),
        unreachableRows(context.db, viewer.email),
        ticketCodeRows(context.db, settings.conferenceId, viewer.uid),
        ...draftRows(context.db, settings.conferenceId, viewer.uid),
      ]),
    ]);
    const { formerPass } = standing;
    const round = roundOn(standing.catalogue.rounds, now);
    const { catalogue, submittedAt, decision, agreementVersion, waiverDate, passes } = standing;
    const pass = passOnOffer(standing);
    const ticket = ticketOf({ ...standing, badgeName: badgeNameIn(changes) });
    return {
      standing: {
        ...{ catalogue, submittedAt, decision, agreementVersion, waiverDate, passes },
        ...{ texts: standing.texts, offers: standing.offers, asked: standing.asked },
        isReopened: standing.isReopened,
        keptUntil: standing.waitingOffer?.endsAt ?? null,
      },
      price: pass && shownPrice(standing, pass),
      event:
        pass && waiverDate === null && catalogue.left[pass] === undefined
          ? eventWithDays({ ...standing, ...catalogue }, pass)
          : null,
      toPay: asked!,
      invoice: invoiceToPay(standing.payments),
      conference: conferenceName(standing.conference),
      values: conferenceValues(standing.conference),
      ticket,
      code: ticket?.hasDoor ? await ticketAddress(context, codes, ticket.passType) : null,
      closesAt: round?.deadline ?? null,
      draft: draftProgress(draft, eventFor({ ...standing, ...standing.catalogue }, "goldPlus"), now),
      now,
      email: viewer.email,
      unreachable: unreachable?.because ?? null,
      emailConfirmed: viewer.emailVerifiedAt !== null,
      givenBack: formerPass ? null : lastGivenBack(standing),
      noPassNow: formerPass && whatBecameOfPass(formerPass, standing),
      addOns: pathToAddOns(standing, now),
      transfer: pathToTransfer(standing, now),
      mayChangeDetails: mayChangeDetails(standing, now),
      stillAsked: mayChangeDetails(standing, now) ? textsStillAsked(draft[1], given, changes) : [],
      // Some members of the staff have applications of their own.
      atStaff: atStaff && {
        ...{ proposals: atStaff.proposals, outgoings: atStaff.outgoings },
        mayLook: can(viewer.abilities, "money"),
      },
    };
  }
  const { db } = context;
  const id = settings.conferenceId;
  const [[conference], [edition], rounds, tickets, prices, addOns, events, written] = await db.batch([
    conferenceRows(db, id),
    editionRows(db, id),
    roundRows(db, id),
    ticketRows(db, id),
    priceRows(db, id),
    addOnRows(db, id),
    eventRows(db, id),
    textRows(db, id),
  ]);
  const rows = { rounds: roundsToShow(rounds), tickets, prices, addOns, events, texts: textsFrom(written) };
  const asked = new URL(request.url).searchParams;
  return {
    visitor: {
      form: formNamed(asked.get("form")),
      notice: NOTICES.get(asked.get("notice") ?? ""),
      isLinkSent: asked.get("notice") === "sent",
      redirectTo: safePath(asked.get("redirectTo"), "/"),
      edition: conference
        ? editionInShort({ conference, zone: zoneOfDeadlines(edition), ...rows }, now)
        : null,
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  return enterAccount(args, await readForm(args));
}

export default function Home() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  // Pages about money ask a signed-in person for the password too. The reply to a wrong password keeps the interrupted
  // form.
  if (answered?.reply.form === "sign-in" && !loaded.visitor)
    return (
      <Page isForm title="Log in">
        <SignInForm {...answered} />
      </Page>
    );
  if (loaded.staff) return <StaffHome {...loaded.staff} />;
  if (loaded.standing) return <DelegateHome {...loaded} standing={loaded.standing} />;
  return <VisitorHome {...loaded.visitor} {...answered} form={answered?.reply.form ?? loaded.visitor.form} />;
}
