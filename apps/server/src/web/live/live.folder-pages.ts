import type { Envelope } from "../../platform/events/events.wire.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Shares } from "../../library/shares/index.ts";
import { type FolderStream, NO_SPACE, type Streams } from "./live.streams.ts";

/** Opens the links of folders, and compares what their pages show. */
export type FolderLinks = Pick<Shares["folders"], "open" | "version">;

/** Time in milliseconds after an event in which further events lead to the same check. */
const GATHER_MS = 300;
/** Number of pages that are checked concurrently. */
const PAGES_AT_ONCE = 4;

export type FolderPages = ReturnType<typeof createFolderPages>;

/** The state that changes while the service runs. */
interface State {
  /** Workspaces in which something has changed. */
  due: Set<string>;
  timer: NodeJS.Timeout | undefined;
  isBusy: boolean;
  isStopped: boolean;
}

/** The ports and services that the functions of this file use. */
interface Context {
  log: Ports["log"];
  streams: Streams;
  folders: FolderLinks;
  state: State;
}

const pagesOf = ({ streams }: Context): FolderStream[] => streams.all().filter((stream) => stream.kind === "folder");

/** @param group streams of the same page with identical visitor data */
async function checkPage({ folders, streams }: Context, group: readonly FolderStream[]): Promise<void> {
  const [first] = group;
  if (!first) return;
  const opened = await folders.open(first.slug, first.visitor, { folderId: first.folderId, purpose: "check" });
  const version = opened.ok ? await folders.version(opened) : "";
  for (const stream of group) {
    if (!opened.ok) {
      streams.end(stream);
      continue;
    }
    stream.workspaceId = opened.row.workspace_id;
    stream.verifiedAt = performance.now();
    if (stream.version === version) continue;
    stream.version = version;
    streams.send(stream, { type: "folders", workspaceId: NO_SPACE, origin: null });
  }
}

async function check(context: Context, pages: readonly FolderStream[]): Promise<void> {
  const alike = [...Map.groupBy(pages, ({ slug, visitor, folderId }) => JSON.stringify([slug, visitor, folderId])).values()];
  for (let from = 0; from < alike.length; from += PAGES_AT_ONCE)
    await Promise.all(alike.slice(from, from + PAGES_AT_ONCE).map((group) => checkPage(context, group)));
}

async function work(context: Context): Promise<void> {
  const { state, log } = context;
  state.timer = undefined;
  state.isBusy = true;
  const due = state.due;
  state.due = new Set();
  try {
    await check(
      context,
      pagesOf(context).filter(({ workspaceId }) => due.has(workspaceId)),
    );
  } catch (error) {
    // The periodic check repeats it, and ends the pages whose permission stays unknown.
    log.warn({ err: error }, "pages of shared folders could not be checked");
  }
  state.isBusy = false;
  schedule(context);
}

function schedule(context: Context): void {
  const { state } = context;
  if (state.due.size === 0 || state.isBusy || state.isStopped || state.timer !== undefined) return;
  state.timer = setTimeout(() => void work(context), GATHER_MS).unref();
}

/** Notes an event. Pages of its workspace are checked soon. */
function deliver(context: Context, { event }: Envelope): void {
  if (!("workspaceId" in event) || event.type === "engagement") return;
  if (!pagesOf(context).some(({ workspaceId }) => workspaceId === event.workspaceId)) return;
  context.state.due.add(event.workspaceId);
  schedule(context);
}

/** Creates the checks of the open pages of shared folders: after events of their workspaces, and periodically. */
export function createFolderPages({ log }: Pick<Ports, "log">, streams: Streams, folders: FolderLinks) {
  const state: State = { due: new Set(), timer: undefined, isBusy: false, isStopped: false };
  const context: Context = { log, streams, folders, state };
  return {
    deliver: deliver.bind(null, context),
    /** Checks all pages. Rejects when the permissions could not be read. */
    checkAll: () => check(context, pagesOf(context)),
    stop(): void {
      state.isStopped = true;
      clearTimeout(state.timer);
    },
  };
}
