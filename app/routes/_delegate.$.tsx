import { messages } from "~/domain/messages.ts";
import { refuse } from "~/session.server.ts";

/** Whatever has no route of its own, inside the layout so that the way home is at hand. */
export const loader = () => refuse(404, messages.notFound);
export const action = () => refuse(404, messages.notFound);

export default function NotFound() {
  return null;
}
