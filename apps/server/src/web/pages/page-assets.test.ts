import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { appScripts } from "./page-assets.ts";

test("names the files of the app in the order of their evaluation, once it is built", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "page-assets-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const read = appScripts(folder);
  expect(read()).toBeNull();
  await mkdir(path.join(folder, ".vite"));
  const manifest = {
    "src/main.ts": { file: "assets/main-1.js", isEntry: true },
    "src/app.tsx": { file: "assets/app-2.js", imports: ["_react-3.js", "src/main.ts", "_api-4.js"], css: ["assets/app-5.css"] },
    "_react-3.js": { file: "assets/react-3.js" },
    "_api-4.js": { file: "assets/api-4.js", imports: ["_react-3.js"] },
  };
  await writeFile(path.join(folder, ".vite/manifest.json"), JSON.stringify(manifest));
  expect(read()).toEqual({
    entryUrl: "/s/app/assets/main-1.js",
    mainUrl: "/s/app/assets/app-2.js",
    partUrls: ["react-3.js", "api-4.js", "app-2.js", "app-5.css"].map((name) => `/s/app/assets/${name}`),
  });
});
