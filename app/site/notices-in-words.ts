import { firstSentence } from "~/values/sentences.ts";
import type { Severity } from "~/values/types.ts";

type Notice = { severity: Severity; message: string };

/**
 * What the line says behind which notifications are folded; also said by scripts. The gravest come first: what a critical
 * one says is not folded away.
 */
export function noticesInWords(notices: Notice[]): string {
  const [first] = notices;
  const count = notices.length;
  if (first?.severity !== "CRITICAL") return `${count} ${count === 1 ? "notice" : "notices"}`;
  const critical = notices.filter(({ severity }) => severity === "CRITICAL").length;
  const others = [
    critical > 1 && `${critical - 1} more critical`,
    count > critical && `${count - critical} more ${count - critical === 1 ? "notice" : "notices"}`,
  ].filter(Boolean);
  const said = `Critical: ${firstSentence(first.message)}`;
  return others.length > 0 ? `${said} (${others.join(", ")})` : said;
}
