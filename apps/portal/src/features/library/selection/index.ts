export { LibraryLayer } from "./lazy-layer.tsx";
export { useGridSelection, useListLayout, useShownList } from "./use-shown-list.ts";
