import { Fold } from "~/ui/fold.tsx";
import { Notice } from "~/ui/notice.tsx";
import { grouped } from "~/values/words.ts";
import type { ShownFinding } from "./findings.ts";

/** What is wrong in a draft (`error`) or odd (`note`), under links to the places where it is mended. */
export function FindingList({
  level,
  findings,
  isFolded = false,
}: {
  level: "error" | "note";
  findings: ShownFinding[];
  /** Whether only their number is shown until it is pressed. */
  isFolded?: boolean;
}) {
  const shown = findings.filter((finding) => finding.level === level);
  if (shown.length === 0) return null;
  const places = [...new Map(shown.map((finding) => [finding.href, finding])).values()];
  const title = level === "error" ? "To mend before it can be published" : "Worth a look";
  const list = (
    <ul className="findings">
      {places.map(({ href, place }) => (
        <li key={href}>
          <a href={href}>{place}</a>
          <ul>
            {shown
              .filter((finding) => finding.href === href)
              .map(({ message }) => (
                <li key={message}>{message}</li>
              ))}
          </ul>
        </li>
      ))}
    </ul>
  );
  return (
    <Notice tone={level === "error" ? "error" : "warning"} title={isFolded ? undefined : title}>
      {isFolded ? <Fold title={`${title}: ${grouped(shown.length)}`}>{list}</Fold> : list}
    </Notice>
  );
}
