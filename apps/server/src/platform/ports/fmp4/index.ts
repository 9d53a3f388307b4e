export { Fmp4Error } from "./fmp4.boxes.ts";
export { type Track } from "./fmp4.head.ts";
export { FragmentIndex, type Part, type ReadBytes } from "./fragment-index.ts";
