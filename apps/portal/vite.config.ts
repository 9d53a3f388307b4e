import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { realDirections } from "../../packages/ui/css-directions.config.ts";
import { earlyCompilation } from "../../packages/ui/early-compilation.config.ts";
import { boardAssets } from "./board-assets.config.ts";
import { earlyHead } from "./early-head.config.ts";
import { earlyTexts } from "./early-texts.config.ts";
import { firstPaint } from "./first-paint.config.ts";
import { helpArticles } from "./help-articles.config.ts";
import { INITIAL_FILES } from "./initial-code.config.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Server address for `npm run dev` and `vite preview`. */
const SERVER = process.env.STILLREEL_SERVER ?? "http://localhost:8700";
const proxy = Object.fromEntries(
  ["/api", "/media", "/uploads", "/locales", "/s", "/extension", "/healthz", "/readyz", "/metrics"].map((path) => [
    `^${path}(/|$)`,
    { target: SERVER },
  ]),
);

/** Fails the build when chunks import each other: the code of one would then run before the code that it uses, in the browser only. */
function refuseChunkCycles(): Plugin {
  return {
    name: "refuse-chunk-cycles",
    generateBundle(_options, bundle) {
      const importsOf = (name: string): string[] => (bundle[name]?.type === "chunk" ? bundle[name].imports : []);
      const finished = new Set<string>();
      const visit = (name: string, path: readonly string[]): void => {
        if (path.includes(name)) this.error(`These chunks import each other: ${[...path.slice(path.indexOf(name)), name].join(" → ")}`);
        if (finished.has(name)) return;
        for (const next of importsOf(name)) visit(next, [...path, name]);
        finished.add(name);
      };
      for (const name of Object.keys(bundle)) visit(name, []);
    },
  };
}

/** Layers that every feature uses. */
const BASE_LAYERS = /packages\/(?:contract|ui|client|i18n)\/|portal\/src\/(?:platform|ui|entities)\//u;
/** Base layers of the settings, the administration and the activity log: the page of an item needs none of them. */
const MANAGEMENT_LAYERS =
  /contract\/src\/(?:admin|audit|notification-settings|people)\.contract|src\/(?:ui|platform)\/activity\/|src\/entities\/(?:administration\/|people\/device-name|notifications\/notification-settings)|src\/ui\/settings/u;
/** Base layers of passkeys and codes, for the sign-in page and the settings. */
const FACTOR_LAYERS = /contract\/src\/(?:passkeys|two-factor)\.contract|src\/entities\/people\/security/u;
/** What pages of images, videos and whiteboards share. Split by the views that use each part, the parts would import each other. */
const ITEM_FRAME = /features\/item-page\/(?:share\/)?[\w.-]+$/u;
/**
 * Shortens the name of a chunk of several views, such as `shared~login.screen~reset.screen`, to its group. The entry file contains the names
 * of all files that it can load.
 */
const groupOf = (name: string): string => name.split("~", 1)[0] ?? name;
/** One chunk for each set of lazy views that share modules. Chunks under 8 kB are merged. */
const FEW_FILES = { minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 8_000 };

export default defineConfig({
  root: here("."),
  plugins: [
    react(),
    realDirections(),
    boardAssets(),
    helpArticles(),
    firstPaint(),
    earlyTexts(),
    earlyHead(),
    refuseChunkCycles(),
    earlyCompilation(),
  ],
  resolve: { alias: [{ find: /^zod$/, replacement: here("src/platform/no-schemas.ts") }] },
  server: { port: 5173, proxy },
  preview: { port: 4173, proxy },
  build: {
    target: "es2022",
    // Hashed names are below /assets, so that the server can make them immutable.
    assetsDir: "assets",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${groupOf(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${groupOf((names[0] ?? "").replace(/\.\w+$/u, ""))}-[hash][extname]`,
        // Shared code is a few files, because HTTP/1.1 queues requests. Merging chunks under 8 kB is limited to one layer each (the base
        // layers, dependencies, the rest): chunks that are merged across layers import each other, see `refuseChunkCycles`.
        codeSplitting: {
          groups: [
            // The drawing program of whiteboards has its own files: a merge with others would load it on other pages.
            ...INITIAL_FILES,
            // Only the two editors draw with these fonts: their rules have 110 kB.
            { name: "drawn-fonts", test: /\/drawn-fonts\.css$/u },
            { name: "factors", test: FACTOR_LAYERS, minShareCount: 2 },
            { name: "management", test: MANAGEMENT_LAYERS, minShareCount: 2 },
            { name: "base", test: BASE_LAYERS, minShareCount: 2 },
            { name: "vendor", test: /node_modules\/(?!@excalidraw)/u, ...FEW_FILES },
            { name: "item", test: ITEM_FRAME, minShareCount: 3 },
            { name: "shared", test: /^(?!.*node_modules\/@excalidraw)/u, ...FEW_FILES },
          ],
        },
      },
    },
  },
});
