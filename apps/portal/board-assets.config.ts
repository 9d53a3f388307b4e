import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** Address below which the fonts of whiteboards are served. Their file names contain a hash, or change with the version of the program. */
const BASE = "assets/board-fonts/";
const PREFIX = `${BASE}fonts/`;
const FONTS = fileURLToPath(new URL("../../node_modules/@excalidraw/excalidraw/dist/prod/fonts", import.meta.url));

async function fontFiles(): Promise<string[]> {
  const files = await readdir(FONTS, { recursive: true });
  return files.filter((file) => file.endsWith(".woff2"));
}

/**
 * The drawing program creates a second canvas for each element, which only arrows with a text use. Creating canvases is most of the time in
 * which a large board is drawn.
 */
const SECOND_CANVAS =
  /(?<canvas>[\w$]+)=document\.createElement\("canvas"\),(?<context>[\w$]+)=\k<canvas>\.getContext\("2d"\);if\((?<used>[\w$]+\([\w$]+\)&&[\w$]+)\)/u;
const SECOND_CANVAS_IF_USED = '$<canvas>=$<used>?document.createElement("canvas"):null,$<context>=$<canvas>?.getContext("2d");if($<used>)';

/**
 * Serves the fonts of the drawing program from this server: the program would otherwise load them from another one. Also replaces its
 * import of diagrams from text, which no control offers, and which is larger than the program, and omits canvases that it does not use.
 */
export function boardAssets(): Plugin {
  let hasOmitted = false;
  return {
    name: "board-assets",
    enforce: "pre",
    resolveId: (source) => (source === "@excalidraw/mermaid-to-excalidraw" ? "\0no-diagrams" : null),
    load: (id) => (id === "\0no-diagrams" ? "export default {};" : null),
    // The program reads the address of its fonts while its modules start, before a page could set it. Its second source is another server.
    transform(code, id) {
      const isMeant = id.includes("/@excalidraw/excalidraw/dist/") && (code.includes("EXCALIDRAW_ASSET_PATH") || SECOND_CANVAS.test(code));
      if (!isMeant) return null;
      hasOmitted ||= SECOND_CANVAS.test(code);
      return {
        code: code
          .replaceAll("window.EXCALIDRAW_ASSET_PATH", JSON.stringify(`/${BASE}`))
          .replaceAll("`https://esm.sh/", `\`\${location.origin}/${BASE}`)
          .replace(SECOND_CANVAS, SECOND_CANVAS_IF_USED),
        map: null,
      };
    },
    async generateBundle() {
      if (!hasOmitted) this.error("The drawing program has changed: its second canvas of elements was not found.");
      for (const file of await fontFiles())
        this.emitFile({ type: "asset", fileName: PREFIX + file.replaceAll(path.sep, "/"), source: await readFile(path.join(FONTS, file)) });
    },
    configureServer(server) {
      server.middlewares.use(`/${PREFIX}`, (request, response, next) => {
        const file = path.join(FONTS, path.normalize(decodeURIComponent(request.url ?? "").replace(/^\/|\?.*$/gu, "")));
        if (!file.startsWith(FONTS + path.sep) || !file.endsWith(".woff2")) return next();
        createReadStream(file).on("error", next).pipe(response);
        return undefined;
      });
    },
  };
}
