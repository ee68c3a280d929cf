import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { PostForm } from "~/ui/post-form.tsx";

/** Ends every session of the account, including those on lost devices and in programs. */
export function LogOutEverywhere() {
  return (
    <Card title="Log out everywhere">
      <p>
        Did you lose a device, or stay logged in on a device that others use? This logs you out on all devices
        and in all programs, including here. The private address of your calendar stops working too.
      </p>
      <p>
        <a href="/devices">See where you are logged in</a>, and log out one device.
      </p>
      <PostForm action="/logout" ofNoEdition>
        <Button name="everywhere" value="yes" variant="secondary">
          Log out everywhere
        </Button>
      </PostForm>
    </Card>
  );
}
