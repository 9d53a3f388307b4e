import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { AiError, type AiService, type Speech, SPEECH_FORMATS, type SpeechFormat } from "../speech.port.ts";
import { type AiAnswer, askService } from "./ai-request.ts";
import { readSpeechAnswer } from "./speech-answer.ts";

/** Time in milliseconds for one piece. A processor without an accelerator needs about the length of the piece. */
const PIECE_MS = 30 * 60_000;

/** Returns the fields of a request, in order. A list is a repeated field. */
function fieldsOf(service: AiService, language: string | null, format: SpeechFormat): [string, string][] {
  const granularities: [string, string][] =
    format === "verbose_json" ? ["word", "segment"].map((one): [string, string] => ["timestamp_granularities[]", one]) : [];
  return [
    ["model", service.model],
    // Speech models know languages without a region.
    ...(language === null ? [] : ([["language", language.split("-", 1)[0] ?? language]] as [string, string][])),
    ["response_format", format],
    ...granularities,
  ];
}

/** Creates a multipart body that reads the file from disk while it is sent. */
function formOf(fields: readonly [string, string][], file: { path: string; size: number }) {
  const boundary = `stillreel-${randomBytes(16).toString("hex")}`;
  const parts = fields.map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const head = Buffer.from(
    `${parts.join("")}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="piece.wav"\r\ncontent-type: audio/wav\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: () => ({
      length: head.length + file.size + tail.length,
      stream: Readable.from(
        (async function* () {
          yield head;
          yield* createReadStream(file.path);
          yield tail;
        })(),
      ),
    }),
  };
}

/** Creates the driver of OpenAI-compatible speech services. */
export function createSpeech(options: { pieceMs?: number } = {}): Speech {
  return {
    async recognise(service, { path, language, format: known }, signal) {
      const { size } = await stat(path);
      let refusal: unknown = null;
      for (const format of new Set([known ?? SPEECH_FORMATS[0], ...SPEECH_FORMATS])) {
        const form = formOf(fieldsOf(service, language, format), { path, size });
        let answer: AiAnswer;
        try {
          answer = await askService({ service, path: "audio/transcriptions", ...form, timeoutMs: options.pieceMs ?? PIECE_MS, signal });
        } catch (error) {
          // The service does not know this format. Any other refusal is the same for all formats.
          if (!(error instanceof AiError) || error.status !== 400) throw error;
          refusal ??= error;
          continue;
        }
        return { ...readSpeechAnswer(answer.body), format };
      }
      throw refusal;
    },
  };
}
