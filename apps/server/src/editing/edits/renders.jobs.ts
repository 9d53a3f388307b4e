import { join } from "node:path";
import { outputPosition, timeMapOf, wholeVideo } from "@stillreel/video-editor/core";
import { absentUser } from "../../platform/http/actor.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { createProgress, type NewFilm, type PosterChoice } from "../../media/media/index.ts";
import type { Renderer, RenderJob, RenderSource } from "../../media/render/index.ts";
import type { Notified } from "../../platform/notifier/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { VideoProbe } from "../../platform/ports/video.port.ts";
import { FinalFailure, handles, type JobOutcome, type RegisteredJob } from "../../platform/ports/jobs.port.ts";
import type { EditsDeps } from "./edits.deps.ts";
import { editable } from "./edits.access.ts";
import { giveUpRenders, renderVideo } from "./renders.definitions.ts";
import { GIVEN_UP, reasonOf, Refused, SOURCE_GONE, withDiskState } from "./renders.failures.ts";
import type { RenderFinish } from "./renders.finish.ts";
import * as repo from "./renders.repo.ts";
import * as showing from "./showing.repo.ts";
import { Superseded } from "./showing.service.ts";
import { issuesOf, type Sources, type SourceService } from "./sources.service.ts";
import type { SourceRow } from "./sources.repo.ts";

const EVERY_TEN_MINUTES = "*/10 * * * *";
/** Delay in milliseconds of a render while others use all slots. */
const BUSY_MS = 5_000;
/** Relative durations of the steps. */
const WEIGHTS = { prepare: 25, render: 70 } as const;
/** Interval in milliseconds of the checks whether a running render was cancelled or replaced. */
const WATCH_MS = 1_000;

/** The ports and services that the functions of this file use. */
interface Context extends Pick<EditsDeps, "items" | "media" | "states" | "events" | "notifier" | "renderer"> {
  ports: Ports;
  sources: SourceService;
  finish: RenderFinish;
  state: { slots: number };
}

/** One attempt to render. */
interface Run {
  row: repo.RenderRow;
  actor: UserActor;
  workspaceId: string;
  folder: string;
  signal: AbortSignal;
  step: (name: keyof typeof WEIGHTS) => (part: number) => void;
}

/** Returns what the document refers to. @throws Refused when a joined item is not what it was when the render was requested */
async function sourcesFor({ sources }: Context, { row, actor }: Pick<Run, "row" | "actor">): Promise<Sources> {
  const found = await sources.of(actor, row.itemId, [row.document]);
  const blobs = sources.blobsOf(found);
  const isSame = Object.entries(row.joined).every(([id, blobId]) => blobs[id] === blobId);
  if (!isSame || issuesOf(row.document, found).length > 0)
    throw new Refused("A joined video or image was changed or deleted. The video is unchanged. Check the edits and save them again.");
  return found;
}

/** Returns the file of a source, normalised if it is a video. */
async function fileOf(
  { media }: Context,
  { folder, signal }: Run,
  row: SourceRow,
  name: string,
  report: (part: number) => void,
): Promise<RenderSource> {
  const blob = row.playback?.mime === "video/mp4" ? row.playback : row.source;
  if (!blob) throw new Refused("A file of the video has not arrived yet.");
  if (row.type === "image") {
    const path = await media.films.bring(folder, blob.key, signal, name);
    return { type: "image", path, width: row.width ?? 1, height: row.height ?? 1 };
  }
  return { type: "video", ...(await media.films.normalised(folder, blob.key, name, { signal, onProgress: report })) };
}

async function jobOf(context: Context, run: Run, { own, joined, assets }: Sources): Promise<RenderJob> {
  const { media } = context;
  const { row, folder, signal, step } = run;
  const report = step("prepare");
  const files = new Map<string | undefined, RenderSource>();
  const all = [[undefined, own] as const, ...joined];
  for (const [index, [itemId, source]] of all.entries())
    files.set(itemId, await fileOf(context, run, source, `source-${index}`, (part) => report((index + part) / all.length)));
  const paths = new Map<string, string>();
  for (const [index, { id, blob }] of assets.entries()) paths.set(id, await media.films.bring(folder, blob.key, signal, `asset-${index}`));
  return { document: row.document, sources: files, assets: paths, output: join(folder, "edited.mp4"), folder };
}

/** Returns the poster of the rendered file. A chosen frame is taken from it too, so that nothing removed or covered is shown. */
async function posterOf(
  renderer: Renderer,
  { document, assets, output, folder }: RenderJob,
  probe: VideoProbe,
  signal: AbortSignal,
): Promise<PosterChoice> {
  const { poster } = document;
  if (poster === null) return null;
  if ("assetId" in poster) {
    const path = assets.get(poster.assetId);
    return path === undefined ? null : { path };
  }
  const { time } = outputPosition(timeMapOf(document), { itemId: poster.itemId, at: poster.at });
  const path = join(folder, "poster-frame.png");
  // The frame that is shown then may have begun earlier.
  const sources = new Map([[undefined, { type: "video", path: output, probe } as const]]);
  await renderer.frame(
    { document: wholeVideo(probe.duration), sources, assets: new Map(), folder },
    Math.min(time, probe.duration),
    path,
    signal,
  );
  return { path };
}

async function render(context: Context, run: Run): Promise<void> {
  const { media, renderer, finish } = context;
  const { folder, signal, step } = run;
  const film = await withDiskState(folder, async (): Promise<NewFilm> => {
    const job = await jobOf(context, run, await sourcesFor(context, run));
    const probe = await renderer.render(job, { signal, onProgress: step("render") });
    signal.throwIfAborted();
    return media.films.store({ path: job.output, probe }, folder, await posterOf(renderer, job, probe, signal), signal);
  });
  try {
    // A joined item may have been deleted or replaced meanwhile.
    await sourcesFor(context, run);
    signal.throwIfAborted();
    await finish.save({ row: run.row, actor: run.actor, workspaceId: run.workspaceId, film });
  } catch (error) {
    await finish.giveBack(film);
    throw error;
  }
}

/** Aborts when a render is cancelled or replaced, by any process and also during steps without progress. */
function watchRender({ ports }: Context, row: repo.RenderRow): { signal: AbortSignal; stop: () => void; end: () => void } {
  const ended = new AbortController();
  const end = (): void => ended.abort(new Superseded("The render was cancelled or replaced by a newer one."));
  // Without a database nothing is known; the next check decides.
  const check = async (): Promise<void> => {
    if (!(await repo.isWanted(ports.db, row.id).catch(() => true))) end();
  };
  const timer = setInterval(() => void check(), WATCH_MS);
  return { signal: ended.signal, end, stop: () => clearInterval(timer) };
}

/** Renders, and reports the progress. It is aborted when the render was cancelled or replaced, or its video deleted. */
async function attempt(context: Context, row: repo.RenderRow, signal: AbortSignal): Promise<void> {
  const { ports, items, media, states, events } = context;
  const actor = absentUser(row.createdBy, (await repo.findPersonalSpace(ports.db, row.createdBy)) ?? "");
  await states.assertActive(actor);
  const { workspaceId } = await editable(items, actor, row.itemId);
  const replaced = watchRender(context, row);
  const notify = async (percent: number): Promise<void> => {
    const isWanted = await ports.db.transaction(async (tx) => {
      await showing.lockItem(tx, row.targetId);
      return repo.setProgress(tx, row, percent);
    });
    if (!isWanted) replaced.end();
    events.publish({ type: "items", workspaceId, itemIds: [row.targetId] });
  };
  const progress = createProgress(WEIGHTS, () => ports.clock.now().getTime(), notify);
  const signals = AbortSignal.any([signal, replaced.signal]);
  try {
    await notify(0);
    replaced.signal.throwIfAborted();
    await media.films.inFolder((folder) =>
      render(context, { row, actor, workspaceId, folder, signal: signals, step: (name) => progress.step(name) }),
    );
  } catch (error) {
    throw replaced.signal.aborted ? replaced.signal.reason : error;
  } finally {
    replaced.stop();
    await progress.settled();
  }
}

/** Records a failure and notifies the user. */
async function fail({ ports, notifier, events }: Context, renderId: string, reason: string): Promise<void> {
  const failed = await ports.db.transaction(async (tx) => {
    const row = await repo.fail(tx, renderId, reason);
    if (!row) return null;
    const workspaceId = await repo.failTarget(tx, row, reason);
    if (workspaceId === undefined) return null;
    const event = { kind: "job-failed", subjectId: row.targetId, itemId: row.targetId, workspaceId, actorId: null } as const;
    const notified: Notified[] = await notifier.add(tx, { ...event, details: { job: "render" }, userIds: [row.createdBy] });
    return { notified, workspaceId, itemIds: [row.targetId, row.itemId] };
  });
  if (!failed) return;
  notifier.publish(failed.notified);
  events.publish({ type: "items", workspaceId: failed.workspaceId, itemIds: [...new Set(failed.itemIds)] });
}

async function run(context: Context, payload: { renderId: string; targetId: string }, signal: AbortSignal): Promise<JobOutcome> {
  const { ports, state } = context;
  const row = await repo.find(ports.db, payload.renderId);
  if (!row) {
    await repo.failOrphan(ports.db, payload.targetId, SOURCE_GONE);
    return { skipped: "a newer render replaced it, or the video is gone" };
  }
  if (row.state === "failed") return { skipped: "it failed" };
  if (state.slots === 0) {
    await ports.jobs.enqueue(ports.db, renderVideo, payload, { runAt: new Date(ports.clock.now().getTime() + BUSY_MS) });
    return { skipped: "others are at work; it comes again" };
  }
  state.slots -= 1;
  try {
    await attempt(context, row, signal);
    return "done";
  } catch (error) {
    if (error instanceof Superseded) return { skipped: "a newer change of the video replaced it" };
    // Shutdown: the next attempt starts again.
    const reason = signal.aborted ? null : reasonOf(error);
    if (reason === null) throw error;
    ports.log.warn({ err: error, itemId: row.itemId, renderId: row.id }, "edits could not be rendered");
    await fail(context, row.id, reason);
    throw new FinalFailure(reason, { cause: error });
  } finally {
    state.slots += 1;
  }
}

/** Creates the jobs of edits. A killed worker's render is repeated by another one and leaves nothing. */
export function renderJobs(ports: Ports, deps: EditsDeps, sources: SourceService, finish: RenderFinish): RegisteredJob[] {
  const { items, media, states, events, notifier, renderer } = deps;
  // One slot stays for work that users wait for.
  const state = { slots: Math.max(1, ports.config.WORKER_CONCURRENCY - 1) };
  const context: Context = { items, media, states, events, notifier, renderer, ports, sources, finish, state };
  return [
    handles(renderVideo, (payload, signal) => run(context, payload, signal)),
    handles(
      giveUpRenders,
      async () => {
        const given = await ports.jobs.takeGivenUp(ports.db, renderVideo);
        for (const { renderId } of given) await fail(context, renderId, GIVEN_UP);
        return given.length > 0 ? "done" : { skipped: "nothing was given up" };
      },
      EVERY_TEN_MINUTES,
    ),
  ];
}
