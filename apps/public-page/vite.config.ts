import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { realDirections } from "../../packages/ui/css-directions.config.ts";
import { earlyCompilation } from "../../packages/ui/early-compilation.config.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * A build without its own page: the server's pages load the entry by the manifest from `/s/app/assets/`. File names contain their
 * content hash, so that browsers may cache them permanently.
 */
export default defineConfig({
  root: here("."),
  base: "/s/app/",
  plugins: [react(), realDirections(), earlyCompilation()],
  resolve: { alias: [{ find: /^zod$/, replacement: here("src/no-schemas.ts") }] },
  build: {
    target: "es2022",
    manifest: true,
    assetsDir: "assets",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: here("src/main.ts") },
  },
});
