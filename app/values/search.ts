const LONGEST = 40;
const MOST = 12;

/** The words of a text as they are stored and looked up: in lower case, without accents, each word once. */
export function searchWordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.slice(0, LONGEST)))].slice(0, MOST);
}
