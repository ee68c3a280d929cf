// The page with the pictures before and after a change. It loads nothing except the pictures beside it.

const STYLE = `
  body { margin: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; color: #1a1a1a; background: #e8e8e8; }
  h2 { margin: 2.5rem 0 0.25rem; font-size: 1.125rem; }
  .row { display: grid; grid-template-columns: repeat(3, minmax(0, max-content)); gap: 1rem; }
  figure { margin: 0; }
  figcaption { color: #555; }
  img { max-width: 100%; outline: 1px solid #999; }
`;

const inMarkup = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const figure = (folder, name) =>
  `<figure><figcaption>${folder}</figcaption>` +
  `<a href="${folder}/${encodeURIComponent(name)}"><img src="${folder}/${encodeURIComponent(name)}" alt="" loading="lazy"></a></figure>`;

const part = (name, words, folders) =>
  `<h2>${inMarkup(name.replace(/\.png$/, "").replaceAll(".", " · "))}</h2>\n<p>${words}</p>\n` +
  `<div class="row">${folders.map((folder) => figure(folder, name)).join("")}</div>`;

/** How many pictures changed, in one sentence. */
export function summaryOf({ changed, added, gone, all }) {
  const others = [
    ...(added.length > 0 ? [`${added.length} new`] : []),
    ...(gone.length > 0 ? [`${gone.length} gone`] : []),
  ];
  return [`${changed.length} of ${all} pictures changed`, ...others].join(", ");
}

/**
 * The page as HTML. `changed` lists file names with the number of pixels that differ; `added` and `gone` list file
 * names; `all` is the number of pictures that were compared. `since` and `warnings` are texts for the page.
 */
export function sheetOf(found, { since, warnings }) {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${summaryOf(found)}</title>
<style>${STYLE}</style>
<h1>${summaryOf(found)} since ${inMarkup(since)}</h1>
${warnings.map((warning) => `<p><strong>${inMarkup(warning)}</strong></p>`).join("\n")}
${found.changed
  .map(({ name, pixels }) => part(name, `${pixels} pixels differ`, ["before", "after", "differs"]))
  .join("\n")}
${found.added.map((name) => part(name, "New", ["after"])).join("\n")}
${found.gone.map((name) => part(name, "Gone", ["before"])).join("\n")}
</html>
`;
}
