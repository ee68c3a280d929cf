import { editionMessages } from "~/editions/messages.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { PostForm } from "~/ui/post-form.tsx";

const say = editionMessages.restore;

/** Asks whether to put back what is published in place of the draft's part. */
export function Restoring({
  changes,
  seen,
  href,
}: {
  changes: number;
  /** The version of the part that would be discarded. */
  seen: string;
  /** The page with the form, which still contains what was typed. */
  href: string;
}) {
  return (
    <Card title={say.title}>
      <p>{say.lost(changes)}</p>
      <PostForm>
        <input type="hidden" name="seen" value={seen} />
        <p className="actions">
          <Button name="intent" value="restore" variant="danger">
            {say.button}
          </Button>
          <a href={href}>{say.keep}</a>
        </p>
      </PostForm>
    </Card>
  );
}
