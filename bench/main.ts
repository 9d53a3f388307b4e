import path from "node:path";
import { benchDelivery } from "./delivery.bench.ts";
import { benchLibrary } from "./library.bench.ts";
import { benchListing } from "./listing.bench.ts";
import { benchPages } from "./pages.bench.ts";
import { benchPopup } from "./popup.bench.ts";
import { benchStart } from "./start.bench.ts";
import { benchRecording } from "./recording.bench.ts";
import { benchReelsDelivery } from "./reels-delivery.bench.ts";
import { benchReelsPage } from "./reels-page.bench.ts";
import { benchReelsPipeline } from "./reels-pipeline.bench.ts";
import { type Figure, table, writeReport } from "./support/report.ts";
import { ROOT } from "./support/server.ts";
import { benchStillsCapture } from "./stills-capture.bench.ts";
import { benchStillsEditor } from "./stills-editor.bench.ts";
import { benchUploads } from "./uploads.bench.ts";

// `npm run bench` runs everything and writes docs/benchmarks.md; `npm run bench -- uploads pages` runs parts and only prints.
const PARTS: Record<string, (port: number) => Promise<Figure[]>> = {
  start: benchStart,
  uploads: benchUploads,
  listing: benchListing,
  library: benchLibrary,
  delivery: benchDelivery,
  pages: benchPages,
  popup: benchPopup,
  recording: benchRecording,
  "reels-delivery": benchReelsDelivery,
  "reels-page": benchReelsPage,
  "reels-pipeline": benchReelsPipeline,
  "stills-capture": benchStillsCapture,
  "stills-editor": benchStillsEditor,
};
const asked = process.argv.slice(2).filter((word) => word in PARTS);
const names = asked.length > 0 ? asked : Object.keys(PARTS);
const figures: Figure[] = [];
for (const [index, name] of names.entries()) {
  process.stderr.write(`bench: ${name}\n`);
  figures.push(...((await PARTS[name]?.(8790 + index * 2)) ?? []));
}
if (asked.length > 0) process.stdout.write(`${table(figures)}\n`);
else
  writeReport(
    path.join(ROOT, "docs/benchmarks.md"),
    figures,
    "npm run bench",
    "Single parts: `npm run bench -- uploads listing` (prints, does not write). Missed targets are named in the table; nothing is left out.",
  );
process.exit(figures.some((figure) => figure.pass === false) ? 1 : 0);
