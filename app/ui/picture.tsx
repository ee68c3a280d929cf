import type { ImgHTMLAttributes } from "react";
import { sourceSet } from "~/values/pictures.ts";

type Props = Pick<ImgHTMLAttributes<HTMLImageElement>, "alt" | "width" | "height" | "loading"> & {
  address: string;
  /** How wide the page shows it, as in HTML. */
  sizes: string;
  /** No width above this number of pixels is offered. */
  upTo?: number;
  /** In lower case: this React does not know the property. */
  fetchpriority?: "high";
  "data-picture"?: string;
};

/** A picture that staff uploaded, in the width that a browser needs. */
export function Picture({ address, sizes, upTo, alt, ...rest }: Props) {
  const srcSet = sourceSet(address, upTo);
  return <img src={address} {...(srcSet && { srcSet, sizes })} alt={alt} {...rest} />;
}
