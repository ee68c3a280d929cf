import type { HTMLAttributes } from "react";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { TextField } from "~/ui/field.tsx";
import { Notice } from "~/ui/notice.tsx";
import { scanMessages } from "./messages.ts";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "door-scan": HTMLAttributes<HTMLElement> & { signatures: string };
    }
  }
}

const words = scanMessages;

/**
 * The page at the door that works without a network. It works only with scripts. The browser itself builds the view of
 * a ticket, so a phone can keep this page unchanged.
 *
 * @param signatures the address of a script that verifies signatures. Browsers that cannot verify signatures load
 *   this script.
 */
export function ScanPage({ signatures }: { signatures: string }) {
  return (
    <door-scan signatures={signatures}>
      <div data-part="without">
        <Notice tone="info">
          <p>
            {words.without} <a href="/admin/door">{words.toNames}</a>
          </p>
        </Notice>
      </div>
      <div className="stack" data-part="with" hidden>
        <p data-part="state" role="status" />
        <div className="stack" data-part="ticket" aria-live="polite" hidden />
        <div className="stack" data-part="scanner">
          <video className="door-camera" data-part="video" muted playsInline hidden />
          <p data-part="camera-state" hidden />
          <Button type="button" data-part="camera">
            Start the camera
          </Button>
          <TextField label={words.typed} name="code" autoComplete="off" data-part="typed" />
          <Button type="button" variant="secondary" data-part="look">
            Look up
          </Button>
          <div className="field">
            <label htmlFor="picture">{words.picture}</label>{" "}
            <input
              type="file"
              id="picture"
              name="picture"
              accept="image/*"
              capture="environment"
              data-part="picture"
            />
          </div>
        </div>
        <div className="stack" data-part="about">
          <Card title="Before the doors open">
            <ul>
              {words.before.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Card>
          <Card title="This phone">
            <p data-part="phone" />
            <p className="actions">
              <Button type="button" variant="secondary" data-part="load">
                Load the list now
              </Button>
              <Button type="button" variant="quiet" data-part="log-out">
                Log out
              </Button>
            </p>
            <p data-part="log-out-state" role="status" hidden />
          </Card>
        </div>
      </div>
    </door-scan>
  );
}
