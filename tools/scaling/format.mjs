// Figures as texts of docs/scaling.md.

const UNITS = ["bytes", "KB", "MB", "GB", "TB", "PB"];

/** Two significant digits: the inputs are not more exact. */
export const number = (value) => Number(value.toPrecision(2)).toLocaleString("en-US", { maximumFractionDigits: 3 });
export const whole = (value) => value.toLocaleString("en-US");
export const table = (head, rows) => [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

export function bytes(value) {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(value) / 3));
  return `${number(value / 1000 ** power)} ${UNITS[power]}`;
}
