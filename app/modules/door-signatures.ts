import { verifyWithoutBrowser } from "~/door/own-signatures.element.ts";

/** What `app/door/signatures.element.ts` calls. */
export const verifySignature = verifyWithoutBrowser;
