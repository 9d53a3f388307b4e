/** Parts of a file name that each capture fills in. */
export const NAME_PARTS = ["title", "host", "date", "time"] as const;
export type NamePart = (typeof NAME_PARTS)[number];

/** Characters that file systems refuse, and such as turn the direction of what follows (the server refuses them too). */
const NOT_IN_NAME = /[/\\:*?"<>|\u0000-\u001f\u202a-\u202e\u2066-\u2069]/u;

/** What is wrong with a pattern, as a key of `account:preferences`; null when nothing is. */
export function problemOfPattern(pattern: string): "fileNameEmpty" | "fileNameInvalid" | null {
  if (pattern.trim() === "") return "fileNameEmpty";
  return NOT_IN_NAME.test(pattern) ? "fileNameInvalid" : null;
}

const two = (value: number): string => String(value).padStart(2, "0");

/** The file name that a capture taken at a moment would get. */
export function exampleName(pattern: string, given: { title: string; host: string; now: Date; ending: string }): string {
  const { title, host, now, ending } = given;
  const values: Record<NamePart, string> = {
    title,
    host,
    date: `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`,
    time: `${two(now.getHours())}.${two(now.getMinutes())}.${two(now.getSeconds())}`,
  };
  const filled = pattern.replace(/\{(title|host|date|time)\}/gu, (_, part: NamePart) => values[part]);
  return `${filled.replace(/\s+/gu, " ").trim() || title}.${ending}`;
}
