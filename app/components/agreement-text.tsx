/**
 * A long text of the agreement, prepared as safe HTML by the caller. It is set in full rather than in a box
 * that scrolls, so that it can be read on a phone and printed.
 */
export function AgreementText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from Markdown with all raw HTML escaped
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
