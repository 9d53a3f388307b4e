import type { Statistics } from "../watch.queries.ts";

/** Returns an axis for a maximum: round ticks with some space above. */
export function axisOf(highest: number): { top: number; ticks: number[] } {
  const rough = Math.max(1, highest / 2);
  const power = 10 ** Math.floor(Math.log10(rough));
  const fitting = [1, 2, 2.5, 5].map((factor) => factor * power).filter((size) => size <= rough && Number.isInteger(size));
  const step = fitting.at(-1) ?? 1;
  const top = Math.max(2, highest) * 1.08;
  return { top, ticks: Array.from({ length: Math.floor(top / step) }, (_, index) => (index + 1) * step) };
}

/** Returns the day with the most views; null without views. */
export function peakOf(days: Statistics["overTime"]): { index: number; day: string; views: number } | null {
  let peak: { index: number; day: string; views: number } | null = null;
  for (const [index, { day, views }] of days.entries()) if (views > (peak?.views ?? 0)) peak = { index, day, views };
  return peak;
}

/** Returns the days with a label: first, middle and last. */
export const labelledDays = (count: number): number[] =>
  [...new Set([0, Math.floor((count - 1) / 2), count - 1])].filter((index) => index >= 0 && index < count);

/** Returns the percentage of viewers who reached the end; null without viewers. */
export function watchedToEnd({ completion, coverage }: Statistics): number | null {
  const began = Math.max(0, ...coverage, ...completion.map(({ viewers }) => viewers));
  const ended = completion.find(({ percent }) => percent === 100)?.viewers;
  return began === 0 || ended === undefined ? null : Math.round((ended / began) * 100);
}

/** Returns the most-watched part after the first tenth, which every viewer sees; null without viewers. */
export function highlightOf(coverage: readonly number[]): number | null {
  const from = Math.ceil(coverage.length / 10);
  const later = coverage.slice(from);
  const most = Math.max(0, ...later);
  return most === 0 ? null : from + later.indexOf(most);
}

const cell = (value: string | number): string => {
  const text = String(value);
  // A spreadsheet would interpret such a prefix as a formula.
  const safe = typeof value === "string" && /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return /[",\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Returns the statistics as CSV for spreadsheets. */
export function statisticsAsCsv(title: string, statistics: Statistics, durationS: number | null): string {
  const part = durationS === null || statistics.coverage.length === 0 ? null : durationS / statistics.coverage.length;
  const rows: (string | number)[][] = [
    ["title", title],
    ["views", statistics.views],
    ["unique views", statistics.uniqueViews],
    ["likes", statistics.likes],
    ["comments", statistics.comments],
    ["average seconds", statistics.averageSeconds ?? ""],
    [],
    ["day", "views", "unique views"],
    ...statistics.overTime.map(({ day, views, uniqueViews }) => [day, views, uniqueViews]),
    [],
    ["from second", "viewers"],
    ...statistics.coverage.map((viewers, index) => [part === null ? index : Math.round(part * index * 10) / 10, viewers]),
    [],
    ["watched percent", "viewers"],
    ...statistics.completion.map(({ percent, viewers }) => [percent, viewers]),
    [],
    ["source", "views"],
    ...statistics.sources.map(({ source, views }) => [source, views]),
  ];
  return rows.map((row) => row.map(cell).join(",")).join("\r\n");
}
