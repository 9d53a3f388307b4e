// Writes docs/rights-matrix.md from the rows: `node apps/server/src/access/rights-matrix/render.ts`.
import { writeFileSync } from "node:fs";
import { PAGE_PATH, renderPage } from "./page.ts";

writeFileSync(PAGE_PATH, renderPage());
