import type { ImgHTMLAttributes } from "react";
import { sourceSet } from "~/values/pictures.ts";

type Props = Pick<ImgHTMLAttributes<HTMLImageElement>, "alt" | "width" | "height" | "loading"> & {
  address: string;
  /** The width at which the page shows the picture, in the syntax of HTML. */
  sizes: string;
  /** Widths above this number of pixels are not offered. */
  upTo?: number;
  /** In lower case, because this version of React does not know the property in camel case. */
  fetchpriority?: "high";
  "data-picture"?: string;
};

/** A picture that staff uploaded, in the width that the browser needs. */
export function Picture({ address, sizes, upTo, alt, ...rest }: Props) {
  const srcSet = sourceSet(address, upTo);
  return <img src={address} {...(srcSet && { srcSet, sizes })} alt={alt} {...rest} />;
}
