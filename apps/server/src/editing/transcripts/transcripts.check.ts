import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerResult, testSettings } from "@stillreel/contract";
import type { Chat } from "../../platform/ports/chat.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { AiError, type Speech } from "../../platform/ports/speech.port.ts";
import { receiverOf } from "../../platform/ports/speech/index.ts";
import { wavOf } from "./transcripts.pieces.ts";

/** Time in milliseconds for the answer. */
const LIMIT_MS = 30_000;
/** Samples per second of the sound that is sent: one second of silence. */
const RATE = 16_000;

type Result = ServerResult<typeof testSettings>;

/** Creates the test of the configured services. Nothing of a user is sent: a second of silence, or one word. */
export function createAiTest({ settings }: Pick<Ports, "settings">, { speech, chat }: { speech: Speech; chat: Chat }) {
  async function sendSilence(signal: AbortSignal): Promise<void> {
    const service = settings.current().speech;
    if (service === null) return;
    const folder = await mkdtemp(join(tmpdir(), "stillreel-speech-"));
    try {
      const path = join(folder, "silence.wav");
      await writeFile(path, wavOf(Buffer.alloc(RATE * 2), RATE));
      await speech.recognise(service, { path, language: null, format: null }, signal);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function ask(signal: AbortSignal): Promise<void> {
    const service = settings.current().chat;
    if (service !== null) await chat.complete(service, { system: 'Answer with JSON: {"ok": true}', user: "Hello" }, signal);
  }

  return async (what: "speech" | "chat"): Promise<Result> => {
    const service = settings.current()[what];
    const to = receiverOf(service) ?? "";
    if (service === null) return { outcome: "not-configured", to, answer: null };
    const limit = AbortSignal.timeout(LIMIT_MS);
    try {
      await (what === "speech" ? sendSilence(limit) : ask(limit));
      return { outcome: "accepted", to, answer: null };
    } catch (error) {
      if (limit.aborted) return { outcome: "late", to, answer: null };
      if (!(error instanceof AiError)) throw error;
      return { outcome: "refused", to, answer: error.message };
    }
  };
}
