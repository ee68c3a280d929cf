import { BADGE_SIZES, type Badge, type BadgeSize, LEADING, type SetText, setText } from "./badges.ts";

/** The sheets of badges to print. Each badge has the width and height of its label. */
export function BadgeSheets({ badges, size, by }: { badges: Badge[]; size: BadgeSize; by: string }) {
  const { columns, rows } = BADGE_SIZES[size];
  const onSheet = columns * rows;
  const sheets = Array.from({ length: Math.ceil(badges.length / onSheet) }, (_, sheet) =>
    badges.slice(sheet * onSheet, (sheet + 1) * onSheet),
  );
  return sheets.map((sheet) => (
    <div key={sheet[0]?.id} className="badge-sheet" data-size={size}>
      {sheet.map((badge) => (
        <BadgeLabel key={badge.id} badge={badge} size={size} by={by} />
      ))}
    </div>
  ));
}

/** One badge. All of its text is part of a drawing, so that it is printed in exactly the size that was chosen. */
function BadgeLabel({ badge, size, by }: { badge: Badge; size: BadgeSize; by: string }) {
  const { width, height } = BADGE_SIZES[size];
  const { name, institution, country, pass, isInPerson, code } = badge;
  const edge = width * 0.06;
  const inside = width - 2 * edge;
  const band = height * (size === "a6" ? 0.1 : 0.17);
  const top = height * (size === "a6" ? 0.12 : 0.13);
  const body = height - top - band;
  const rest = [institution, country].filter((line) => line !== "");
  // Below the name, the code is at the right. It has its own white margin, so it may touch the things beside it.
  const codeSide = Math.min(body * 0.44, 24);
  const nameHeight = body - codeSide;
  const restWidth = inside - codeSide;
  const restHeight = (codeSide * 0.9) / Math.max(rest.length, 1);
  const settled = rest.map((text) =>
    setText(text, { width: restWidth, height: restHeight, largest: width * 0.055, most: 2 }),
  );
  return (
    <svg
      className="badge"
      role="img"
      aria-label={[name, ...rest, pass].join(", ")}
      viewBox={`0 0 ${width} ${height}`}
      data-pass={isInPerson ? "in-person" : "other"}
    >
      <rect className="paper" width={width} height={height} />
      <Text
        set={setText(by, { width: inside, height: top * 0.9, largest: width * 0.045, most: 1 })}
        box={{ x: width / 2, y: 0, height: top }}
      />
      <Text
        set={setText(name, {
          width: inside,
          height: nameHeight,
          largest: width * (size === "a6" ? 0.18 : 0.13),
        })}
        box={{ x: width / 2, y: top, height: nameHeight }}
        isName
      />
      {settled.map((text, index) => (
        <Text
          key={rest[index]}
          set={text}
          box={{ x: edge + restWidth / 2, y: top + nameHeight + index * restHeight, height: restHeight }}
        />
      ))}
      <path
        d={code.path}
        transform={`translate(${width - edge - codeSide} ${top + nameHeight}) scale(${codeSide / code.side})`}
        shapeRendering="crispEdges"
      />
      <rect className="band" y={height - band} width={width} height={band} />
      <Text
        set={setText(pass, { width: inside, height: band * 0.9, largest: width * 0.06, most: 1 })}
        box={{ x: width / 2, y: height - band, height: band }}
        isOnBand
      />
    </svg>
  );
}

/** A text in the middle of its box. */
function Text({
  set: { lines, size },
  box: { x, y, height },
  isName = false,
  isOnBand = false,
}: {
  set: SetText;
  box: { x: number; y: number; height: number };
  isName?: boolean;
  isOnBand?: boolean;
}) {
  const first = y + (height - lines.length * size * LEADING) / 2;
  return lines.map((line, index) => (
    <text
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text stay where they are
      key={index}
      className={isName ? "badge-name" : isOnBand ? "on-band" : undefined}
      x={x}
      y={Math.round((first + (index + 0.7) * size * LEADING) * 100) / 100}
      fontSize={size}
      textAnchor="middle"
    >
      {line}
    </text>
  ));
}
