import { mailText } from "~/mail/mail-text.ts";
import type { ChangeInWords } from "./change-words.ts";

/** Mails to the staff about editions. */
export const editionMails = {
  pricesChanged: (
    { who, edition }: { who: string; edition: string },
    changes: ChangeInWords[],
    link: string,
  ) =>
    mailText(
      `Prices or deposits of the ${edition} have changed`,
      `${who} has published this:`,
      ...changes.map(({ what, before, after }) => `${what}: ${before || "nothing"} → ${after || "nothing"}`),
      `If this is not right, it can be taken back: ${link}`,
    ),
};
