const PREFIX = "place-";

/** The name of the field with somebody's place on the waiting list, when staff set the order by hand. */
export const placeField = (uid: string): string => PREFIX + uid;

/** The places as they were typed, by the names of their fields. */
export const placesTyped = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (name.startsWith(PREFIX) ? [[name, String(value)]] : [])),
  );
