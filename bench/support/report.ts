import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import type { MachineSpeed } from "./machine-speed.ts";

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

/** Formats figures as a Markdown table. */
function table(figures: Figure[]): string {
  const rows = figures.map(
    (figure) =>
      `| ${figure.name} | ${figure.measured} | ${figure.floor ?? ""} | ${figure.target} | ${figure.pass === null ? "" : figure.pass ? "yes" : "**no**"} | ${figure.note ?? ""} |`,
  );
  return ["| what | measured | floor, same minutes | target | reached | note |", "| --- | --- | --- | --- | --- | --- |", ...rows].join(
    "\n",
  );
}

const HEAD = (): string => `# Benchmarks

\`npm run bench\` measures these figures part by part. Each part names its date, its commit, and the load and the
speed of the machine before it: the time of 100 million additions on one core, and one-byte messages that a process sends to itself over loopback.
The cores are shared with other machines, so the same machine has been up to five times as fast in one hour as in another.
\`npm run bench -- uploads listing\` measures single parts. The tables include all missed targets.

Machine: ${machine()}. Load generator, server, database and browser share these cores; all traffic stays on loopback.
A floor is a minimal program for the same work, run immediately before or after the product by the same load loop: raw Node
http that writes to disk with fsync, raw Node + pg with one prepared query, Debian's nginx. Ratios are relative to the floor.
`;

/** Splits a report into its parts by name. */
function partsOf(report: string): Map<string, string> {
  const [, ...parts] = report.split(/^## /mu);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf("\n")), `## ${part.trim()}\n`]));
}

/**
 * Replaces the section of a part in the report by its new figures, and prints it.
 * @param order the names of all parts, in the order of the report
 * @param load of the machine before the measurement: running processes, the average of one minute
 * @param speed of the machine before the measurement
 */
export function writePart(
  file: string,
  order: readonly string[],
  name: string,
  { figures, load, speed }: { figures: Figure[]; load: number; speed: MachineSpeed },
): void {
  const parts = partsOf(existsSync(file) ? readFileSync(file, "utf8") : "");
  const when = `${new Date().toISOString().slice(0, 10)}, commit ${commit()}, load before it ${load.toFixed(1)}, additions ${speed.loopMs.toFixed(0)} ms, ${speed.echoesPerSecond.toFixed(0)} messages/s`;
  parts.set(name, `## ${name}\n\n\`npm run bench -- ${name}\`, ${when}.\n\n${table(figures)}\n`);
  const sections = order.flatMap((part) => parts.get(part) ?? []);
  writeFileSync(file, [HEAD(), ...sections].join("\n"));
  process.stdout.write(`${parts.get(name)}\n`);
}
