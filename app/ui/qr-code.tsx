import { generate } from "lean-qr";

/** The white margin that cameras need around a code, in squares of the code. */
const MARGIN = 4;

/** A QR code. It is black on white even on a dark page, since some cameras can read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const side = code.size + 2 * MARGIN;
  const squares = Array.from({ length: code.size ** 2 }, (_, at) => [
    at % code.size,
    Math.floor(at / code.size),
  ])
    .filter(([x, y]) => code.get(x!, y!))
    .map(([x, y]) => `M${x! + MARGIN} ${y! + MARGIN}h1v1h-1z`)
    .join("");
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path className="paper" d={`M0 0h${side}v${side}H0z`} />
      <path d={squares} />
    </svg>
  );
}
