import type { ServerResult, suggest as suggestRoute } from "@stillreel/contract";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import type { Chat } from "../../platform/ports/chat.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { AiError, type AiService } from "../../platform/ports/speech.port.ts";
import { charactersIn, linesOf, PART_TASK, partsOf, readPart, readSuggestions, task } from "./suggestions.plan.ts";
import * as repo from "./transcripts.repo.ts";

/** Most parts of a long transcript that are sent. */
const PARTS_MAX = 60;

interface Deps {
  chat: Chat;
  limits: Pick<RateLimits, "take">;
  /** Returns the video when the caller may change it. */
  changeable(actor: UserActor, itemId: string): Promise<{ id: string; durationMs: number | null }>;
}

const secondOf = (line: string): number => Number(/^\[(\d+)\]/u.exec(line)?.[1] ?? 0);

/** Creates the service that suggests title, summary and chapters. It changes nothing. */
export function createSuggestions({ db, settings, config, log }: Ports, { chat, limits, changeable }: Deps) {
  /** Shortens lines until they fit into one request. @throws AiError */
  async function shorten(service: AiService, lines: readonly string[], characters: number, signal: AbortSignal): Promise<string> {
    let parts = partsOf(lines, characters);
    for (let rounds = 0; parts.length > 1 && rounds < 3; rounds += 1) {
      if (parts.length > PARTS_MAX)
        throw new AiError("refused", "This transcript is too long for the model. Set LLM_WINDOW to its window.");
      const short: string[] = [];
      for (const part of parts) {
        const own = part.split("\n");
        const within = { from: secondOf(own[0] ?? ""), to: secondOf(own.at(-1) ?? "") };
        short.push(...readPart(await chat.complete(service, { system: PART_TASK, user: part }, signal), within));
      }
      parts = partsOf(short, characters);
    }
    return parts[0] ?? "";
  }

  return {
    /** @throws AppError `not-configured`, `no-transcript`, `provider-refused` with the reason */
    async suggest(actor: UserActor, itemId: string, signal: AbortSignal): Promise<ServerResult<typeof suggestRoute>> {
      const item = await changeable(actor, itemId);
      const service = settings.current().chat;
      if (service === null) throw new AppError("not-configured");
      const row = await repo.find(db, item.id);
      if (row?.state !== "ready") throw new AppError("no-transcript");
      await limits.take({ key: `suggest:${actor.id}`, rule: RATE_RULES.suggest });
      const durationS = item.durationMs === null ? (row.segments.at(-1)?.end ?? 0) : item.durationMs / 1000;
      try {
        const text = await shorten(service, linesOf(row.segments), charactersIn(config.LLM_WINDOW), signal);
        const answer = await chat.complete(service, { system: task(durationS), user: text }, signal);
        return { ...readSuggestions(answer, durationS), model: service.model };
      } catch (error) {
        if (!(error instanceof AiError)) throw error;
        log.warn({ err: error, itemId }, "suggestions could not be made");
        throw new AppError("provider-refused", { message: error.message, cause: error });
      }
    },
  };
}

export type SuggestionsService = ReturnType<typeof createSuggestions>;
