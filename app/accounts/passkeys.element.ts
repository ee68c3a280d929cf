import { Enhancement } from "~/ui/enhancement.element.ts";
import type { PasskeyRequest } from "~/values/types.ts";
import { PASSKEY_ALGORITHMS, type PasskeyInvitation } from "./passkeys.ts";

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const textOf = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const named = (ids: string[]) => ids.map((id) => ({ type: "public-key" as const, id: bytesOf(id) }));

/**
 * Shows its markup, which is hidden until a script has checked that the browser supports passkeys. Its button then
 * fills a hidden field with the browser's answer, and sends the form. If there is no answer, the page says so: browsers
 * tell a site neither whether somebody cancelled nor what else went wrong.
 */
abstract class Passkey extends Enhancement {
  protected override enhance() {
    const button = this.querySelector("button");
    const field = this.querySelector<HTMLInputElement>("input[name$=Passkey]");
    if (!button?.form || !field) return;
    if (!("PublicKeyCredential" in window)) {
      button.hidden = true;
      this.say(this.dataset["unsupported"]);
      return;
    }
    this.hidden = false;
    const { form } = button;
    this.listen(button, "click", async (event) => {
      event.preventDefault();
      this.say("");
      const answer = await this.ask().catch(() => null);
      if (!answer) return this.say(this.dataset["failed"]);
      field.value = JSON.stringify(answer);
      field.disabled = false;
      form.requestSubmit(button);
      // Each answer works only once: if somebody goes back to the page, the form must not send it again in place of a
      // code.
      field.value = "";
      field.disabled = true;
    });
  }

  /**
   * Shows a sentence below the button, and makes this element visible. Without a sentence, hides the previous sentence,
   * and leaves the element visible or hidden as it was.
   */
  private say(sentence = "") {
    const problem = this.querySelector<HTMLElement>("[data-problem]");
    if (!problem) return;
    if (sentence) this.hidden = false;
    problem.hidden = !sentence;
    problem.textContent = sentence;
  }

  /** The browser's answer, with all bytes in base64url; null if the browser has none. */
  protected abstract ask(): Promise<Record<string, string> | null>;
}

/** Uses a passkey in place of a code. */
export class UsePasskey extends Passkey {
  protected override async ask() {
    const { challenge, ids } = JSON.parse(this.dataset["request"]!) as PasskeyRequest;
    const used = (await navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(challenge),
        allowCredentials: named(ids),
        userVerification: "preferred",
      },
    })) as PublicKeyCredential | null;
    if (!used) return null;
    const { clientDataJSON, authenticatorData, signature } = used.response as AuthenticatorAssertionResponse;
    return {
      id: used.id,
      clientData: textOf(clientDataJSON),
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
    };
  }
}

/** Makes a passkey on this device or on a security key. */
export class AddPasskey extends Passkey {
  protected override async ask() {
    const { challenge, ids, uid, email, site } = JSON.parse(this.dataset["invitation"]!) as PasskeyInvitation;
    const made = (await navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(challenge),
        rp: { name: site },
        user: { id: new TextEncoder().encode(uid), name: email, displayName: email },
        pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: named(ids),
        authenticatorSelection: { userVerification: "preferred" },
      },
    })) as PublicKeyCredential | null;
    const response = made?.response as AuthenticatorAttestationResponse | undefined;
    const publicKey = response?.getPublicKey?.();
    if (!made || !response || !publicKey) return null;
    return {
      id: made.id,
      publicKey: textOf(publicKey),
      clientData: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.getAuthenticatorData()),
    };
  }
}
