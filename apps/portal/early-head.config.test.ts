import { expect, test } from "vitest";
import { filesOf, type Chunk } from "./early-head.config.ts";

const chunk = (module: string, imports: string[] = [], css: string[] = []): Chunk => ({
  type: "chunk",
  moduleIds: [module],
  imports,
  viteMetadata: { importedCss: new Set(css) },
});
const BUNDLE: Record<string, Chunk> = {
  "main.js": { ...chunk("/main.tsx", ["runtime.js"], ["main.css"]), isEntry: true },
  "runtime.js": chunk("/runtime"),
  "base.js": chunk("/base.ts", ["main.js"], ["base.css"]),
  "screen.js": chunk("/screen.tsx", ["main.js", "base.js"], ["screen.css"]),
  "other.js": chunk("/other.tsx", ["screen.js"]),
  "main.css": { type: "asset" },
};

test("the files of a screen are its chunk, the imported chunks and their style sheets, without those of the entry", () => {
  expect(filesOf(BUNDLE, "/screen.tsx")).toEqual(["screen.js", "screen.css", "base.js", "base.css"]);
  expect(filesOf(BUNDLE, "/base.ts")).toEqual(["base.js", "base.css"]);
});

test("a screen without a chunk fails the build", () => {
  expect(() => filesOf(BUNDLE, "/renamed.tsx")).toThrow("No chunk contains /renamed.tsx.");
});
