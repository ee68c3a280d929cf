import type { ReactNode } from "react";
import { Gate, SUNS } from "~/ui/gate.tsx";
import { Picture } from "~/ui/picture.tsx";
import { initials } from "~/values/words.ts";
import { isWatched, pictureAddress, resumeAt, timecode } from "./playback.ts";
import type { ListedVideo } from "./videos.ts";

/**
 * The width at which the picture of a video is shown, in the form of the attribute `sizes`. From this width, the
 * browser decides how many pixels to load. The widths must agree with the columns of `.videos` in the style sheet.
 */
type Place = { sizes: string; upTo?: number };
export const IN_GRID: Place = {
  sizes: "(min-width: 60rem) 20rem, (min-width: 36rem) 24rem, calc(100vw - 2rem)",
  upTo: 640,
};
export const IN_ASIDE: Place = { sizes: "8.5rem", upTo: 640 };
const IN_SHELF: Place = { sizes: "(min-width: 60rem) 20rem, 15.5rem", upTo: 640 };
/**
 * On a phone, `sizes` gives 20rem, although the picture is shown a little wider. A phone with two device pixels for
 * each CSS pixel then loads the picture that is 640 pixels wide. It looks as good there as the one that is 1280 pixels
 * wide, and has half as many bytes.
 */
const IN_FEATURE: Place = {
  sizes: "(min-width: 80rem) 40rem, (min-width: 48rem) 50vw, (min-width: 30rem) 100vw, 20rem",
};

/** The picture of a video, with its length and how much of it has been watched. */
export function Thumbnail({
  video: { lengthSeconds, thumbnailKey, seconds },
  place = IN_GRID,
  featured,
}: {
  video: Pick<ListedVideo, "lengthSeconds" | "thumbnailKey" | "seconds">;
  place?: Place;
  /**
   * Whether this is the largest picture that is visible without scrolling. It is loaded immediately, before the others.
   */
  featured?: boolean;
}) {
  const picture = pictureAddress(thumbnailKey);
  const begun = resumeAt(seconds, lengthSeconds);
  return (
    <span className="thumbnail">
      {picture ? (
        <Picture
          address={picture}
          {...(featured ? IN_FEATURE : place)}
          alt=""
          width={640}
          height={360}
          loading={featured ? undefined : "lazy"}
          fetchpriority={featured ? "high" : undefined}
        />
      ) : (
        // There are several drawings. A video always gets the same one, because its length chooses it.
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
 * A video in a list. If the list shows one category, `category` is its id. The video's page then lists the next videos
 * of that category.
 */
function VideoCard({ video, category, place }: { video: ListedVideo; category?: string; place?: Place }) {
  return (
    <li className="video">
      <a href={videoAddress(video.id, category)}>
        <Thumbnail video={video} place={place} /> <span className="video-title">{video.title}</span>
      </a>
      {video.speakers && <p className="speakers">{video.speakers}</p>}
    </li>
  );
}

export const videoAddress = (id: string, category?: string) =>
  `/plus/video/${id}${category ? `?category=${encodeURIComponent(category)}` : ""}`;

/** A grid of videos, with as many side by side as there is room for. */
export function VideoGrid({
  videos,
  category,
  place,
}: {
  videos: ListedVideo[];
  category?: string;
  place?: Place;
}) {
  return (
    <ul className="videos">
      {videos.map((video) => (
        <VideoCard key={video.id} video={video} category={category} place={place} />
      ))}
    </ul>
  );
}

/** A row of videos under a heading. The row scrolls sideways if the videos do not fit. */
export function Shelf({
  title,
  href,
  videos,
  category,
}: {
  title: ReactNode;
  /** The page that lists all of these videos. */
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
          <VideoCard key={video.id} video={video} category={category} place={IN_SHELF} />
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
        <Picture
          address={picture}
          sizes={large ? "(min-width: 56rem) 10rem, 7rem" : "3.5rem"}
          alt=""
          width={160}
          height={160}
          loading={large ? undefined : "lazy"}
        />
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
