import type { HTMLAttributes } from "react";
import { Card } from "~/ui/card.tsx";
import { CARD_SIZE } from "./share-card.ts";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "share-card": HTMLAttributes<HTMLElement>;
    }
  }
}

/**
 * The picture to share, and a choice of whether it shows the delegate's name. With JavaScript the picture can be shared
 * or saved as a PNG, which every network accepts.
 */
export function ShareCard({ event, isNamed }: { event: string; isNamed: boolean }) {
  const address = isNamed ? "/decision/card.svg?name" : "/decision/card.svg";
  return (
    <Card title="Tell your friends" id="card">
      <share-card>
        <img src={address} alt={`A card that says: accepted to the ${event}`} {...CARD_SIZE} loading="lazy" />
        <p className="cluster">
          <a href={address} download="accepted.svg">
            Save the picture
          </a>{" "}
          {isNamed ? (
            <a href="/decision#card">Take my name off</a>
          ) : (
            <a href="/decision?name#card">Put my name on it</a>
          )}
        </p>
      </share-card>
    </Card>
  );
}
