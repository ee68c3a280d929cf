import { useRouteLoaderData } from "@remix-run/react";
import { Picture } from "~/ui/picture.tsx";
import { inWidth } from "~/values/pictures.ts";
import { IN_GRID } from "./library-lists.tsx";
import { pictureAddress, timecode } from "./playback.ts";
import type { ListedVideo } from "./videos.ts";

/**
 * A video that is open to everybody. Either we host its file, or `watch` is the URL of its page at the service that
 * hosts it.
 */
export type Sample = ListedVideo & { watch: string | null; service: string | null };

/**
 * A few of the videos that are open to everybody. Visitors without a subscription can play them on the page itself.
 * Renders nothing for subscribers, or if there are no such videos.
 */
export function OpenSamples() {
  const frame = useRouteLoaderData<{ offer: { samples: Sample[] } | null }>("routes/_plus");
  const samples = frame?.offer?.samples ?? [];
  if (samples.length === 0) return null;
  return (
    <section className="shelf" id="samples">
      <div className="shelf-head">
        <h2>Free to watch now</h2>
      </div>
      <ul className="videos">
        {samples.map((sample) => (
          <li className="video" key={sample.id}>
            <SamplePlayer sample={sample} />
            <p className="video-title">{sample.title}</p>
            <p className="speakers">
              {[timecode(sample.lengthSeconds), sample.speakers].filter(Boolean).join(" · ")}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SamplePlayer({ sample }: { sample: Sample }) {
  const poster = pictureAddress(sample.thumbnailKey);
  if (sample.watch) {
    return (
      <a className="thumbnail play" href={sample.watch} target="_blank" rel="noreferrer">
        {poster && <Picture address={poster} {...IN_GRID} alt="" width={640} height={360} loading="lazy" />}
        <span className="length">
          Watch<span className="visually-hidden"> “{sample.title}”</span> at {sample.service}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </span>
      </a>
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: no recording comes with captions
    <video
      className="thumbnail"
      controls
      preload="none"
      poster={poster ? inWidth(poster, 640) : undefined}
      src={`/plus/video/${sample.id}/file`}
      aria-label={sample.title}
    />
  );
}
