import { Fold } from "~/ui/fold.tsx";
import { Notice } from "~/ui/notice.tsx";
import { firstSentence } from "~/values/sentences.ts";
import { quantity } from "~/values/words.ts";
import type { ShownFinding } from "./findings.ts";

/** Up to this many notes can be read in passing, so they are not folded. */
const FEW_NOTES = 3;

/**
 * The errors (`error`) or notes (`note`) about a draft, grouped under links to the places where they can be corrected.
 * Many notes are folded: they do not prevent publishing, and must not push the page's main content out of sight. Grave
 * notes are not folded, and each has a line of its own.
 */
export function FindingList({ level, findings }: { level: "error" | "note"; findings: ShownFinding[] }) {
  const shown = findings.filter((finding) => finding.level === level);
  if (shown.length === 0) return null;
  const places = <Places shown={shown} />;
  const isFolded = shown.length > FEW_NOTES;
  const grave = isFolded ? shown.filter(({ isGrave }) => isGrave) : [];
  return level === "error" ? (
    <Notice tone="error" title="To mend before it can be published">
      {places}
    </Notice>
  ) : (
    <Notice tone="warning">
      {grave.length > 0 && (
        <ul className="findings grave">
          {grave.map(({ href, place, message }) => (
            <li key={`${href} ${message}`}>
              <a href={href}>{place}</a>: {firstSentence(message)}
            </li>
          ))}
        </ul>
      )}
      <Fold title={`${quantity(shown.length, "note")} worth a look`} isOpen={!isFolded}>
        {places}
      </Fold>
    </Notice>
  );
}

function Places({ shown }: { shown: ShownFinding[] }) {
  const places = [...new Map(shown.map((finding) => [finding.href, finding])).values()];
  return (
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
}
