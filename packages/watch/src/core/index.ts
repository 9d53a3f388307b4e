export * from "./watch.types.ts";
