import { Readable } from "node:stream";
import { z } from "zod";
import type { Chat } from "../chat.port.ts";
import { askService } from "../speech/index.ts";
import { AiError, type AiService } from "../speech.port.ts";

/** Time in milliseconds for one answer. */
const ANSWER_MS = 90_000;

const Completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

/** Returns the text of an answer. @throws AiError `junk` */
function contentOf(body: string): string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (error) {
    const isPage = body.trimStart().startsWith("<");
    throw new AiError("junk", `The service answered with ${isPage ? "a web page" : "no JSON"}. Is it the address of a chat service?`, {
      cause: error,
    });
  }
  const parsed = Completion.safeParse(value);
  if (!parsed.success) throw new AiError("junk", "The answer of the service can't be read. Is it the address of a chat service?");
  return parsed.data.choices[0]?.message.content ?? "";
}

/** Creates the driver of OpenAI-compatible chat services. */
export function createChat(options: { answerMs?: number } = {}): Chat {
  async function ask(service: AiService, body: object, signal: AbortSignal | undefined): Promise<string> {
    const bytes = Buffer.from(JSON.stringify({ model: service.model, stream: false, ...body }));
    const answer = await askService({
      service,
      path: "chat/completions",
      contentType: "application/json",
      body: () => ({ length: bytes.length, stream: Readable.from([bytes]) }),
      timeoutMs: options.answerMs ?? ANSWER_MS,
      signal,
    });
    return contentOf(answer.body);
  }

  return {
    async complete(service, { system, user }, signal) {
      const messages = [
        { role: "system", content: system },
        { role: "user", content: user },
      ];
      try {
        return await ask(service, { messages, temperature: 0.2, response_format: { type: "json_object" } }, signal);
      } catch (error) {
        // Some services do not know the format or the temperature.
        if (!(error instanceof AiError && error.status === 400)) throw error;
        return ask(service, { messages }, signal);
      }
    },
  };
}
