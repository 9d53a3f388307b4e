export { planA4Pages, planPicturePage, type PdfPage } from "./pages.plan.ts";
export { findCut, type PictureRows } from "./cuts.plan.ts";
