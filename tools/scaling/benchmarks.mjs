// Reads the measured figures from docs/benchmarks.md, so that docs/scaling.md follows each new measurement.

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);

function readFigure(page, name, { part, row, figure, factor = 1 }) {
  const section = new RegExp(String.raw`^## ${escaped(part)}$([\s\S]*?)(?=^## |(?![\s\S]))`, "mu").exec(page)?.[1] ?? "";
  const line = section.split("\n").find((one) => one.startsWith(`| ${row}`));
  const found = line === undefined ? null : new RegExp(figure, "u").exec(line.slice(row.length + 2));
  if (!found) throw new Error(`tools/scaling/inputs.json, ${name}: docs/benchmarks.md has no such row or figure (${part}, ${row}).`);
  return Number(found[1]) * factor;
}

/** Returns the inputs with the values of the measured figures that name a part of the benchmarks. */
export function readMeasured(inputs, page) {
  const measured = Object.entries(inputs.measured).map(([name, entry]) => {
    if (entry.part === undefined) return [name, entry];
    const from = [`docs/benchmarks.md, ${entry.part}: ${entry.row}`, entry.from].filter(Boolean).join("; ");
    return [name, { value: readFigure(page, name, entry), unit: entry.unit, from }];
  });
  return { ...inputs, measured: Object.fromEntries(measured) };
}
