export { createRenderer, type RendererDeps } from "./render.service.ts";
export type { Renderer, RenderJob, RenderSource } from "./render.types.ts";
