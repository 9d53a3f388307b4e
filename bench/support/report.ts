import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import os from "node:os";

/** One line of the table. `pass` is null where the target has no number. */
export interface Figure {
  name: string;
  measured: string;
  target: string;
  floor?: string;
  pass: boolean | null;
  note?: string;
}

function machine(): string {
  const cpu = os.cpus()[0]?.model ?? "unknown";
  const release = readFileSync("/etc/os-release", "utf8").match(/PRETTY_NAME="([^"]+)"/u)?.[1] ?? os.type();
  return `${os.availableParallelism()} cores (${cpu.trim()}), ${Math.round(os.totalmem() / 1024 ** 3)} GiB, ${release}, kernel ${os.release()}, Node ${process.version}`;
}

function commit(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}

/** The table as Markdown. */
export function table(figures: Figure[]): string {
  const rows = figures.map(
    (figure) =>
      `| ${figure.name} | ${figure.measured} | ${figure.floor ?? ""} | ${figure.target} | ${figure.pass === null ? "" : figure.pass ? "yes" : "**no**"} | ${figure.note ?? ""} |`,
  );
  return ["| what | measured | floor, same minutes | target | reached | note |", "| --- | --- | --- | --- | --- | --- |", ...rows].join(
    "\n",
  );
}

/** Writes `docs/benchmarks.md` and prints the same table. */
export function writeReport(file: string, figures: Figure[], command: string, remarks: string): void {
  const text = `# Benchmarks

Measured by \`${command}\` on ${new Date().toISOString().slice(0, 10)}, commit ${commit()}.

Machine: ${machine()}. Load generator, server, database and browser share these cores; all traffic stays on loopback.
A floor is the least that could do the work, run right before or after the product by the same load loop: raw Node
http writing to disk with fsync, raw Node + pg with one prepared query, Debian's nginx. Ratios are to the floor.

${table(figures)}

${remarks.trim()}
`;
  writeFileSync(file, text);
  process.stdout.write(`${text}\n`);
}
