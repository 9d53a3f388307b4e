export { SearchField } from "./search-field.tsx";
export { SearchLayer } from "./search-layer.tsx";
export { openSearch } from "./search-store.ts";
