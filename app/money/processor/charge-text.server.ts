import type {
  Carried,
  CarriedGroup,
  CarriedPass,
  CarriedSubscription,
} from "~/platform/ports/card-processor.server.ts";
import type { Selection } from "~/values/catalogue.ts";
import { PASS_TYPES } from "~/values/types.ts";

const SUBSCRIPTION = "subscription";
const GROUP = "group";
const ADD_ONS_ALONE = "add-ons ";

/**
 * What a charge carries, as one line of text that people can read and that processors return: "goldPlus aconf_2023
 * <uid> h2023mug h2023shirtblack=M". The parts are percent-encoded and separated by single spaces, with add-ons in the
 * order of their ids. If add-ons are bought alone, the text begins with "add-ons". The text of a subscription is
 * "subscription <uid> 12", with the number of months in a period. The text of one charge for several people is "group
 * aconf_2023 <uid> 10", with the payer and the number of people.
 */
export function encodeCarried(carried: Carried): string {
  if ("months" in carried) return `${SUBSCRIPTION} ${encodePart(carried.uid)} ${carried.months}`;
  if ("people" in carried) {
    const { conferenceId, uid, people } = carried;
    return [GROUP, encodePart(conferenceId), encodePart(uid), people].join(" ");
  }
  const { passType, conferenceId, uid, addOns, addOnsAlone } = carried;
  const chosen = Object.keys(addOns)
    .sort()
    .map((id) => {
      const choice = addOns[id]!;
      return choice === true ? encodePart(id) : `${encodePart(id)}=${encodePart(choice)}`;
    });
  const words = [passType, encodePart(conferenceId), encodePart(uid), ...chosen].join(" ");
  return addOnsAlone ? ADD_ONS_ALONE + words : words;
}

/** Reads the text that `encodeCarried` writes; null for any other text. */
export function decodeCarried(text: string): Carried | null {
  const addOnsAlone = text.startsWith(ADD_ONS_ALONE);
  const [pass, ...parts] = (addOnsAlone ? text.slice(ADD_ONS_ALONE.length) : text).split(" ");
  if (pass === SUBSCRIPTION) return decodeSubscription(text);
  if (pass === GROUP) return decodeGroup(text);
  const passType = PASS_TYPES.find((known) => known === pass);
  const [conferenceId, uid, ...chosen] = parts.map((part) => part.split("=").map(decodePart));
  if (!passType || !conferenceId?.[0] || !uid?.[0]) return null;
  const addOns: Selection = Object.fromEntries(
    chosen.map(([id = "", choice]): [string, Selection[string]] => [id, choice ?? true]),
  );
  const carried: CarriedPass = {
    ...{ passType, conferenceId: conferenceId[0], uid: uid[0], addOns },
    ...(addOnsAlone && { addOnsAlone }),
  };
  // There is exactly one text for each value. If encoding the value again gives a different text, the text did not come
  // from this portal.
  return encodeCarried(carried) === text && !("" in addOns) ? carried : null;
}

function decodeSubscription(text: string): CarriedSubscription | null {
  const [, part = "", months] = text.split(" ");
  const carried = { uid: decodePart(part), months: Number(months) };
  const isWhole = carried.uid !== "" && Number.isSafeInteger(carried.months) && carried.months > 0;
  return isWhole && encodeCarried(carried) === text ? carried : null;
}

function decodeGroup(text: string): CarriedGroup | null {
  const [, conference = "", uid = "", people] = text.split(" ");
  const carried = { conferenceId: decodePart(conference), uid: decodePart(uid), people: Number(people) };
  const isWhole =
    carried.conferenceId !== "" &&
    carried.uid !== "" &&
    Number.isSafeInteger(carried.people) &&
    carried.people > 0;
  return isWhole && encodeCarried(carried) === text ? carried : null;
}

/** Half of a surrogate pair cannot be encoded. It is replaced, so that it does not make a charge fail. */
const encodePart = (part: string) => encodeURIComponent(part.replace(/\p{Surrogate}/gu, "\uFFFD"));

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
