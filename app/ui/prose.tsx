import { htmlOf } from "./markdown.ts";

/**
 * A text that directors write, in Markdown. It is shown in full, not in a scrolling box, so that it can be read on a
 * phone and printed.
 */
export function Prose({
  children,
  values,
}: {
  children: string | undefined;
  /** The values that replace words in braces. */
  values?: Readonly<Record<string, string>>;
}) {
  if (!children) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: from Markdown without HTML, pictures or foreign links
  return <div className="prose" dangerouslySetInnerHTML={{ __html: htmlOf(children, values) }} />;
}
