import type { Plugin } from "vite";

/**
 * The browser compiles all functions of a file with this first line while it loads the file, in another thread. Without it, V8 compiles each
 * function in the main thread when it is called first, which is up to half of the work of the first render (ADR 0066). Other browsers ignore the line.
 * Source: https://v8.dev/blog/explicit-compile-hints
 */
const HINT = "//# allFunctionsCalledOnLoad\n";
/**
 * Larger files are programs of which a page uses a small part, such as the drawing program of whiteboards and the player of streams: compiling
 * all of it would take more time and memory than it saves. In characters.
 */
const LENGTH_MAX = 320_000;

/** Whether all functions of a file of this many characters are compiled while it is loaded. */
export const isCompiledEarly = (length: number): boolean => length <= LENGTH_MAX;

/** Asks browsers to compile the built files while they load them. */
export function earlyCompilation(): Plugin {
  return {
    name: "early-compilation",
    // Vite itself adds lines to the start of files. Only the first line of a file is a hint.
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === "chunk" && isCompiledEarly(file.code.length)) file.code = HINT + file.code;
      },
    },
  };
}
