import { Resvg } from "@resvg/resvg-js";
import { DRAWING_BOX, DRAWING_NAMES, DRAWINGS } from "../app/conference/drawing-paths.ts";
import { MAIL_PICTURE } from "../app/mail/mail-picture.ts";
import { GATE } from "../app/ui/gate-paths.ts";

/** A picture is twice as wide as the space that it fills in a mail, so that it is sharp on the screens of phones. */
const SHARPNESS = 2;

/**
 * The portal's drawings as pictures for mails, because mail programs do not show SVG. Their lines are light, because
 * the background is dark.
 */
export const drawingPictures = () =>
  DRAWING_NAMES.map((name) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${DRAWING_BOX}" fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="${GATE.outer}" stroke="#ffc06a" stroke-opacity=".4" stroke-width="2"/><path d="${DRAWINGS[name].path}" stroke="#ffe2bd" stroke-width="1.6"/></svg>`;
    const width = MAIL_PICTURE.width * SHARPNESS;
    const source = new Resvg(svg, { fitTo: { mode: "width", value: width } }).render().asPng();
    return { fileName: MAIL_PICTURE.path(name).slice(1), source };
  });
