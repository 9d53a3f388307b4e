/** Maximum length of a name in an archive: file systems allow 255 bytes, and a number may be added. */
const NAME_BYTES_MAX = 200;
/** Device names that Windows reserves, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/iu;
// eslint-disable-next-line no-misleading-character-class -- the class lists combining and direction characters one by one
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff/\\:*?"<>|]+/gu;
const ENDING = /\.[A-Za-z0-9]{1,8}$/u;

/** Truncates a text to a number of UTF-8 bytes without splitting a character. */
function cut(text: string, bytesMax: number): string {
  if (Buffer.byteLength(text) <= bytesMax) return text;
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > bytesMax) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** Removes dots and spaces at the end. A pattern would need quadratic time for a name of an archive with 65,535 dots. */
function withoutDotsAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "." || text[end - 1] === " ")) end -= 1;
  return text.slice(0, end);
}

/**
 * Returns a name that every system accepts: no separators, control or direction characters, no Windows device, no dots or spaces at the
 * end, at most 200 bytes with its extension. Never empty, never a path.
 */
export function cleanName(text: string, fallback: string): string {
  const plain = withoutDotsAtEnd(text.toWellFormed().normalize("NFC").replace(UNSAFE, "_").trim());
  const ending = ENDING.exec(plain)?.[0] ?? "";
  const stem = withoutDotsAtEnd(cut(plain.slice(0, plain.length - ending.length), NAME_BYTES_MAX - ending.length));
  const name = `${stem}${ending}`;
  if (stem === "" || /^[._]*$/u.test(name)) return fallback;
  return RESERVED.test(name) ? `_${name}` : name;
}

/** Returns the name with another extension; `ending` without a dot. */
export function withEnding(name: string, ending: string): string {
  return `${name.replace(ENDING, "")}.${ending}`;
}

/** Assigns names inside an archive's folders. */
export interface Names {
  /** Returns the path of a file in a folder (`""` or ending with `/`), numbered when the name is taken, ignoring case. */
  take(folder: string, name: string): string;
}

/** Creates the names of one archive, unique ignoring case. */
export function createNames(): Names {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  const keyOf = (path: string): string => path.toLowerCase();
  return {
    take(folder, name) {
      const wanted = keyOf(folder + name);
      let path = folder + name;
      if (taken.has(wanted)) {
        const ending = ENDING.exec(name)?.[0] ?? "";
        const stem = name.slice(0, name.length - ending.length);
        let number = next.get(wanted) ?? 2;
        do path = `${folder}${stem} (${number++})${ending}`;
        while (taken.has(keyOf(path)));
        next.set(wanted, number);
      }
      taken.add(keyOf(path));
      return path;
    },
  };
}
