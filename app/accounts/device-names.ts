import Bowser from "bowser";

/** The name by which a list of sessions shows the device of a session: "Chrome on Android". */
export function deviceName(userAgent: string | null): string {
  const { browser, os } = Bowser.parse(userAgent || "unknown");
  return [browser.name || "An unknown browser", os.name].filter(Boolean).join(" on ");
}

/** The name that a list of sessions shows for the session of a program, in place of a device. */
export const PROGRAM = "A program";
