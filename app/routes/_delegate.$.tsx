import { refuse } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";

/** Answers every unknown address with 404. The answer is inside the layout, so it has a link to the home page. */
export const loader = () => refuse(404, messages.notFound);
export const action = () => refuse(404, messages.notFound);

export default function NotFound() {
  return null;
}
