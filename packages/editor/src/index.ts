export type * from "./core/editor.types.ts";
