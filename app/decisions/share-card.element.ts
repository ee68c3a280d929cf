import { Enhancement } from "~/ui/enhancement.element.ts";

const FILE = "accepted.png";

/** Makes a PNG of the card, and hands it to the device to be shared, or saves it where there is nothing to share with. */
export class ShareCardElement extends Enhancement {
  protected override enhance() {
    const picture = this.querySelector("img");
    const link = this.querySelector<HTMLAnchorElement>("a[download]");
    if (!picture || !link) return;
    link.textContent = "Share or save the picture";
    this.listen(link, "click", (event) => {
      event.preventDefault();
      // A picture that cannot be drawn is saved as it is.
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
      // The person may change their mind.
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
