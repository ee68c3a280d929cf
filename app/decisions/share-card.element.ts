import { Enhancement } from "~/ui/enhancement.element.ts";

const FILE = "accepted.png";

/** Converts the card to PNG and passes it to the device's share function or, if there is none, saves it as a file. */
export class ShareCardElement extends Enhancement {
  protected override enhance() {
    const picture = this.querySelector("img");
    const link = this.querySelector<HTMLAnchorElement>("a[download]");
    if (!picture || !link) return;
    link.textContent = "Share or save the picture";
    this.listen(link, "click", (event) => {
      event.preventDefault();
      // A picture that cannot be converted is saved as SVG.
      this.#share(picture).catch(() => location.assign(link.href));
    });
  }

  async #share(picture: HTMLImageElement) {
    picture.loading = "eager";
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = picture.naturalWidth;
    canvas.height = picture.naturalHeight;
    canvas.getContext("2d")!.drawImage(picture, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    const files = [new File([blob!], FILE, { type: "image/png" })];
    if (navigator.canShare?.({ files })) {
      // The person may cancel sharing.
      await navigator.share({ files }).catch(() => {});
      return;
    }
    const saving = document.createElement("a");
    saving.href = URL.createObjectURL(files[0]!);
    saving.download = FILE;
    saving.click();
    setTimeout(() => URL.revokeObjectURL(saving.href), 60_000);
  }
}
