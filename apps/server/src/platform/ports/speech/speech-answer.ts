import { z } from "zod";
import { AiError, type Recognised, type RecognisedWord } from "../speech.port.ts";
import { languageTagOf } from "./spoken-languages.ts";

/** Times may be anything here: they are checked later, by one rule for all services. */
const Time = z.number().catch(Number.NaN).default(Number.NaN);
const Text = z.string().catch("").default("");
const Word = z.object({ word: Text, text: Text, start: Time, end: Time });
const Segment = z.object({ start: Time, end: Time, text: Text, words: z.array(Word).nullable().catch(null).default(null) });
const Verbose = z.object({
  language: z.unknown().optional(),
  text: Text,
  segments: z.array(Segment).nullable().catch(null).default(null),
  words: z.array(Word).nullable().catch(null).default(null),
});

const JUNK = "The answer of the service can't be read. Is it the address of a speech service?";
const CLOCK = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})`;
const TIMING = new RegExp(String.raw`^\s*${CLOCK}\s*-->\s*${CLOCK}`, "u");

/** Removes characters that cannot be stored or shown. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .trim();

const wordOf = ({ word, text, start, end }: z.output<typeof Word>): RecognisedWord => ({ start, end, text: clean(word || text) });

function readVerbose(value: unknown): Recognised {
  const parsed = Verbose.safeParse(value);
  if (!parsed.success) throw new AiError("junk", JUNK);
  const { language, text, segments, words } = parsed.data;
  if (text === "" && segments === null && !(typeof value === "object" && value !== null && "text" in value))
    throw new AiError("junk", JUNK);
  const nested = (segments ?? []).flatMap((segment) => segment.words ?? []);
  return {
    language: languageTagOf(language),
    text: clean(text),
    segments: (segments ?? []).map((segment) => ({ start: segment.start, end: segment.end, text: clean(segment.text) })),
    words: (nested.length > 0 ? nested : (words ?? [])).map(wordOf).filter((word) => word.text !== ""),
  };
}

const secondsOf = (parts: readonly (string | undefined)[]): number => {
  const [hours, minutes, seconds, rest] = parts;
  return (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds) + Number((rest ?? "").padEnd(3, "0")) / 1000;
};

/** Reads SubRip and WebVTT. */
function readSubtitles(body: string): Recognised {
  const segments: RecognisedWord[] = [];
  for (const block of body.replace(/\r\n?/gu, "\n").split(/\n{2,}/u)) {
    const lines = block.split("\n");
    const at = lines.slice(0, 3).findIndex((line) => line.includes("-->"));
    const timing = at < 0 ? null : TIMING.exec(lines[at] ?? "");
    if (timing === null) continue;
    const text = clean(
      lines
        .slice(at + 1)
        .join(" ")
        .replace(/<[^<>]{0,100}>/gu, ""),
    );
    if (text !== "") segments.push({ start: secondsOf(timing.slice(1, 5)), end: secondsOf(timing.slice(5, 9)), text });
  }
  return { language: null, text: "", segments, words: [] };
}

/** Reads an answer: verbose JSON, plain JSON, SubRip or WebVTT. @throws AiError `junk` */
export function readSpeechAnswer(body: string): Recognised {
  const text = body.replace(/^\ufeff/u, "").trim();
  if (text.startsWith("{")) {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      throw new AiError("junk", JUNK, { cause: error });
    }
    return readVerbose(value);
  }
  if (text.startsWith("<")) throw new AiError("junk", "The service answered with a web page. Is it the address of a speech service?");
  // An empty SubRip file: there is no speech in this piece.
  if (text === "" || text === "WEBVTT" || text.includes("-->")) return readSubtitles(text);
  throw new AiError("junk", JUNK);
}
