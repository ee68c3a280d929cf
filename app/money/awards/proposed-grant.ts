import { sizeInWords } from "~/money/prices/grants.ts";
import type { OutgoingRequest } from "~/values/shapes.ts";
import { grantMessages } from "./messages.ts";

/**
 * Awards or a code that wait for a second person, as the second person reads them.
 *
 * @param whoIs returns the name of a delegate, which may be empty, and the e-mail address.
 * @param titleOf returns the title of a pass or a round, by its id.
 */
export function proposedGrant(
  request: OutgoingRequest,
  whoIs: (uid: string) => { name: string; email: string },
  titleOf: (id: string) => string,
): { what: string; rows: { id?: string; term: string; value: string; at?: number }[] } {
  const { proposed } = grantMessages;
  if (request.does === "refund") return { what: "", rows: [] };
  const name = { term: "Name for delegates", value: request.title };
  if (request.does === "code") {
    const uses = request.maxUses === null ? "Any number" : String(request.maxUses);
    return {
      what: proposed.code(request.code, sizeInWords(request)),
      rows: [
        name,
        { term: "Uses", value: uses },
        { term: "Pass", value: request.passType ? titleOf(request.passType) : "Any" },
        { term: "Round", value: request.roundId ? titleOf(request.roundId) : "Any" },
        request.validUntil === null
          ? { term: "Last day", value: "No end" }
          : { term: "Last day", value: "", at: request.validUntil },
      ],
    };
  }
  return {
    what: proposed.awards(request.awards.length),
    rows: [
      name,
      ...request.awards.map((award) => {
        const { name, email } = whoIs(award.uid);
        const size = sizeInWords(award);
        const [term, value] = name ? [name, `${size}, ${email}`] : [email, size];
        return { id: award.uid, term, value };
      }),
    ],
  };
}
