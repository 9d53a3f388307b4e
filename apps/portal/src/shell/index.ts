export { formatBytes } from "./format-bytes.ts";
export { Screen, scrollElement } from "./screen.tsx";
export { Shell } from "./shell.tsx";
export { usePageTitle } from "./use-page-title.ts";
