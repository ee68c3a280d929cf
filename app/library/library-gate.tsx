import { SignInForm } from "~/accounts/account-forms.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Notice } from "~/ui/notice.tsx";
import { useSite } from "~/ui/site.tsx";
import { quantity } from "~/values/words.ts";
import { Thumbnail } from "./library-lists.tsx";
import { OpenSamples, type Sample } from "./samples.tsx";
import type { ListedVideo } from "./videos.ts";

type LibraryOffer = { videos: number; seconds: number; teasers: ListedVideo[]; samples: Sample[] };

type Props = {
  /** The sentence that says why the page is not shown. */
  message: string;
  signIn?: { redirectTo: string; resume: [name: string, value: string][] };
  /** null if the offer could not be read. */
  offer: LibraryOffer | null;
  categories: { id: string; title: string }[] | null;
  /** Such as "$99 a year". */
  price: string | null;
};

/**
 * Shown to visitors without a subscription in place of a page of the library. It says why they cannot see the page,
 * what the library contains, and how to subscribe.
 */
export function LibraryGate({ message, signIn, offer, categories, price }: Props) {
  return (
    <main id="content" className="page wide gate" tabIndex={-1}>
      <Notice tone="info">
        <p>{message}</p>
      </Notice>
      <div className={signIn ? "beside" : undefined}>
        <section className="invitation">
          <p className="eyebrow">{useSite().library}</p>
          <h1>The conference does not end when the hall empties</h1>
          <p className="lead">
            {offer && offer.videos > 0
              ? `${quantity(offer.videos, "lecture")} and conversations, ${lengthInWords(offer.seconds)} in all. Watch them in your own time and on any device.`
              : "The lectures and conversations of the conferences, to watch in your own time and on any device."}
          </p>
          {categories && categories.length > 0 && (
            <ul className="subjects" aria-label="Categories">
              {categories.map(({ id, title }) => (
                <li key={id}>{title}</li>
              ))}
            </ul>
          )}
          <p className="cluster">
            <LinkButton className="sun" href="/plus/subscribe">
              Subscribe
            </LinkButton>
            {price && <span>{price}, cancel whenever you like</span>}
          </p>
        </section>
        {signIn && (
          <Card title="Already subscribed? Log in">
            <SignInForm redirectTo={signIn.redirectTo} resume={signIn.resume} isAside />
            <p>
              <a href="/?form=forgot">Forgot your password?</a>
            </p>
          </Card>
        )}
      </div>
      <OpenSamples />
      {offer && offer.teasers.length > 0 && (
        <section className="shelf">
          <div className="shelf-head">
            <h2>Waiting for subscribers</h2>
            <a href="/plus/subscribe">Subscribe</a>
          </div>
          <ul className="videos">
            {offer.teasers.map((video) => (
              <li className="video" key={video.id}>
                <Thumbnail video={video} />
                <p className="video-title">{video.title}</p>
                {video.speakers && <p className="speakers">{video.speakers}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}

function lengthInWords(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? quantity(hours, "hour") : quantity(Math.max(1, Math.round(seconds / 60)), "minute");
}
