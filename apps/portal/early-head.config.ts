import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { directionOf, TRANSLATED } from "@stillreel/i18n";
import type { HtmlTagDescriptor, Plugin } from "vite";
import { earlyFilesOf } from "./early-texts.config.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** A screen outside of the entry whose code `early.js` loads: the pattern of its paths, and the modules of its route. */
interface Screen {
  path: string;
  modules: readonly string[];
}

const SCREENS: readonly Screen[] = [
  { path: "^/images/[^/]+$", modules: ["src/features/item-page/item.screen.tsx"] },
  { path: "^/videos/[^/]+$", modules: ["src/features/item-page/video/watch.screen.tsx"] },
  { path: "^/auth/login$", modules: ["src/features/auth/login.screen.tsx"] },
  { path: "^/auth/register$", modules: ["src/features/auth/register.screen.tsx"] },
];

/** The facts of a chunk that {@link filesOf} uses, as the bundler gives them. */
export interface Chunk {
  type: "asset" | "chunk";
  isEntry?: boolean;
  moduleIds?: readonly string[];
  imports?: readonly string[];
  viteMetadata?: { importedCss: ReadonlySet<string>; importedAssets: ReadonlySet<string> };
}

/** Pictures of a screen. Icons and fonts have other endings. */
const PICTURE = /\.webp$/u;

/**
 * Returns the files that a module needs, in the order in which they are found: its chunk, the chunks that it imports, their style sheets
 * and pictures. Files of the entry are left out, because the page itself loads them.
 * @param id absolute path of the module
 * @throws Error when no chunk contains the module, as after it was renamed
 */
export function filesOf(bundle: Readonly<Record<string, Chunk>>, id: string): string[] {
  const start = Object.keys(bundle).find((name) => bundle[name]?.moduleIds?.includes(id));
  if (start === undefined) throw new Error(`No chunk contains ${id}.`);
  const collect = (name: string, files: Set<string>): Set<string> => {
    if (files.has(name)) return files;
    files.add(name);
    const { importedCss, importedAssets } = bundle[name]?.viteMetadata ?? {};
    for (const file of importedCss ?? []) files.add(file);
    for (const file of importedAssets ?? []) if (PICTURE.test(file)) files.add(file);
    for (const next of bundle[name]?.imports ?? []) collect(next, files);
    return files;
  };
  const ofEntry = new Set<string>();
  for (const [name, { isEntry }] of Object.entries(bundle)) if (isEntry) collect(name, ofEntry);
  return [...collect(start, new Set())].filter((file) => !ofEntry.has(file));
}

/** Returns the rule of the Latin letters of the product's font, as in its own style sheet. */
const fontRule = (file: string): string =>
  `@font-face{font-family:"Onest Variable";font-display:swap;font-weight:400 700;src:url(${file}) format("woff2-variations");unicode-range:U+0000-00FF}`;

/** Returns the screens with their files, for the early script. */
function screensOf(bundle: Readonly<Record<string, Chunk>>): string {
  return JSON.stringify(
    SCREENS.map(({ path, modules }) => ({
      path,
      files: [...new Set(modules.flatMap((module) => filesOf(bundle, here(module))))].map((file) => `/${file}`),
    })),
  );
}

const PRELOAD = /[ \t]*<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>\n?/gu;
const SCRIPT = /[ \t]*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>\n?/gu;

/**
 * Takes the code of the application out of the page.
 * @returns the rest of the page, and the addresses of the code in the order of its evaluation: what the entry imports, then the entry
 * @throws Error for a page without an entry
 */
export function takeEntry(html: string): { rest: string; scripts: string[] } {
  const addressesOf = (element: RegExp): string[] => [...html.matchAll(element)].map(([, address = ""]) => address);
  const entries = addressesOf(SCRIPT);
  if (entries.length === 0) throw new Error("The page has no module script.");
  return { rest: html.replace(PRELOAD, "").replace(SCRIPT, ""), scripts: [...addressesOf(PRELOAD), ...entries] };
}

/**
 * Adds to the head what must not wait for the module graph: the early script and the font of the first texts. The built page contains the
 * script itself, which saves a round trip; the server allows it by its hash. The script also requests the code of the application.
 */
export function earlyHead(): Plugin {
  return {
    name: "early-head",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle }): HtmlTagDescriptor[] | { html: string; tags: HtmlTagDescriptor[] } => {
        const languages = {
          "data-languages": TRANSLATED.join(" "),
          "data-right-to-left": TRANSLATED.filter((tag) => directionOf(tag) === "rtl").join(" "),
        };
        if (!bundle) return [{ tag: "script", attrs: { src: "/src/app/early.js", ...languages }, injectTo: "head" }];
        const { rest, scripts } = takeEntry(html);
        const font = Object.keys(bundle).find((name) => name.includes("onest-latin-wght"));
        const script: HtmlTagDescriptor = {
          tag: "script",
          attrs: {
            ...languages,
            "data-screens": screensOf(bundle),
            "data-scripts": scripts.join(" "),
            "data-texts": JSON.stringify(earlyFilesOf(bundle)),
          },
          children: readFileSync(here("src/app/early.js"), "utf8"),
          injectTo: "head",
        };
        if (!font) return { html: rest, tags: [script] };
        const tags: HtmlTagDescriptor[] = [
          script,
          // The first paint has texts before the style sheet with this rule is loaded.
          { tag: "style", children: fontRule(`/${font}`), injectTo: "head" },
          {
            tag: "link",
            attrs: { rel: "preload", href: `/${font}`, as: "font", type: "font/woff2", crossorigin: "" },
            injectTo: "head",
          },
        ];
        return { html: rest, tags };
      },
    },
  };
}
