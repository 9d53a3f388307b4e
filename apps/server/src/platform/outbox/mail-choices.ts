import type { ItemLayout } from "./mail-layout.ts";

/** A part of the sentence with the links at the end of a mail: with an address when it is a link. */
export interface ChoicePart {
  text: string;
  url: string | null;
}

/** Returns the parts of the sentence, in which elements mark the links. */
export function choicePartsOf({ text, settingsUrl, stopUrl }: ItemLayout["choices"]): ChoicePart[] {
  const urls: Record<string, string> = { choose: settingsUrl, stop: stopUrl };
  return text
    .split(/(<choose>.*?<\/choose>|<stop>.*?<\/stop>)/u)
    .filter((part) => part !== "")
    .map((part) => {
      const [, name = "", label] = /^<(\w+)>(.*)<\/\w+>$/u.exec(part) ?? [];
      return label === undefined ? { text: part, url: null } : { text: label, url: urls[name] ?? null };
    });
}
