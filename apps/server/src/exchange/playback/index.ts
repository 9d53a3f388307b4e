import type { Ports } from "../../platform/ports/index.ts";
import type { Module } from "../../platform/module.ts";
import { playbackRoutes } from "./playback.routes.ts";
import { createPlaybackService, type PlaybackDeps } from "./playback.service.ts";

export { PLAYLIST_TYPE, playlistUrl } from "./playback.service.ts";

/** Creates the module for playing videos, including recordings in progress. */
export function createPlayback(ports: Ports, deps: PlaybackDeps): Module {
  const service = createPlaybackService(ports, deps);
  return { routes: (app) => playbackRoutes(app, ports, service) };
}
