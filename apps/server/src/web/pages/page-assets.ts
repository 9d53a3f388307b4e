import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** A small file of the public pages. It is held in memory and its URL contains its hash. */
export interface PageAsset {
  path: string;
  body: Buffer;
  type: string;
}

/** One file of a font, and the letters that it has. */
interface FontFile {
  family: string;
  /** Package with the file; null for the product's own fonts. */
  package: string | null;
  file: string;
  weight: string;
  range: string;
}

const onest = (subset: string, range: string): FontFile => ({
  family: "Onest Variable",
  package: null,
  file: `onest-${subset}-wght`,
  weight: "400 700",
  range,
});
/** The Arabic letters in one weight: those of most texts, and the rare ones in the large original file. */
const arabic = (weight: string): FontFile[] => [
  { family: "IBM Plex Sans Arabic", package: null, file: `arabic-${weight}`, weight, range: "U+0600-06FF" },
  {
    family: "IBM Plex Sans Arabic",
    package: "@fontsource/ibm-plex-sans-arabic",
    file: `ibm-plex-sans-arabic-arabic-${weight}-normal`,
    weight,
    range: "U+0750-077F,U+FB50-FDFF,U+FE70-FEFC",
  },
];

/** The fonts of the pages. Latin covers most pages. The others are fetched only when a text or a title needs them. */
const FONTS: readonly [FontFile, ...FontFile[]] = [
  onest(
    "latin",
    "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
  ),
  onest(
    "latin-ext",
    "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
  ),
  onest("cyrillic", "U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116"),
  ...arabic("400"),
  ...arabic("500"),
  ...arabic("600"),
  {
    family: "Noto Sans Hebrew Variable",
    package: "@fontsource-variable/noto-sans-hebrew",
    file: "noto-sans-hebrew-hebrew-wght-normal",
    weight: "100 900",
    range: "U+0590-05FF,U+FB1D-FB4F",
  },
];

/** File with most letters of a language that has others than the Latin ones. Chinese has the fonts of the visitor's system. */
const FILE_OF_LANGUAGE: Partial<Record<string, string>> = {
  ar: "arabic-400",
  bg: "onest-cyrillic-wght",
  he: "noto-sans-hebrew-hebrew-wght-normal",
  ru: "onest-cyrillic-wght",
};

/** Parts of the style sheet in cascade order: tokens, frame and buttons, the item, notices and forms, sizes and preferences of screens. */
const STYLES = ["theme", "page", "item", "notice", "screens"];

/** URL prefix of the app's built files. Their names contain their hashes. */
export const APP_PREFIX = "/s/app/assets/";

/** Files of the built app: the entry script, the script that it imports, and what that one needs. */
export interface AppScripts {
  entryUrl: string;
  mainUrl: string;
  /** Scripts that the main script imports, in the order of their evaluation, then the main script and its style sheets. */
  partUrls: readonly string[];
}

/** One chunk in the manifest of the build. */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const ENTRY = "src/main.ts";
const MAIN = "src/app.tsx";

/**
 * Returns a function that reads the app's scripts from the build manifest. It gives null and reads again until the app
 * is built.
 */
export function appScripts(appDir: string): () => AppScripts | null {
  let scripts: AppScripts | null = null;
  return () => {
    if (scripts !== null) return scripts;
    try {
      const manifest = JSON.parse(readFileSync(path.join(appDir, ".vite/manifest.json"), "utf8")) as Record<string, Chunk>;
      const urlOf = (file = ""): string => `${APP_PREFIX}${path.basename(file)}`;
      const { file, imports = [], css = [] } = manifest[MAIN] ?? { file: "" };
      const imported = imports.filter((source) => source !== ENTRY).map((source) => manifest[source]?.file);
      scripts = { entryUrl: urlOf(manifest[ENTRY]?.file), mainUrl: urlOf(file), partUrls: [...imported, file, ...css].map(urlOf) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
    return scripts;
  };
}

function asset(name: string, extension: string, body: Buffer, type: string): PageAsset {
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 12);
  return { path: `/s/assets/${name}.${hash}.${extension}`, body, type };
}

/** Returns the folder of the product's own fonts: next to the bundle, or in the sources. */
export function ownFontsDir(): string {
  const bundled = path.join(import.meta.dirname, "assets", "fonts");
  return existsSync(bundled) ? bundled : path.resolve(import.meta.dirname, "../../../../../packages/ui/src/fonts");
}

function fontAsset({ package: name, file }: FontFile): PageAsset {
  const folder =
    name === null ? ownFontsDir() : path.join(path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), "files");
  return asset(file, "woff2", readFileSync(path.join(folder, `${file}.woff2`)), "font/woff2");
}

/** Removes unnecessary whitespace from a style sheet. Spaces inside values stay. */
function compact(css: string): string {
  return css
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/\s*([{};,])\s*/gu, "$1")
    .replaceAll(";}", "}");
}

/**
 * Reads style, script and fonts of the public pages once. The style is returned as text for inlining:
 * the page then shows its picture after a single round trip.
 */
export function loadPageAssets(folder: string): {
  css: string;
  folderCss: string;
  requestCss: string;
  script: PageAsset;
  folderScript: PageAsset;
  /** Value of the header `link` for a page in a language: the fonts of its first texts. */
  fontHints: (language: string) => string;
  files: PageAsset[];
} {
  const scriptOf = (name: string): PageAsset =>
    asset(name, "js", readFileSync(path.join(folder, `${name}.js`)), "text/javascript; charset=utf-8");
  const [script, folderScript] = [scriptOf("public-page"), scriptOf("folder-page")];
  const fonts = FONTS.map((font) => ({ ...font, asset: fontAsset(font) }));
  const faces = fonts
    .map(
      ({ family, weight, range, asset: { path: url } }) =>
        `@font-face{font-family:'${family}';font-style:normal;font-display:swap;font-weight:${weight};src:url(${url}) format('woff2');unicode-range:${range}}`,
    )
    .join("");
  const styleOf = (name: string): string => readFileSync(path.join(folder, `${name}.css`), "utf8");
  const css = faces + compact(STYLES.map(styleOf).join("\n"));
  const hintOf = (wanted: string | undefined): string[] =>
    fonts.filter(({ file }) => file === wanted).map((font) => `<${font.asset.path}>; rel=preload; as=font; type="font/woff2"; crossorigin`);
  return {
    css,
    folderCss: compact(styleOf("folder")),
    requestCss: ["request", "request-recording", "request-review"].map((name) => compact(styleOf(name))).join(""),
    script,
    folderScript,
    fontHints: (language) => [...hintOf(FONTS[0].file), ...hintOf(FILE_OF_LANGUAGE[language])].join(", "),
    files: [script, folderScript, ...fonts.map((font) => font.asset)],
  };
}
