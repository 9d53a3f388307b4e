import { lazyView } from "../platform/lazy-view.ts";

/** Drop zone, paste and the list of uploads, for every signed-in page. Its code is loaded after the first paint of the page. */
export const UploadLayer = lazyView(() => import("../features/uploads/upload-layer.tsx"), "UploadLayer");
