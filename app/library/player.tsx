import type { HTMLAttributes } from "react";
import { Notice } from "~/ui/notice.tsx";
import { Picture } from "~/ui/picture.tsx";
import { libraryMessages } from "./messages.ts";
import { chapterAt, pictureAddress, timecode } from "./playback.ts";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "resume-player": HTMLAttributes<HTMLElement>;
      "service-player": HTMLAttributes<HTMLElement>;
    }
  }
}

export type Player =
  | { kind: "file"; src: string }
  | { kind: "frame"; src: string }
  | { kind: "service"; src: string; watch: string; service: string }
  | { kind: "none" };

/** The id of a form that contains a token. The player sends this token each time it saves the viewer's position. */
export const PLACE_FORM = "place";

const FRAMED = "autoplay; encrypted-media; fullscreen; picture-in-picture";

/** The player on a video's page. `now` is the time on the portal's clock (UTC ms). */
export function VideoPlayer({
  video: { id, title, thumbnailKey },
  player,
  now,
}: {
  video: { id: string; title: string; thumbnailKey: string | null };
  player: Player;
  now: number;
}) {
  const poster = pictureAddress(thumbnailKey) ?? undefined;
  switch (player.kind) {
    case "file":
      return (
        <resume-player
          data-to={`/plus/video/${id}/progress`}
          data-now={now}
          data-form={PLACE_FORM}
          data-lost={libraryMessages.placeLost}
        >
          {/* biome-ignore lint/a11y/useMediaCaption: no recording comes with captions */}
          <video controls preload="metadata" poster={poster} src={player.src} aria-label={title} />
        </resume-player>
      );
    case "frame":
      return <iframe src={player.src} title={title} allow={FRAMED} allowFullScreen />;
    case "service":
      return (
        <>
          <service-player data-src={player.src} data-title={title} data-allow={FRAMED}>
            <a className="play" href={player.watch} target="_blank" rel="noreferrer">
              {poster && (
                <Picture
                  address={poster}
                  sizes="(min-width: 80rem) 80rem, 100vw"
                  alt=""
                  width={1280}
                  height={720}
                />
              )}
              <span className="length">
                Play<span className="visually-hidden"> “{title}”</span> from {player.service}
              </span>
            </a>
          </service-player>
          <p className="beneath">
            Once you press play, {player.service} learns that you are watching this. If nothing plays,{" "}
            <a href={player.watch} target="_blank" rel="noreferrer">
              watch it at {player.service}
              <span className="visually-hidden"> (opens in a new tab)</span>
            </a>
            .
          </p>
        </>
      );
    default:
      return (
        <Notice tone="warning">
          <p>{libraryMessages.cannotPlay}</p>
        </Notice>
      );
  }
}

/** The chapters of a video as links that jump to them. Without scripts the links reload the page. */
export function Chapters({
  chapters,
  start,
  href,
}: {
  chapters: { at: number; title: string }[];
  start: number;
  /** The URL that starts the video at a second. */
  href: (seconds: number) => string;
}) {
  if (chapters.length === 0) return null;
  const current = chapterAt(chapters, start);
  return (
    <section>
      <h2>Chapters</h2>
      <ol className="chapters">
        {chapters.map((chapter) => (
          <li key={chapter.at}>
            <a
              href={href(chapter.at)}
              data-seek={chapter.at}
              aria-current={chapter === current ? "true" : undefined}
            >
              <span className="time">{timecode(chapter.at)}</span> <span>{chapter.title}</span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
