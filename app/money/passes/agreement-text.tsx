/**
 * A long text of the agreement. The caller passes safe HTML. The text is shown in full and not in a scrolling
 * box, so that it can be read on a phone and printed.
 */
export function AgreementText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from Markdown with all raw HTML escaped
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
