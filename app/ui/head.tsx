import type { MetaDescriptor, MetaFunction } from "@remix-run/react";
import { SHARE_PICTURE } from "./share-picture.ts";
import { pageTitle, rootOf } from "./site.tsx";

/**
 * The `meta` of a page that anybody may open. For visitors who are not signed in, it also contains the page's own
 * address and a picture. Search engines are never signed in, nor are programs that show a shared link.
 *
 * @param words the words of the title; null if the title is only the name of the organisation or of the library.
 */
export const publicMeta =
  (words: string | null, description: string, of: "shortName" | "library" = "shortName"): MetaFunction =>
  ({ matches, location, error }) => {
    const title = pageTitle(matches, words, of);
    const about: MetaDescriptor[] = [{ title }, { name: "description", content: description }];
    const root = rootOf(matches);
    if (error || !root?.origin) return about;
    const address = root.origin + location.pathname;
    const { path, width, height } = SHARE_PICTURE;
    const shared = {
      type: "website",
      title,
      description,
      url: address,
      site_name: root.site?.name,
      // When the accent colour changes, the address of the picture changes too. So a program that has cached the old
      // picture requests the new one.
      image: `${root.origin}${path}?${root.theme?.slice(1)}`,
      "image:width": String(width),
      "image:height": String(height),
      "image:alt": "A rising sun",
    };
    return [
      ...about,
      { tagName: "link", rel: "canonical", href: address },
      { name: "twitter:card", content: "summary_large_image" },
      ...Object.entries(shared).flatMap(([name, content]) =>
        content ? [{ property: `og:${name}`, content }] : [],
      ),
    ];
  };
