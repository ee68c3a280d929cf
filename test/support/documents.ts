import { deflateRawSync } from "node:zlib";

// Files of the kinds that are uploaded. A test can choose the contents of every part that may be false or do harm.

/**
 * The bytes of a text whose characters are one byte each. This uses a loop, because some of these texts are megabytes
 * long.
 */
export const bytes = (text: string) => {
  const made = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) made[at] = text.charCodeAt(at);
  return made;
};
export const join = (...parts: Uint8Array[]) => {
  const file = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
};
export const padded = (start: Uint8Array, length: number, end = new Uint8Array()) => {
  const file = new Uint8Array(length).fill(32);
  file.set(start);
  file.set(end, length - end.length);
  return file;
};
export const numbers = (size: 2 | 4, ...values: number[]) => {
  const view = new DataView(new ArrayBuffer(values.length * size));
  values.forEach((value, index) => {
    if (size === 2) view.setUint16(index * 2, value, true);
    else view.setUint32(index * 4, value, true);
  });
  return new Uint8Array(view.buffer);
};

export type Entry = {
  name: string;
  content?: Uint8Array;
  inflated?: number;
  /** 8 means that the content is already compressed. */
  method?: number;
  stored?: number;
  at?: number;
  /** Extra fields in the header beside the content, and in the directory. */
  localExtra?: string;
  extra?: string;
  comment?: string;
};
export type Lies = {
  count?: number;
  directory?: number;
  size?: number;
  comment?: string;
  prefix?: Uint8Array;
  reversed?: boolean;
};

/** A ZIP of stored entries. For a broken ZIP, a test sets a field of an entry or of `lies` to something untrue. */
export function zip(entries: Entry[], lies: Lies = {}): Uint8Array<ArrayBuffer> {
  const start = lies.prefix ?? new Uint8Array();
  const locals: Uint8Array[] = [start];
  const records: Uint8Array[] = [];
  let offset = start.length;
  for (const {
    name,
    content = new Uint8Array(),
    inflated = content.length,
    at = offset,
    stored,
    localExtra = "",
    extra = "",
    comment = "",
    method = 0,
  } of entries) {
    const sizes = numbers(4, 0, stored ?? content.length, inflated);
    const nameBytes = new TextEncoder().encode(name);
    const fixed = numbers(2, 20, 0, method, 0, 0);
    const local = join(
      bytes("PK\x03\x04"),
      fixed,
      sizes,
      numbers(2, nameBytes.length, localExtra.length),
      nameBytes,
      bytes(localExtra),
      content,
    );
    locals.push(local);
    records.push(
      join(
        bytes("PK\x01\x02"),
        numbers(2, 20),
        fixed,
        sizes,
        numbers(2, nameBytes.length, extra.length, comment.length, 0, 0),
        numbers(4, 0, at),
        nameBytes,
        bytes(extra),
        bytes(comment),
      ),
    );
    offset += local.length;
  }
  const directory = join(...(lies.reversed ? records.reverse() : records));
  const comment = bytes(lies.comment ?? "");
  const count = lies.count ?? entries.length;
  return join(
    ...locals,
    directory,
    bytes("PK\x05\x06"),
    numbers(2, 0, 0, count, count),
    numbers(4, lies.size ?? directory.length, lies.directory ?? offset),
    numbers(2, comment.length),
    comment,
  );
}

/** A compressed entry that states the given uncompressed length. */
export const packed = (name: string, content: Uint8Array, inflated = content.length): Entry => ({
  name,
  content: Uint8Array.from(deflateRawSync(content)),
  method: 8,
  inflated,
});

const MAIN =
  '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>';

/** The minimal contents of a Word document. */
export const word: Entry[] = [
  {
    name: "[Content_Types].xml",
    content: bytes(`<?xml version="1.0" encoding="UTF-8"?>\n<Types>${MAIN}</Types>`),
  },
  { name: "_rels/.rels", content: bytes("<Relationships/>") },
  { name: "word/document.xml", content: bytes("<w:document/>") },
];

/** An OLE2 file (MS-CFB) with one directory sector that contains these names; "Macros/" is a storage. */
export function oleOf(...names: string[]): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(512 * 4);
  const view = new DataView(file.buffer);
  file.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  view.setUint16(30, 9, true);
  view.setUint32(44, 1, true);
  view.setUint32(48, 1, true);
  view.setUint32(76, 0, true);
  // The sector table occupies a sector itself; the directory ends after its own sector.
  view.setUint32(512, 0xfffffffd, true);
  view.setUint32(516, 0xfffffffe, true);
  ["Root Entry", ...names].slice(0, 4).forEach((name, index) => {
    const at = 1_024 + index * 128;
    const plain = name.replace(/\/$/, "");
    [...plain].forEach((character, place) => {
      view.setUint16(at + place * 2, character.charCodeAt(0), true);
    });
    view.setUint16(at + 64, (plain.length + 1) * 2, true);
    view.setUint8(at + 66, index === 0 ? 5 : name.endsWith("/") ? 1 : 2);
  });
  return file;
}
