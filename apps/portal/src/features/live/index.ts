export { onLive, type LiveListener } from "./live-bus.ts";
export { startLive } from "./start-live.ts";
