/** Browsers by their user agent token; those that imitate others come first. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/Windows/, "Windows"],
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** Returns "Chrome, Linux" for a browser's user agent, the first word for other programs, undefined when empty. */
export function deviceName(userAgent: string): string | undefined {
  const find = (list: readonly [RegExp, string][]): string | undefined => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const parts = [find(BROWSERS), find(SYSTEMS)].filter((part) => part !== undefined);
  if (parts.length > 0) return parts.join(", ");
  return userAgent.trim().split(/[\s/]/u)[0] || undefined;
}
