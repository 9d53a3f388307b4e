/** A part of a comment's text. */
export type TextPart =
  | { kind: "text"; text: string }
  | { kind: "link"; text: string; url: string }
  | { kind: "mention"; text: string; id: string };

const LINK = /\bhttps?:\/\/[^\s<>"“”„«»]+/giu;
/** Punctuation that ends a sentence rather than an address. */
const TRAILING = /[.,:;!?'"’…]+$/u;

/**
 * Splits a text into plain parts, addresses and mentions. There is no markup: all other text is unchanged.
 * @param mentions users who are mentioned as `@name`
 */
export function partsOf(text: string, mentions: readonly { id: string; displayName: string }[]): TextPart[] {
  const found = [...linksIn(text), ...mentionsIn(text, mentions)].sort((one, other) => one.start - other.start);
  const parts: TextPart[] = [];
  let at = 0;
  for (const { start, part } of found) {
    // A name inside an address is a part of the address.
    if (start < at) continue;
    if (start > at) parts.push({ kind: "text", text: text.slice(at, start) });
    parts.push(part);
    at = start + part.text.length;
  }
  if (at < text.length) parts.push({ kind: "text", text: text.slice(at) });
  return parts;
}

interface Found {
  start: number;
  part: TextPart;
}

function linksIn(text: string): Found[] {
  return [...text.matchAll(LINK)].flatMap((match) => {
    const address = withoutTail(match[0]);
    const part = { kind: "link" as const, text: address, url: address };
    return URL.canParse(address) ? [{ start: match.index, part }] : [];
  });
}

/** Returns an address without the punctuation of its sentence: full stops, and a bracket that was opened before it. */
function withoutTail(address: string): string {
  const bare = address.replace(TRAILING, "");
  if (bare.endsWith(")") && !bare.includes("(")) return withoutTail(bare.slice(0, -1));
  return bare;
}

function mentionsIn(text: string, mentions: readonly { id: string; displayName: string }[]): Found[] {
  // "@Mira Halvorsen" before "@Mira": the longer name has priority.
  const longestFirst = mentions.toSorted((one, other) => other.displayName.length - one.displayName.length);
  const taken: Found[] = [];
  for (const { id, displayName } of longestFirst) {
    const name = `@${displayName}`;
    for (let start = text.indexOf(name); start >= 0; start = text.indexOf(name, start + name.length)) {
      const isFree = taken.every((other) => start >= other.start + other.part.text.length || start + name.length <= other.start);
      if (isFree) taken.push({ start, part: { kind: "mention", text: name, id } });
    }
  }
  return taken;
}

/** Returns the `@word` before the caret as typed so far, or null when the caret is in no name. */
export function mentionBefore(text: string, caret: number): { start: number; query: string } | null {
  const match = /(?:^|[\s(])@([^\s@]*(?: [^\s@]*)?)$/u.exec(text.slice(0, caret));
  const query = match?.[1];
  return query === undefined ? null : { start: caret - query.length - 1, query };
}
