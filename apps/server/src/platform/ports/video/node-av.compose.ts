import { Decoder, Demuxer, Encoder, FilterComplexAPI, Muxer } from "node-av/api";
import { AVERROR_EOF, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO, AVSEEK_FLAG_BACKWARD, EOF } from "node-av/constants";
import { FFmpegError, type Frame, type Packet, type Stream } from "node-av/lib";
import { VideoError, type Composition, type CompositionInput, type CompositionOutput } from "../video.port.ts";
import { DECODING, packetsOf, TURNS } from "./node-av.tasks.ts";
import { closeMuxer, encoderOf, ENCODERS, secondsOf, writerOf, type Writer } from "./node-av.writer.ts";
import { ANALYZE_US, INPUT_DEMUXERS, INPUT_WHITELIST, MAX_FRAME_PIXELS, PROBE_BYTES, STREAMS_MAX } from "./video-tasks.ts";

/** A track of an input that the graph uses. */
interface Feed {
  label: string;
  stream: Stream;
  decoder: Decoder;
  isPicture: boolean;
  /** Whether the graph has its first frame. */
  isKnown: boolean;
  isDone: boolean;
}

/** An opened input. */
interface Source {
  input: CompositionInput;
  packets: Iterator<Packet | null>;
  feeds: Feed[];
  /** Second of the output that it has reached. */
  reached: number;
  isDone: boolean;
}

async function openSource(input: CompositionInput, index: number, opened: AsyncDisposableStack): Promise<Source> {
  const demuxer = await Demuxer.open(`file:${input.path}`, {
    format: INPUT_DEMUXERS[input.mimeType],
    options: {
      protocol_whitelist: "file",
      format_whitelist: INPUT_WHITELIST,
      probesize: PROBE_BYTES,
      analyzeduration: ANALYZE_US,
      max_streams: STREAMS_MAX,
    } as never,
  });
  opened.use(demuxer);
  const feeds: Feed[] = [];
  for (const kind of ["video", "audio"] as const) {
    if (!input.tracks[kind]) continue;
    const isPicture = kind === "video";
    const stream = isPicture ? demuxer.video() : demuxer.audio();
    if (!stream) throw new VideoError("damaged", isPicture ? "There are no pictures in it." : "There is no sound in it.");
    const options = isPicture ? { ...DECODING, options: { max_pixels: MAX_FRAME_PIXELS } as never } : DECODING;
    const decoder = opened.use(await Decoder.create(stream, options));
    feeds.push({ label: `${index}:${isPicture ? "v" : "a"}`, stream, decoder, isPicture, isKnown: false, isDone: false });
  }
  if (input.start > 0) await demuxer.seek(input.start, -1, AVSEEK_FLAG_BACKWARD);
  const packets = packetsOf(demuxer);
  return { input, packets, feeds, reached: Number.NEGATIVE_INFINITY, isDone: false };
}

/** A graph with its inputs and outputs. */
class Running {
  readonly #graph: FilterComplexAPI;
  readonly #writers = new Map<string, Writer[]>();
  readonly #ended = new Set<string>();
  /** Inputs that ended before the graph was built, which is when every input has a frame. */
  readonly #waiting: string[] = [];
  seconds = 0;

  constructor(graph: FilterComplexAPI) {
    this.#graph = graph;
  }

  add(label: string, writer: Writer): void {
    this.#writers.set(label, [...(this.#writers.get(label) ?? []), writer]);
  }

  get isEnded(): boolean {
    return this.#ended.size === this.#writers.size;
  }

  async push({ label }: Feed, frame: Frame | null): Promise<void> {
    if (frame === null) this.#waiting.push(label);
    else
      await this.#graph.process(label, frame).catch((error: unknown) => {
        // The graph has ended this input.
        if (!(error instanceof FFmpegError && error.code === AVERROR_EOF)) throw error;
      });
    if (!this.#graph.isInitialized) return;
    for (const ended of this.#waiting.splice(0)) await this.#graph.flush(ended);
    await this.drain();
  }

  async drain(): Promise<void> {
    for (const [label, writers] of this.#writers) {
      while (!this.#ended.has(label)) {
        const frame = await this.#graph.receive(label);
        if (frame === null) break;
        if (frame === EOF) this.#ended.add(label);
        else await this.#write(frame as Frame, writers);
        if (writers.every((writer) => writer.isFull())) this.#ended.add(label);
      }
    }
  }

  async #write(frame: Frame, writers: readonly Writer[]): Promise<void> {
    this.seconds = Math.max(this.seconds, secondsOf(frame));
    for (const [index, writer] of writers.entries()) {
      const own = index === writers.length - 1 ? frame : frame.clone();
      if (own) await writer.write(own);
    }
  }

  async end(): Promise<void> {
    const writers = [...this.#writers.values()].flat();
    for (const writer of writers) await writer.end();
    if (writers.some((writer) => writer.packets() === 0)) throw new VideoError("damaged", "Not one frame could be decoded.");
  }
}

async function addOutput(
  running: Running,
  { path, format, options, video, audio }: CompositionOutput,
  opened: AsyncDisposableStack,
): Promise<Muxer> {
  const muxer = await Muxer.open(path, { format, options: options as never });
  if (video) {
    const encoder = opened.use(await encoderOf(video));
    running.add("v", writerOf({ encoder, muxer, frames: video.frames, keyEvery: video.keyEvery, isSound: false, isAlone: false }));
  }
  if (audio) {
    const encoder = opened.use(await Encoder.create(ENCODERS[audio.encoder], { options: audio.options as never }));
    running.add("a", writerOf({ encoder, muxer, frames: null, keyEvery: null, isSound: true, isAlone: video === null }));
  }
  return muxer;
}

/** Decodes a packet (null: the end) of a track into the graph. */
async function feed(running: Running, track: Feed, packet: Packet | null, end: number | null): Promise<void> {
  if (track.isDone) return;
  const { decoder, isPicture } = track;
  for (const frame of isPicture ? await decoder.decodeAll(packet) : decoder.decodeAllSync(packet)) {
    if (end !== null && secondsOf(frame) > end) track.isDone = true;
    else if (!running.isEnded) {
      await running.push(track, frame);
      track.isKnown = true;
    }
    frame.free();
  }
  if (packet === null) track.isDone = true;
  if (track.isDone) await running.push(track, null);
}

/** Reads one packet of an input. */
async function advance(running: Running, source: Source): Promise<void> {
  const { done, value: packet } = source.packets.next();
  if (done === true || packet === null) {
    for (const track of source.feeds) await feed(running, track, null, source.input.end);
    source.isDone = true;
    return;
  }
  const track = source.feeds.find(({ stream }) => stream.index === packet.streamIndex);
  if (track) {
    await feed(running, track, packet, source.input.end);
    // The graph needs one frame of every input before it starts, and decoders do not return one for every packet.
    if (source.feeds.every(({ isKnown }) => isKnown)) source.reached = source.input.at + secondsOf(packet) - source.input.start;
  }
  packet.free();
  source.isDone = source.feeds.every(({ isDone }) => isDone);
}

/** Returns the input that the graph needs next: an image, otherwise the one that has reached the least of the output. */
function nextSource(sources: readonly Source[]): Source | undefined {
  const open = sources.filter(({ isDone }) => !isDone);
  return open.toSorted((one, other) => one.reached - other.reached || one.input.at - other.input.at)[0];
}

const labelsOf = ({ inputs }: Composition): { label: string }[] =>
  inputs.flatMap(({ tracks }, index) => [
    ...(tracks.video ? [{ label: `${index}:v` }] : []),
    ...(tracks.audio ? [{ label: `${index}:a` }] : []),
  ]);

/** Puts the rotation filters, which the program adds itself, before the graph. */
function uprightGraph({ inputs, graph }: Composition): string {
  let result = graph;
  for (const [index, { rotation }] of inputs.entries())
    if (rotation !== 0)
      result = `[${index}:v]${TURNS[rotation].join(",")}[turned${index}];${result.replace(`[${index}:v]`, `[turned${index}]`)}`;
  return result;
}

async function compose(composition: Composition, onProgress: (seconds: number) => void): Promise<number> {
  await using opened = new AsyncDisposableStack();
  const outputs = [
    ...(composition.outputs.some(({ video }) => video) ? [{ label: "v", mediaType: AVMEDIA_TYPE_VIDEO }] : []),
    ...(composition.outputs.some(({ audio }) => audio) ? [{ label: "a", mediaType: AVMEDIA_TYPE_AUDIO }] : []),
  ];
  const graph = opened.use(FilterComplexAPI.create(uprightGraph(composition), { inputs: labelsOf(composition), outputs, threads: 1 }));
  const running = new Running(graph);
  const muxers: Muxer[] = [];
  for (const output of composition.outputs) muxers.push(await addOutput(running, output, opened));
  const sources: Source[] = [];
  for (const [index, input] of composition.inputs.entries()) sources.push(await openSource(input, index, opened));
  for (let source = nextSource(sources); source && !running.isEnded; source = nextSource(sources)) {
    await advance(running, source);
    onProgress(running.seconds);
  }
  await running.end();
  for (const muxer of muxers) await closeMuxer(muxer);
  return composition.seconds;
}

/** Runs compositions with FFmpeg's libraries in a child process. */
export async function composeByLibrary(compositions: readonly Composition[], onProgress: (seconds: number) => void): Promise<void> {
  let done = 0;
  for (const composition of compositions) done += await compose(composition, (seconds) => onProgress(done + seconds));
}
