import { is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as accounts from "./schema/accounts.ts";
import * as applications from "./schema/applications.ts";
import * as conference from "./schema/conference.ts";
import * as decisions from "./schema/decisions.ts";
import * as details from "./schema/details.ts";
import * as door from "./schema/door.ts";
import * as editions from "./schema/editions.ts";
import * as grants from "./schema/grants.ts";
import * as invoices from "./schema/invoices.ts";
import * as letters from "./schema/letters.ts";
import * as library from "./schema/library.ts";
import * as mail from "./schema/mail.ts";
import * as money from "./schema/money.ts";
import * as offers from "./schema/offers.ts";
import * as outgoings from "./schema/outgoings.ts";
import * as payerRequests from "./schema/payer-requests.ts";
import * as programme from "./schema/programme.ts";
import * as reviews from "./schema/reviews.ts";
import * as selections from "./schema/selections.ts";
import * as settlements from "./schema/settlements.ts";
import * as site from "./schema/site.ts";
import * as staff from "./schema/staff.ts";
import * as tallies from "./schema/tallies.ts";
import * as transfers from "./schema/transfers.ts";

const AREAS = [
  ...[
    accounts,
    applications,
    conference,
    decisions,
    details,
    door,
    editions,
    grants,
    invoices,
    letters,
    library,
    mail,
  ],
  ...[
    money,
    offers,
    outgoings,
    payerRequests,
    programme,
    reviews,
    selections,
    settlements,
    site,
    staff,
    tallies,
    transfers,
  ],
];

/** Every table of the schema. */
export const TABLES: SQLiteTable[] = AREAS.flatMap((area) =>
  Object.values<unknown>(area).filter((value): value is SQLiteTable => is(value, SQLiteTable)),
);
