import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Composition, CompositionInput, CompositionOutput, ConvertHooks } from "../video.port.ts";
import { encodingArguments, flags, guardArguments, programVersion, runProgram } from "./ffmpeg.driver.ts";
import { INPUT_DEMUXERS, INPUT_WHITELIST, THREADS } from "./video-tasks.ts";

/** Longest graph that is an argument; Linux limits one to 128 KiB. Longer ones are a file. */
const GRAPH_ARGUMENT_MAX = 100_000;

function inputArguments({ path, mimeType, start }: CompositionInput): string[] {
  // All frames from the keyframe on reach the graph with their own timestamps: the first frame of a clip may be older than its start.
  const seek = start > 0 ? ["-noaccurate_seek", "-ss", String(start)] : [];
  // No limit of its length: the program would count it from the keyframe. The graph ends, and the program with it.
  return ["-threads", String(THREADS), "-f", INPUT_DEMUXERS[mimeType], ...seek, "-i", `file:${path}`];
}

function outputArguments({ path, format, options, video, audio }: CompositionOutput): string[] {
  const maps = [...(video ? ["-map", "[v]"] : []), ...(audio ? ["-map", "[a]"] : [])];
  const bare = ["-sn", "-dn", "-map_metadata", "-1", "-map_chapters", "-1"];
  const pictures = [...(video ? encodingArguments(video) : []), "-threads", String(THREADS)];
  const sound = audio ? ["-c:a", audio.encoder, ...flags(audio.options, ":a")] : [];
  return [...maps, ...bare, ...pictures, ...sound, ...flags(options), "-f", format, `file:${path}`];
}

/** Returns a composition as program arguments. The program itself rotates frames upright. */
export const compositionArguments = ({ inputs, outputs }: Composition, graph: readonly string[]): string[] => [
  ...guardArguments(INPUT_WHITELIST),
  "-filter_complex_threads",
  "1",
  "-copyts",
  ...inputs.flatMap(inputArguments),
  ...graph,
  ...outputs.flatMap(outputArguments),
];

/** Runs one composition. @throws VideoError, or the signal's reason */
async function compose(program: string, composition: Composition, cwd: string, hooks: ConvertHooks): Promise<void> {
  const { graph, inputs, limits } = composition;
  const reads = inputs.map(({ path }) => path);
  if (graph.length <= GRAPH_ARGUMENT_MAX)
    return runProgram(program, { args: compositionArguments(composition, ["-filter_complex", graph]), limits, reads }, cwd, hooks);
  // Several compositions may run in one folder.
  const file = `${composition.outputs[0]?.path ?? join(cwd, "output")}.graph.txt`;
  await writeFile(file, graph);
  try {
    const isOld = Number.parseInt((await programVersion(program, cwd))?.replace(/^n/u, "") ?? "", 10) < 7;
    const option = isOld ? "-filter_complex_script" : "-/filter_complex";
    await runProgram(program, { args: compositionArguments(composition, [option, file]), limits, reads: [...reads, file] }, cwd, hooks);
  } finally {
    await rm(file, { force: true });
  }
}

/** Runs compositions with the program, one after the other. @throws VideoError, or the signal's reason */
export async function composeByProgram(
  program: string,
  compositions: readonly Composition[],
  cwd: string,
  { signal, onProgress }: ConvertHooks = {},
): Promise<void> {
  let done = 0;
  for (const composition of compositions) {
    await compose(program, composition, cwd, {
      signal,
      onProgress: (seconds) => onProgress?.(done + Math.min(seconds, composition.seconds)),
    });
    done += composition.seconds;
    onProgress?.(done);
  }
}
