import type { ReactNode } from "react";
import { Gate, SUNS } from "~/ui/gate.tsx";
import { initials } from "~/values/words.ts";
import { isWatched, pictureAddress, resumeAt, timecode } from "./playback.ts";
import type { ListedVideo } from "./videos.ts";

/** The picture of a video with its length, and how much of it has been watched. */
export function Thumbnail({
  video: { lengthSeconds, thumbnailKey, seconds },
  eager,
}: {
  video: Pick<ListedVideo, "lengthSeconds" | "thumbnailKey" | "seconds">;
  /** The largest of those visible without scrolling: it is loaded at once, ahead of the others. */
  eager?: boolean;
}) {
  const picture = pictureAddress(thumbnailKey);
  const begun = resumeAt(seconds, lengthSeconds);
  return (
    <span className="thumbnail">
      {picture ? (
        <img
          src={picture}
          alt=""
          width={640}
          height={360}
          loading={eager ? undefined : "lazy"}
          // In lower case: this React does not know the property.
          {...(eager && { fetchpriority: "high" })}
        />
      ) : (
        // One of several drawings, and always the same for a video.
        <Gate sun={SUNS[lengthSeconds % SUNS.length]!} />
      )}
      <span className="length">
        <span className="visually-hidden">, </span>
        {timecode(lengthSeconds)}
        {isWatched(seconds, lengthSeconds) && <b> · Watched</b>}
      </span>
      {begun !== null && <progress aria-label="Watched so far" max={lengthSeconds} value={begun} />}
    </span>
  );
}

/**
 * One video in a list. `category` is the category being viewed; the video's page then shows the next videos
 * of it.
 */
function VideoCard({ video, category }: { video: ListedVideo; category?: string }) {
  return (
    <li className="video">
      <a href={videoAddress(video.id, category)}>
        <Thumbnail video={video} /> <span className="video-title">{video.title}</span>
      </a>
      {video.speakers && <p className="speakers">{video.speakers}</p>}
    </li>
  );
}

export const videoAddress = (id: string, category?: string) =>
  `/plus/video/${id}${category ? `?category=${encodeURIComponent(category)}` : ""}`;

/** A grid of videos with as many side by side as fit. */
export function VideoGrid({ videos, category }: { videos: ListedVideo[]; category?: string }) {
  return (
    <ul className="videos">
      {videos.map((video) => (
        <VideoCard key={video.id} video={video} category={category} />
      ))}
    </ul>
  );
}

/** A row of videos under a heading; it scrolls sideways if they do not fit. */
export function Shelf({
  title,
  href,
  videos,
  category,
}: {
  title: ReactNode;
  /** The page with all of them. */
  href?: string;
  videos: ListedVideo[];
  category?: string;
}) {
  return (
    <section className="shelf">
      <div className="shelf-head">
        <h2>{title}</h2>
        {href && (
          <a href={href}>
            See all<span className="visually-hidden"> of {title}</span>
          </a>
        )}
      </div>
      <ul className="videos row">
        {videos.map((video) => (
          <VideoCard key={video.id} video={video} category={category} />
        ))}
      </ul>
    </section>
  );
}

type Speaker = {
  id: string;
  name: string;
  title: string;
  organisation: string;
  profileKey: string | null;
};

/** A speaker's picture, or the initials if there is none. */
export function Portrait({
  profileKey,
  name,
  large,
}: {
  profileKey: string | null;
  name: string;
  large?: boolean;
}) {
  const picture = pictureAddress(profileKey);
  return (
    <span className={large ? "portrait large" : "portrait"}>
      {picture ? (
        <img src={picture} alt="" width={160} height={160} loading={large ? undefined : "lazy"} />
      ) : (
        <b aria-hidden="true">{initials(name)}</b>
      )}
    </span>
  );
}

/** The speakers of a video. */
export function SpeakerList({ speakers }: { speakers: Speaker[] }) {
  return (
    <ul className="speaker-list">
      {speakers.map(({ id, name, title, organisation, profileKey }) => (
        <li key={id}>
          <a href={`/plus/speaker/${id}`}>
            <Portrait profileKey={profileKey} name={name} />
            <span>
              <b>
                <bdi>{name}</bdi>
              </b>{" "}
              <small>{[title, organisation].filter(Boolean).join(", ")}</small>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Links to the first and the next page. */
export function LibraryPages({ first, next }: { first: string | null; next: string | null }) {
  if (!first && !next) return null;
  return (
    <nav aria-label="Pages" className="cluster">
      {first && <a href={first}>Back to the first page</a>}
      {next && (
        <a href={next} rel="next">
          Show more
        </a>
      )}
    </nav>
  );
}
