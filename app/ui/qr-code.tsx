import { qrPath } from "./qr-path.ts";

/** A QR code. It is black on white even on a dark page, since some cameras cannot read other colours. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { side, path } = qrPath(text);
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path className="paper" d={`M0 0h${side}v${side}H0z`} />
      <path d={path} />
    </svg>
  );
}
