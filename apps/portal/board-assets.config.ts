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

/** Each of its 230 fonts has a second address on another server, which is never used here. The browser would read it with the first one. */
const SECOND_SOURCE = /(?<urls>[\w$]+)\.push\(new URL\([\w$]+,\s?[\w$]+\.ASSETS_FALLBACK_URL\)\)/u;

/** English is a part of the program, which still loads it as a second file before it shows anything. */
const ENGLISH =
  /=\s?await (?<load>[\w$]+\(`\.\/locales\/\$\{(?<language>[\w$]+)\.code\}\.json`\))(?<failed>;?\s*\}\s?catch[\s\S]{0,160}?=\s?(?<english>[\w$]+);?\s*\})/u;
const ENGLISH_AT_ONCE = '=$<language>.code==="en"?$<english>:await $<load>$<failed>';

/** The distance of a text from the edges of its shape is 5 pixels there. Notes need more, because their text begins in the corner. */
const PADDING = /(?<name>[\w$]+\s?=\s?)5(?<next>[,;]\s*(?:var )?[\w$]+\s?=\s?0?\.7[,;]\s*(?:var )?[\w$]+\s?=\s?11\b)/u;
/** The mark of links is a white square, which is too bright on a dark board. Without its ground, and in a grey for both themes, it is our icon. */
const LINK_GROUND = /(?<context>[\w$]+)\.fillStyle\s?=\s?"#fff"[,;]\s*\k<context>\.fillRect\((?<area>0,\s?0,\s?[\w$]+,\s?[\w$]+)\)/u;
const LINK_INK = 'stroke="#1971c2"';

/** Changes of the program's code. Each must be found, so that another version of the program does not lose it. */
const CHANGES: readonly { is: (code: string) => boolean; change: (code: string) => string }[] = [
  { is: (code) => SECOND_CANVAS.test(code), change: (code) => code.replace(SECOND_CANVAS, SECOND_CANVAS_IF_USED) },
  { is: (code) => SECOND_SOURCE.test(code), change: (code) => code.replace(SECOND_SOURCE, "$<urls>") },
  { is: (code) => ENGLISH.test(code), change: (code) => code.replace(ENGLISH, ENGLISH_AT_ONCE) },
  { is: (code) => PADDING.test(code), change: (code) => code.replace(PADDING, "$<name>10$<next>") },
  { is: (code) => LINK_GROUND.test(code), change: (code) => code.replace(LINK_GROUND, "$<context>.clearRect($<area>)") },
  { is: (code) => code.includes(LINK_INK), change: (code) => code.replaceAll(LINK_INK, 'stroke="#8d8d99"') },
];

/**
 * Serves the fonts of the drawing program from this server: the program would otherwise load them from another one. Also replaces its
 * import of diagrams from text, which no control offers, and which is larger than the program, and omits canvases that it does not use.
 */
export function boardAssets(): Plugin {
  const found = new Set<(typeof CHANGES)[number]>();
  return {
    name: "board-assets",
    enforce: "pre",
    resolveId: (source) => (source === "@excalidraw/mermaid-to-excalidraw" ? "\0no-diagrams" : null),
    load: (id) => (id === "\0no-diagrams" ? "export default {};" : null),
    // The program reads the address of its fonts while its modules start, before a page could set it. Its second source is another server.
    transform(code, id) {
      if (!id.includes("/@excalidraw/excalidraw/dist/")) return null;
      const changes = CHANGES.filter(({ is }) => is(code));
      if (changes.length === 0 && !code.includes("EXCALIDRAW_ASSET_PATH")) return null;
      for (const one of changes) found.add(one);
      return {
        code: changes
          .reduce((changed, { change }) => change(changed), code)
          .replaceAll("window.EXCALIDRAW_ASSET_PATH", `(location.origin + ${JSON.stringify(`/${BASE}`)})`)
          .replaceAll("`https://esm.sh/", `\`\${location.origin}/${BASE}`),
        map: null,
      };
    },
    async generateBundle() {
      if (found.size < CHANGES.length) this.error("The drawing program has changed: what is changed in its code was not found.");
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
