import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { childProgram } from "../confinement/child-program.ts";
import { runConfined } from "../confinement/confined-process.ts";
import { serverCode } from "../confinement/isolation.ts";
import type { DrawingResult, Drawings, DrawingTask } from "../drawing.port.ts";

/** Node reserves far more address space than memory; this limit still stops a runaway process. */
const LIMITS = { wallMs: 120_000, cpuS: 120, fileBytes: 1_000_000_000, memoryBytes: 12_000_000_000 };
const HEAP_MB = 512;
/** Folders with fonts of the system, for letters that the product's fonts lack. */
const FONT_FOLDERS = ["/usr/share/fonts", "/usr/local/share/fonts", "/etc/fonts", "/System/Library/Fonts", "/Library/Fonts"];

/** Returns the pictures that a task reads. */
function readsOf(task: DrawingTask): string[] {
  if (task.kind === "board") return task.parts.flatMap((part) => (part.kind === "image" ? [part.file] : []));
  return task.kind === "frame" && task.picture !== null ? [task.picture] : [];
}

/** Creates the port. Nothing is loaded before the first drawing. */
export const createDrawings = (): Drawings => ({
  draw: async (tasks, signal) => {
    const [first] = tasks;
    if (!first) return { drawings: [], missingLetters: "" };
    const cwd = dirname(first.path);
    const ending = await runConfined({
      program: process.execPath,
      args: [
        `--max-old-space-size=${HEAP_MB}`,
        "--disable-warning=ExperimentalWarning",
        childProgram(import.meta.url, "./worker/drawing.worker"),
        cwd,
      ],
      limits: LIMITS,
      cwd,
      reads: [...serverCode(), ...FONT_FOLDERS.filter((folder) => existsSync(folder)), ...tasks.flatMap(readsOf)],
      input: `${JSON.stringify(tasks)}\n`,
      signal,
    });
    const line = ending.stdout.split("\n").find((text) => text.startsWith('{"drawings":'));
    if (line === undefined) throw new Error(`The drawing process failed: ${ending.stderr.slice(-1_000)}`);
    return JSON.parse(line) as DrawingResult;
  },
});
