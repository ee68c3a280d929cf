import { verifyWithoutBrowser } from "~/door/own-signatures.element.ts";

/** The function that `app/door/signatures.element.ts` calls. */
export const verifySignature = verifyWithoutBrowser;
