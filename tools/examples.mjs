// Serves the example pages of packages in `npm run dev`: packages/<name>/examples/index.html at /examples/<page>/. Builds never load this file.
import { readFile } from "node:fs/promises";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { createServer } from "vite";
import { ROOT } from "./runtime.mjs";

const BASE = "/examples/";
const HOT_RELOAD_PORT = 5174;
/** The name of each page in its address, with the package that has it. */
const PAGES = { editor: "editor", player: "watch", recorder: "recorder" };

const indexPage = () =>
  `<!doctype html><title>Examples</title><ul>${Object.keys(PAGES)
    .map((page) => `<li><a href="${BASE}${page}/">${page}</a></li>`)
    .join("")}</ul>`;

/** Returns a Vite plugin that answers the addresses of the examples with a second Vite server, so that the portal's settings do not apply. */
export async function examplePages() {
  const packages = path.join(ROOT, "packages");
  const examples = await createServer({
    configFile: false,
    root: packages,
    base: BASE,
    cacheDir: path.join(ROOT, "node_modules/.vite-examples"),
    appType: "custom",
    plugins: [react()],
    server: { middlewareMode: true, hmr: { port: HOT_RELOAD_PORT } },
  });
  const answer = async (request, response, next) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (!`${pathname}/`.startsWith(BASE)) return next();
    const name = pathname.slice(BASE.length).replace(/\/(?:index\.html)?$/u, "");
    const home = PAGES[name];
    if (name !== "" && !home) return examples.middlewares(request, response, next);
    // Relative addresses of a page need the slash at its end.
    if (!pathname.endsWith("/") && !pathname.endsWith(".html")) return response.writeHead(301, { location: `${pathname}/` }).end();
    try {
      const page = home ? await readFile(path.join(packages, home, "examples/index.html"), "utf8") : indexPage();
      const html = await examples.transformIndexHtml(request.url, page);
      response.setHeader("content-type", "text/html; charset=utf-8").end(html);
    } catch (error) {
      next(error);
    }
  };
  return {
    name: "example-pages",
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => void answer(request, response, next));
    },
    closeBundle: () => examples.close(),
  };
}
