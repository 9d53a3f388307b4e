import os from "node:os";
import path from "node:path";
import { benchAdministration } from "./administration.bench.ts";
import { benchAudit } from "./audit.bench.ts";
import { benchConnections } from "./connections.bench.ts";
import { benchDelivery } from "./delivery.bench.ts";
import { benchDriveSave } from "./drive-save.bench.ts";
import { benchFolderLink } from "./folder-link.bench.ts";
import { benchFuzz } from "./fuzz.bench.ts";
import { benchGrowth } from "./growth.bench.ts";
import { benchImages } from "./images.bench.ts";
import { benchLanguages } from "./languages.bench.ts";
import { benchLibrary } from "./library.bench.ts";
import { benchLighthouse, benchLighthouseLanguages } from "./lighthouse.bench.ts";
import { benchListing } from "./listing.bench.ts";
import { benchLoad } from "./load.bench.ts";
import { benchMemoryLoad } from "./memory-load.bench.ts";
import { benchMemory } from "./memory.bench.ts";
import { benchBlocking } from "./blocking.bench.ts";
import { benchBoardOpen } from "./board-open.bench.ts";
import { benchBoardsEdit, benchBoardsLoad } from "./boards.bench.ts";
import { benchNotifications } from "./notifications.bench.ts";
import { benchPages } from "./pages.bench.ts";
import { benchPopup } from "./popup.bench.ts";
import { benchProcesses } from "./processes.bench.ts";
import { benchShareDialog } from "./share-dialog.bench.ts";
import { benchStart } from "./start.bench.ts";
import { benchRenderCuts, benchRenderFull, benchRenderLong, benchRenderLongFull, benchRenderMemory } from "./render.bench.ts";
import { benchRecording, benchRecordingLong } from "./recording.bench.ts";
import { benchReelsDelivery } from "./reels-delivery.bench.ts";
import { benchReelsPage } from "./reels-page.bench.ts";
import { benchReelsPipeline } from "./reels-pipeline.bench.ts";
import { assertWrk } from "./support/hammer.ts";
import { machineSpeed } from "./support/machine-speed.ts";
import { partsToMeasure } from "./support/parts.ts";
import { type Figure, writePart } from "./support/report.ts";
import { ROOT } from "./support/server.ts";
import { benchStillsCapture } from "./stills-capture.bench.ts";
import { benchStillsEditor } from "./stills-editor.bench.ts";
import { benchUploads } from "./uploads.bench.ts";
import { benchVideoEditorDrag, benchVideoEditorOpen, benchVideoEditorScrub } from "./video-editor.bench.ts";
import { benchWebhooks } from "./webhooks.bench.ts";
import { benchWorkspace } from "./workspace.bench.ts";

// `npm run bench` measures all parts, `npm run bench -- uploads pages` the named ones. Each result goes to docs/benchmarks.md.
const PARTS: Record<string, (port: number) => Promise<Figure[]>> = {
  start: benchStart,
  uploads: benchUploads,
  images: benchImages,
  listing: benchListing,
  library: benchLibrary,
  load: benchLoad,
  growth: benchGrowth,
  memory: benchMemory,
  "memory-load": benchMemoryLoad,
  connections: benchConnections,
  processes: benchProcesses,
  fuzz: benchFuzz,
  workspace: benchWorkspace,
  administration: benchAdministration,
  audit: benchAudit,
  notifications: benchNotifications,
  delivery: benchDelivery,
  "drive-save": benchDriveSave,
  webhooks: benchWebhooks,
  pages: benchPages,
  "folder-link": benchFolderLink,
  "share-dialog": benchShareDialog,
  lighthouse: benchLighthouse,
  "lighthouse-languages": benchLighthouseLanguages,
  blocking: benchBlocking,
  languages: benchLanguages,
  popup: benchPopup,
  "stills-capture": benchStillsCapture,
  "stills-editor": benchStillsEditor,
  "editor-open": benchVideoEditorOpen,
  "editor-drag": benchVideoEditorDrag,
  "editor-scrub": benchVideoEditorScrub,
  "reels-page": benchReelsPage,
  "reels-delivery": benchReelsDelivery,
  "reels-pipeline": benchReelsPipeline,
  "render-cuts": benchRenderCuts,
  "render-full": benchRenderFull,
  "render-memory": benchRenderMemory,
  "render-long": benchRenderLong,
  "render-long-full": benchRenderLongFull,
  recording: benchRecording,
  "recording-long": benchRecordingLong,
  "board-open": benchBoardOpen,
  "boards-edit": benchBoardsEdit,
  "boards-load": benchBoardsLoad,
};
/** Parts whose requests come from wrk. */
const WITH_WRK = [
  "administration",
  "audit",
  "connections",
  "delivery",
  "growth",
  "library",
  "listing",
  "processes",
  "reels-delivery",
  "workspace",
];

function named(): string[] {
  try {
    return partsToMeasure(process.argv.slice(2), Object.keys(PARTS));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

const names = named();
if (names.some((name) => WITH_WRK.includes(name))) await assertWrk();
let missed = false;
for (const [index, name] of names.entries()) {
  process.stderr.write(`bench: ${name}\n`);
  const load = os.loadavg()[0] ?? 0;
  const speed = await machineSpeed();
  const figures = (await PARTS[name]?.(8790 + index * 2)) ?? [];
  writePart(path.join(ROOT, "docs/benchmarks.md"), Object.keys(PARTS), name, { figures, load, speed });
  missed ||= figures.some((figure) => figure.pass === false);
}
process.exit(missed ? 1 : 0);
