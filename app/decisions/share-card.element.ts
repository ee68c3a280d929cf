import { Enhancement } from "~/ui/enhancement.element.ts";

/**
 * Converts a picture to PNG and passes it to the device's share function. If there is no such function, it saves the
 * PNG as a file. The picture is an image on the page if there is one, otherwise the target of the link.
 */
export class ShareCardElement extends Enhancement {
  protected override enhance() {
    const shown = this.querySelector("img");
    const link = this.querySelector<HTMLAnchorElement>("a[download]");
    if (!link) return;
    link.textContent = "Share or save the picture";
    this.listen(link, "click", (event) => {
      event.preventDefault();
      // A picture that cannot be converted is saved as SVG.
      this.#share(shown ?? pictureAt(link.href), link.download).catch(() => location.assign(link.href));
    });
  }

  async #share(picture: HTMLImageElement, download: string) {
    const name = download.replace(/\.svg$/, ".png");
    picture.loading = "eager";
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = picture.naturalWidth;
    canvas.height = picture.naturalHeight;
    canvas.getContext("2d")!.drawImage(picture, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    const files = [new File([blob!], name, { type: "image/png" })];
    if (navigator.canShare?.({ files })) {
      // The person may cancel sharing.
      await navigator.share({ files }).catch(() => {});
      return;
    }
    const saving = document.createElement("a");
    saving.href = URL.createObjectURL(files[0]!);
    saving.download = name;
    saving.click();
    setTimeout(() => URL.revokeObjectURL(saving.href), 60_000);
  }
}

function pictureAt(address: string): HTMLImageElement {
  const picture = new Image();
  picture.src = address;
  return picture;
}
