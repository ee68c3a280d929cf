import { profiles, users } from "../schema/accounts.ts";
import { acceptances, answers, applications, documents, searchWords } from "../schema/applications.ts";
import {
  addOns,
  agreements,
  conferences,
  editions,
  events,
  prices,
  questions,
  rounds,
  sections,
  texts,
  tickets,
} from "../schema/conference.ts";
import { decisions } from "../schema/decisions.ts";
import { detailChanges } from "../schema/details.ts";
import {
  categories,
  recordingCategories,
  recordingSpeakers,
  recordings,
  recordingWords,
  speakers,
  watching,
} from "../schema/library.ts";
import { orders, payments, subscriptionPeriods, subscriptions } from "../schema/money.ts";
import { payerRequests } from "../schema/payer-requests.ts";
import { places, programmeSessions, rooms, sessionSpeakers, tracks } from "../schema/programme.ts";
import { assignments, comments, criteria, reviews } from "../schema/reviews.ts";
import { notifications, settings } from "../schema/site.ts";
import { mailTemplates, staff } from "../schema/staff.ts";

/** The tables that a seed may fill, in the order of insertion: parents before children. */
export const tables = {
  settings,
  users,
  staff,
  profiles,
  notifications,
  conferences,
  editions,
  events,
  rounds,
  tickets,
  prices,
  addOns,
  sections,
  questions,
  criteria,
  mailTemplates,
  agreements,
  texts,
  applications,
  answers,
  searchWords,
  documents,
  detailChanges,
  assignments,
  reviews,
  comments,
  decisions,
  acceptances,
  orders,
  payments,
  payerRequests,
  subscriptions,
  subscriptionPeriods,
  speakers,
  recordings,
  categories,
  recordingCategories,
  recordingSpeakers,
  recordingWords,
  watching,
  rooms,
  tracks,
  programmeSessions,
  sessionSpeakers,
  places,
};

export type Rows = { [Name in keyof typeof tables]?: (typeof tables)[Name]["$inferInsert"][] };
