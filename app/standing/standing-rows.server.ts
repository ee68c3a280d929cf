import { and, asc, desc, eq, sql } from "drizzle-orm";
import { type Database, subquery } from "#db/client.ts";
import { ofEdition, prepared } from "#db/prepared.ts";
import { acceptances, answers, applications } from "#db/schema/applications.ts";
import { agreements, conferences } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { offers, waitingLists } from "#db/schema/offers.ts";
import { sectionsThatAsk } from "~/applications/known-answers.server.ts";
import { catalogueVersion } from "~/conference/catalogue.server.ts";
import { creditOf } from "./credit.server.ts";
import { takenPlaces } from "./tallies.server.ts";
import { isOnNow, placesKeptForOthers } from "./waiting-offers.server.ts";

export const pricedConference = prepared((db: Database, conferenceId: string, uid: string, now: number) =>
  db
    .select({
      conference: conferences,
      catalogueVersion: catalogueVersion(conferenceId),
      taken: takenPlaces(conferenceId),
      kept: placesKeptForOthers(conferenceId, uid, now).as("kept"),
      creditCents: subquery(creditOf(uid)).as("credit_cents"),
    })
    .from(conferences)
    .where(eq(conferences.id, conferenceId)),
);

/**
 * A person's application with its decision, and the time after which no offers are made from the waiting list
 * (`stopsAt`). The person's offer from the waiting list is included as long as the offer stands.
 */
export const appliedRows = prepared((db: Database, conferenceId: string, uid: string, now: number) =>
  db
    .select({
      ...{ submittedAt: applications.submittedAt, reopenedFrom: applications.reopenedFrom },
      ...{ ownDeadline: applications.ownDeadline, lateRound: applications.lateRound },
      decided: {
        ...{ decision: decisions.decision, setAt: decisions.setAt, toldAt: decisions.toldAt },
        ...{ releasedAt: decisions.releasedAt, former: decisions.former },
      },
      offer: {
        ...{ id: offers.id, passType: offers.passType },
        ...{ offeredAt: offers.offeredAt, endsAt: offers.endsAt },
      },
      stopsAt: waitingLists.stopsAt,
    })
    .from(applications)
    .leftJoin(waitingLists, eq(waitingLists.conferenceId, applications.conferenceId))
    .leftJoin(
      offers,
      and(eq(offers.conferenceId, applications.conferenceId), eq(offers.uid, applications.uid), isOnNow(now)),
    )
    .leftJoin(
      decisions,
      and(eq(decisions.conferenceId, applications.conferenceId), eq(decisions.uid, applications.uid)),
    )
    .where(and(eq(applications.conferenceId, conferenceId), eq(applications.uid, uid))),
);

/** The ids of the questions that are facts about the person. */
const OF_PERSON = ["firstName", "middleName", "lastName", "dateOfBirth", "nationality", "institution"];

export const personAnswers = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select({ answers: answers.answers })
    .from(answers)
    .where(
      and(
        eq(answers.conferenceId, conferenceId),
        eq(answers.uid, uid),
        sql`${answers.sectionId} IN ${sectionsThatAsk(conferenceId, OF_PERSON)}`,
      ),
    ),
);

export const newestAgreement = ofEdition((db: Database, conferenceId: string) =>
  db
    .select()
    .from(agreements)
    .where(eq(agreements.conferenceId, conferenceId))
    .orderBy(desc(agreements.version))
    .limit(1),
);

export const acceptanceRows = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select({
      version: acceptances.version,
      acceptedAt: acceptances.acceptedAt,
      fullName: acceptances.fullName,
      statedDate: acceptances.statedDate,
    })
    .from(acceptances)
    .where(and(eq(acceptances.conferenceId, conferenceId), eq(acceptances.uid, uid)))
    .orderBy(asc(acceptances.version)),
);
