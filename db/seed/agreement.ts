import { agreementOf } from "~/editions/editor/standard-agreement.ts";
import type { agreements } from "../schema/conference.ts";

/** The agreement of the first edition, under the law of the place where the conference is held. */
export const agreement: Omit<typeof agreements.$inferInsert, "conferenceId" | "createdAt"> = {
  version: 1,
  ...agreementOf({
    deposit: "$50",
    refundsUntil: "10 February 2023",
    before: "one week",
    days: "17–19 February 2023",
    age: 18,
    emergency: "911",
    alcohol: "Nobody under 21 may drink alcohol in Massachusetts.",
    law: "the Commonwealth of Massachusetts",
  }),
};
