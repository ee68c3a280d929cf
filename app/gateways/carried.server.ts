import type { Selection } from "~/domain/catalogue.ts";
import { PASS_TYPES } from "~/domain/types.ts";
import type { Carried } from "./card-processor.server.ts";

/**
 * What a charge carries, as one line of text that people can read and processors give back:
 * "goldPlus aconf_2023 <uid> h2023mug h2023shirtblack=M". Parts are percent-encoded and parted by single
 * spaces, add-ons in the order of their ids.
 */
export function encodeCarried({ passType, conferenceId, uid, addOns }: Carried): string {
  const chosen = Object.keys(addOns)
    .sort()
    .map((id) => {
      const choice = addOns[id]!;
      return choice === true ? encodePart(id) : `${encodePart(id)}=${encodePart(choice)}`;
    });
  return [passType, encodePart(conferenceId), encodePart(uid), ...chosen].join(" ");
}

/** What `encodeCarried` wrote; null for every other text. */
export function decodeCarried(text: string): Carried | null {
  const [pass, ...parts] = text.split(" ");
  const passType = PASS_TYPES.find((known) => known === pass);
  const [conferenceId, uid, ...chosen] = parts.map((part) => part.split("=").map(decodePart));
  if (!passType || !conferenceId?.[0] || !uid?.[0]) return null;
  const addOns: Selection = Object.fromEntries(
    chosen.map(([id = "", choice]): [string, Selection[string]] => [id, choice ?? true]),
  );
  const carried = { passType, conferenceId: conferenceId[0], uid: uid[0], addOns };
  // One line for each value and one value for each line: what is not written back as it was read is not ours.
  return encodeCarried(carried) === text && !("" in addOns) ? carried : null;
}

/** A lone half of a surrogate pair cannot be encoded, and a charge must not break on it. */
const encodePart = (part: string) => encodeURIComponent(part.replace(/\p{Surrogate}/gu, "\uFFFD"));

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
