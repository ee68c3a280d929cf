import { accentColours, OWN_ACCENT } from "~/ui/accent.ts";
import { withoutControls } from "~/values/plain-text.ts";
import { MAIL_PICTURE } from "./mail-picture.ts";
import type { MailText } from "./mail-text.ts";

/** The parts around the text of every mail. */
export type MailFrame = {
  /**
   * The organisation's name, and its accent colour as `#rrggbb`. If the colour cannot be read, the portal's own colour
   * is used.
   */
  name: string;
  accent: string;
  /** Empty if the portal has no such address. */
  supportEmail: string;
  /** The origin of the portal. */
  origin: string;
  /** The URL of the picture above the text; null if there is none. */
  picture: string | null;
};

/** A link whose words have more characters than this is not turned into a button. */
const LONGEST_BUTTON = 40;
/** How many characters of a mail are shown beside the subject in a mailbox. */
const PREVIEW = 140;

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const ON_DEEP = "#fff4e8";

/** A piece of a paragraph. The `words` of a link are the text before its URL. */
export type MailPiece = { words: string; address: string | null };

/**
 * A mail as HTML. It is made from the mail's text, so that the HTML and the text say the same. Each URL becomes a link.
 * The first link that ends a paragraph and has few words becomes a button. The mail is readable without pictures, and
 * in dark mode.
 */
export function mailHtml({ subject, body }: MailText, frame: MailFrame): string {
  const { day } = accentColours(frame.accent) ?? accentColours(OWN_ACCENT)!;
  const paragraphs = paragraphsOf(body, frame.origin);
  const act = paragraphs.map((pieces) => pieces.at(-1)!).find(isButton);
  const blocks = paragraphs.map((pieces) => {
    const hasAct = act !== undefined && pieces.at(-1) === act;
    const words = (hasAct ? pieces.slice(0, -1) : pieces).map((piece) => inline(piece, day.accent)).join("");
    const text = words.trim() === "" ? "" : `<p style="margin:0 0 16px">${words}</p>`;
    return hasAct ? text + button(act, day.accent) : text;
  });
  const { supportEmail } = frame;
  const footer = supportEmail
    ? `${escaped(frame.name)} · <a href="mailto:${escaped(supportEmail)}" style="color:inherit">${escaped(supportEmail)}</a>`
    : escaped(frame.name);
  const preview = body
    .replaceAll(/https?:\/\/\S+/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, PREVIEW);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title><style>@media (prefers-color-scheme:dark){.ground{background:#171210!important}.sheet{background:#211a17!important;color:#f4ebe3!important}.foot{color:#c3b5aa!important}.text a{color:#ffc06a!important}}</style></head><body class="ground" style="margin:0;background:#faf6f0"><div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}</div><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 12px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;text-align:left;${FONT}"><tr><td style="padding:20px 28px 0;background:${day.deep};border-radius:16px 16px 0 0;color:${ON_DEEP};font-size:17px;font-weight:600;line-height:1.5">${escaped(frame.name)}${picture(frame.picture)}</td></tr><tr><td class="sheet" style="padding:28px;background:#fffefc;border-radius:0 0 16px 16px;color:#241b17;font-size:17px;line-height:1.55;overflow-wrap:anywhere"><h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escaped(subject)}</h1><div class="text">${blocks.join("")}</div></td></tr><tr><td class="foot" style="padding:16px 28px;color:#6a5c53;font-size:14px;line-height:1.5">${footer}</td></tr></table></td></tr></table></body></html>`;
}

/** The paragraphs of a mail's text, each split at its URLs. */
export const paragraphsOf = (body: string, origin: string): MailPiece[][] =>
  withoutControls(body)
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => piecesIn(paragraph, origin));

/**
 * A paragraph split at its URLs. The words of a link begin after the previous sentence, or at the beginning of the
 * line. A URL outside the portal is shown as it is. This is needed because a person may have entered the URL as their
 * name, and the words of a link must not hide its target.
 */
function piecesIn(paragraph: string, origin: string): MailPiece[] {
  const pieces: MailPiece[] = [];
  let from = 0;
  for (const { 0: found, index } of paragraph.matchAll(/https?:\/\/[^\s<>"]*[^\s<>".,;!?)]/g)) {
    const before = paragraph.slice(from, index);
    from = index + found.length;
    const [, rest, words] = /^([\s\S]*?)([^.!?\n]+):\s*$/.exec(before) ?? [];
    if (words?.trim() && URL.canParse(found) && new URL(found).origin === origin) {
      const start = words.length - words.trimStart().length;
      pieces.push({ words: rest! + words.slice(0, start), address: null });
      pieces.push({ words: words.trim(), address: found });
    } else pieces.push({ words: before, address: null }, { words: found, address: found });
  }
  pieces.push({ words: paragraph.slice(from), address: null });
  return pieces.filter(({ words }) => words.trim() !== "");
}

const isButton = ({ words, address }: MailPiece) =>
  address !== null && words !== address && words.length <= LONGEST_BUTTON;

const inline = ({ words, address }: MailPiece, accent: string) =>
  address === null
    ? escaped(words).replaceAll("\n", "<br>")
    : `<a href="${escaped(address)}" style="color:${accent}">${escaped(words)}</a>`;

const button = ({ words, address }: MailPiece, accent: string) =>
  `<p style="margin:24px 0"><a href="${escaped(address!)}" style="display:inline-block;padding:12px 22px;border-radius:10px;background:${accent};color:#ffffff!important;font-weight:600;text-decoration:none">${escaped(words)}</a></p>`;

/**
 * The picture in the coloured band above the text, below the organisation's name; without a picture, a gap. The picture
 * only decorates, so its alternative text is empty.
 */
const picture = (address: string | null) =>
  address === null
    ? `<div style="height:20px"></div>`
    : `<div style="padding-top:8px;text-align:center;line-height:0"><img src="${escaped(address)}" width="${MAIL_PICTURE.width}" height="${MAIL_PICTURE.height}" alt="" style="border:0"></div>`;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);
