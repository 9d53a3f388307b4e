export * from "./document.ts";
export * from "./effects.ts";
export * from "./history.ts";
export * from "./time-map.ts";
