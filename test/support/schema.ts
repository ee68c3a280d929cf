import * as accounts from "#db/schema/accounts.ts";
import * as applications from "#db/schema/applications.ts";
import * as conference from "#db/schema/conference.ts";
import * as decisions from "#db/schema/decisions.ts";
import * as details from "#db/schema/details.ts";
import * as door from "#db/schema/door.ts";
import * as editions from "#db/schema/editions.ts";
import * as grants from "#db/schema/grants.ts";
import * as invoices from "#db/schema/invoices.ts";
import * as letters from "#db/schema/letters.ts";
import * as library from "#db/schema/library.ts";
import * as mail from "#db/schema/mail.ts";
import * as money from "#db/schema/money.ts";
import * as offers from "#db/schema/offers.ts";
import * as outgoings from "#db/schema/outgoings.ts";
import * as payerRequests from "#db/schema/payer-requests.ts";
import * as programme from "#db/schema/programme.ts";
import * as reviews from "#db/schema/reviews.ts";
import * as selections from "#db/schema/selections.ts";
import * as settlements from "#db/schema/settlements.ts";
import * as site from "#db/schema/site.ts";
import * as staff from "#db/schema/staff.ts";
import * as tallies from "#db/schema/tallies.ts";
import * as transfers from "#db/schema/transfers.ts";

/** Every table, by its name in the schema. */
export const schema = {
  ...accounts,
  ...applications,
  ...conference,
  ...decisions,
  ...details,
  ...door,
  ...editions,
  ...grants,
  ...invoices,
  ...letters,
  ...library,
  ...mail,
  ...money,
  ...offers,
  ...outgoings,
  ...payerRequests,
  ...programme,
  ...reviews,
  ...selections,
  ...settlements,
  ...site,
  ...staff,
  ...tallies,
  ...transfers,
};
