/** Placeholders of the file name. */
export const NAME_PARTS = ["title", "host", "date", "time"] as const;
export type NamePart = (typeof NAME_PARTS)[number];

/** Characters that file systems refuse, and characters that change the text direction (the server refuses them too). */
const NOT_IN_NAME = /[/\\:*?"<>|\u0000-\u001f\u202a-\u202e\u2066-\u2069]/u;

/** Returns the problem of a pattern as key of `account:preferences`; null when it is valid. */
export function problemOfPattern(pattern: string): "fileNameEmpty" | "fileNameInvalid" | null {
  if (pattern.trim() === "") return "fileNameEmpty";
  return NOT_IN_NAME.test(pattern) ? "fileNameInvalid" : null;
}

const two = (value: number): string => String(value).padStart(2, "0");

/** Returns the file name of an example capture. */
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
