import type { Media } from "../../media/media/index.ts";
import type { Module } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { createChat } from "../../platform/ports/chat/index.ts";
import { handles } from "../../platform/ports/jobs.port.ts";
import type { TimelineFollower } from "../../platform/ports/timeline.port.ts";
import { createSpeech } from "../../platform/ports/speech/index.ts";
import { createSuggestions } from "./suggestions.service.ts";
import { createAiTest } from "./transcripts.check.ts";
import { createWriteTranscript, writeTranscript } from "./transcripts.jobs.ts";
import { transcriptsRoutes } from "./transcripts.routes.ts";
import { createTranscriptsService, type TranscriptsDeps } from "./transcripts.service.ts";
import { transcriptsTimeline } from "./transcripts.timeline.ts";
import { createTranscriptTexts, type TextsDeps } from "./transcripts.texts.ts";

export interface TranscriptsModuleDeps extends TextsDeps, Omit<TranscriptsDeps, "texts"> {
  media: Pick<Media, "sound" | "whenPlayable">;
}

/** Interface of the transcripts module for other modules. */
export interface Transcripts extends Module {
  /** Moves transcripts with their videos. */
  timeline: TimelineFollower;
  /** Tests the speech or the chat service with a small request. */
  testService: ReturnType<typeof createAiTest>;
}

/** Creates the module for transcripts of videos, and for suggestions that are made of them. */
export function createTranscripts(ports: Ports, deps: TranscriptsModuleDeps): Transcripts {
  const { items, limits, media } = deps;
  const speech = createSpeech();
  const chat = createChat();
  const texts = createTranscriptTexts(ports, deps);
  const service = createTranscriptsService(ports, { items, limits, texts });
  const suggestions = createSuggestions(ports, { chat, limits, changeable: service.changeable });
  media.whenPlayable(service.begin);
  return {
    timeline: transcriptsTimeline(ports, texts),
    testService: createAiTest(ports, { speech, chat }),
    routes: (app) => transcriptsRoutes(app, service, suggestions),
    jobs: [handles(writeTranscript, createWriteTranscript(ports, { media, speech, texts }))],
  };
}
