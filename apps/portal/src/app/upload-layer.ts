import { lazyView } from "../platform/lazy-view.ts";

/** Drop zone, paste, and the lists of uploads and saves, for every signed-in page. Its code is loaded after the first paint of the page. */
export const UploadLayer = lazyView(() => import("./tray-layers.tsx"), "TrayLayers");
