import { expect, test } from "vitest";
import { filesOf, takeEntry, type Chunk } from "./early-head.config.ts";

const chunk = (module: string, imports: string[] = [], css: string[] = [], assets: string[] = []): Chunk => ({
  type: "chunk",
  moduleIds: [module],
  imports,
  viteMetadata: { importedCss: new Set(css), importedAssets: new Set(assets) },
});
const BUNDLE: Record<string, Chunk> = {
  "main.js": { ...chunk("/main.tsx", ["runtime.js"], ["main.css"]), isEntry: true },
  "runtime.js": chunk("/runtime"),
  "base.js": chunk("/base.ts", ["main.js"], ["base.css"], ["wall.webp", "icon.svg"]),
  "screen.js": chunk("/screen.tsx", ["main.js", "base.js"], ["screen.css"]),
  "other.js": chunk("/other.tsx", ["screen.js"]),
  "main.css": { type: "asset" },
};

test("the files of a screen are its chunk, the imported chunks, their style sheets and pictures, without those of the entry", () => {
  expect(filesOf(BUNDLE, "/screen.tsx")).toEqual(["screen.js", "screen.css", "base.js", "base.css", "wall.webp"]);
  expect(filesOf(BUNDLE, "/base.ts")).toEqual(["base.js", "base.css", "wall.webp"]);
});

test("a screen without a chunk fails the build", () => {
  expect(() => filesOf(BUNDLE, "/renamed.tsx")).toThrow("No chunk contains /renamed.tsx.");
});

test("the page's own elements do not request the application, the early script does", () => {
  const entry = '<script type="module" crossorigin src="/assets/main.js"></script>';
  const imported = '<link rel="modulepreload" crossorigin href="/assets/runtime.js">';
  const sheet = '<link rel="stylesheet" crossorigin href="/assets/main.css">';
  expect(takeEntry(`<head>\n  ${entry}\n  ${imported}\n  ${sheet}\n</head>`)).toEqual({
    rest: `<head>\n  ${sheet}\n</head>`,
    scripts: ["/assets/runtime.js", "/assets/main.js"],
  });
  expect(() => takeEntry(`<head>${sheet}</head>`)).toThrow("no module script");
});
