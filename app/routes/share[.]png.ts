import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openVisit } from "~/accounts/session.server.ts";
import { sharePicture } from "~/site/share-picture.server.ts";

/**
 * How long the picture is cached: one day, in seconds. When the colour changes, the picture gets another address. So no
 * old picture is shown.
 */
const KEPT = 24 * 60 * 60;

/** The picture that other programs show for a shared link to the portal. */
export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await openVisit(args);
  return new Response(await sharePicture(settings.site.accent), {
    headers: {
      "Content-Type": "image/png",
      "Cache-Control": `public, max-age=${KEPT}`,
      Vary: "Accept-Encoding",
    },
  });
}
