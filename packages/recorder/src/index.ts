export * from "./recorder.types.ts";
