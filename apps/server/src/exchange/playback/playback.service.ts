import { createHash } from "node:crypto";
import { isUuid, API_BASE, type getPlayback, type ServerResult } from "@stillreel/contract";
import type { RenditionFacts } from "../../platform/db/schema/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { playedUrl, storyboardOf, type Media } from "../../media/media/index.ts";
import type { AccountStates } from "../../access/account-states/index.ts";
import type { Visitor } from "../../access/visitors/index.ts";
import type { Captions } from "../../social/captions/index.ts";
import { factsOf, type StagedFile, type Uploads } from "../uploads/index.ts";
import type { LinkPurpose } from "../../library/shares/index.ts";
import type { Visits } from "../../library/visits/index.ts";
import * as repo from "./playback.repo.ts";
import { masterPlaylist, partsPlaylist } from "./playlists.plan.ts";

/** Lifetime of cached access decisions in milliseconds. A revoked link stops playing after this time. */
const RIGHTS_CACHE_MS = 3_000;
const RIGHTS_CACHE_MAX = 2_000;
/** Number of ended recordings whose segment positions stay cached. */
const FACTS_CACHE_MAX = 20;
const VERSION_LETTERS = 16;
export const PLAYLIST_TYPE = "application/vnd.apple.mpegurl";
/** Types that browsers probably play without processing, before the file is inspected. */
const LIKELY_TYPES = new Set(["video/mp4", "video/webm"]);

export interface PlaybackDeps {
  visits: Pick<Visits, "find">;
  captions: Pick<Captions, "list">;
  uploads: Pick<Uploads, "growing" | "open" | "pathOf">;
  media: Media;
  states: Pick<AccountStates, "assertActive">;
}

type Playback = ServerResult<typeof getPlayback>;
type Source = Playback["sources"][number];

/** Caller of a stream, with the link that they use. */
export interface StreamCall {
  visitor: Visitor;
  itemId: string;
  share: string | undefined;
}

/** Bytes that a player fetches by ranges: a local file, an object of a remote store, or a recording that grows there. */
export type StreamBytes = { path: string } | { storageKey: string } | { growing: StagedFile };

interface CachedRights {
  at: number;
  row: repo.FilmRow;
}

/** Adds an entry to a cache of limited size. The oldest entry is evicted first. */
function cache<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

const ladderOf = (row: repo.FilmRow): repo.RenditionRow[] => row.renditions.filter(({ kind }) => kind.startsWith("hls-"));
const suffixOf = (share: string | undefined): string => (share === undefined ? "" : `?share=${encodeURIComponent(share)}`);

/** Returns the URL of a video's playlist: `live.m3u8` for recordings, `index.m3u8` for several qualities. */
export const playlistUrl = (itemId: string, name: "live.m3u8" | "index.m3u8", share: string | undefined): string =>
  `${API_BASE}/items/${itemId}/stream/${name}${suffixOf(share)}`;

/** The ports and services that the functions of this file use. */
interface Context extends Pick<PlaybackDeps, "visits" | "uploads" | "media" | "captions" | "states"> {
  ports: Ports;
  rights: Map<string, CachedRights>;
  ended: Map<string, RenditionFacts>;
}

/**
 * Returns the video if the caller may watch it now.
 * @throws AppError `not-found`, `password-required`, `unauthenticated`
 */
async function watchable(
  { visits, ports }: Context,
  { visitor, itemId, share }: StreamCall,
  purpose: LinkPurpose,
): Promise<{ row: repo.FilmRow; callerId: string; isUncounted: boolean }> {
  const { itemId: id, callerId, isUncounted } = await visits.find(visitor, itemId, share, purpose);
  const row = isUuid(id) ? await repo.findFilm(ports.pool, id) : undefined;
  if (!row || row.type !== "video" || !isFor(visitor.actor, row)) throw new AppError("not-found");
  return { row, callerId, isUncounted };
}

/**
 * Returns whether the caller may watch. Only the owner may watch a recording in progress, unless it was started as
 * live.
 */
const isFor = (actor: Actor, row: repo.FilmRow): boolean =>
  row.live || !["recording", "uploading"].includes(row.stage) || (actor.kind === "user" && actor.id === row.owner_id);

/**
 * Returns a watchable video, with the decision cached for a few seconds, because players request each segment. Denied
 * is not found. The decision about a visitor whose next request would count for the view limit is not cached.
 */
async function streamed(context: Context, call: StreamCall, purpose: LinkPurpose = "content"): Promise<repo.FilmRow> {
  const { ports, rights } = context;
  const { visitor, itemId, share } = call;
  const who = visitor.actor.kind === "user" ? visitor.actor.id : "";
  const key = JSON.stringify([itemId, share, who, visitor.unlockCookie]);
  const now = ports.clock.now().getTime();
  const cached = rights.get(key);
  if (cached && now >= cached.at && now - cached.at < RIGHTS_CACHE_MS) return cached.row;
  rights.delete(key);
  const { row, isUncounted } = await watchable(context, call, purpose).catch((error: unknown) => {
    const isHidden = error instanceof AppError && error.status < 500 && error.code !== "link-removed";
    throw isHidden ? new AppError("not-found", { cause: error }) : error;
  });
  if (!isUncounted) cache(rights, key, { at: now, row }, RIGHTS_CACHE_MAX);
  return row;
}

/** Deletes the cached decision for this caller, because its information about the bytes is stale. */
const forget = ({ rights }: Context, { itemId }: StreamCall): void => {
  for (const [key, { row }] of rights) if (row.id === itemId) rights.delete(key);
};

/**
 * Returns the segment positions of a recording, also while it grows. Undefined for other videos and before the first
 * segment.
 */
async function partsOf({ uploads, ended, ports }: Context, row: repo.FilmRow): Promise<RenditionFacts | undefined> {
  if (row.upload_id !== null) {
    const growing = await uploads.growing(row.upload_id);
    if (growing) return growing.parts.length > 0 ? factsOf(growing) : undefined;
    // It was moved to the store between two checks.
  } else if (!row.has_parts) return undefined;
  const facts = ended.get(row.id) ?? (await repo.findRecordingFacts(ports.pool, row.id));
  if (facts) cache(ended, row.id, facts, FACTS_CACHE_MAX);
  return facts;
}

/** Returns the file for the video element: the playable rendition, else the original if browsers probably play it. */
function fileOf({ media }: Context, row: repo.FilmRow, callerId: string): Source | null {
  const isTried = row.stage === "processing" && !row.has_parts && LIKELY_TYPES.has(row.mime_type);
  if (row.playback_key === null && row.stage !== "ready" && !isTried) return null;
  const url = playedUrl(media, callerId, row);
  const made = row.renditions.find(({ kind }) => kind === "playback");
  const mimeType = row.playback_mime_type ?? row.mime_type;
  return url === null ? null : { kind: "file", url, mimeType, codecs: made?.codecs ?? null, height: made?.height ?? row.height };
}

/** Returns the sources of a video, best first. A raw recording has no index, so its playlist plays better than its file. */
async function sourcesOf(context: Context, row: repo.FilmRow, callerId: string, share: string | undefined): Promise<Source[]> {
  const playlistAt = (name: Parameters<typeof playlistUrl>[1]): Pick<Source, "kind" | "url" | "mimeType"> => ({
    kind: "hls",
    url: playlistUrl(row.id, name, share),
    mimeType: PLAYLIST_TYPE,
  });
  const file = fileOf(context, row, callerId);
  const facts = row.playback_key === null ? await partsOf(context, row) : undefined;
  const ladder = ladderOf(row).length > 0 ? [{ ...playlistAt("index.m3u8"), codecs: null, height: null }] : [];
  if (!facts) return [...(file ? [file] : []), ...ladder];
  return [...ladder, { ...playlistAt("live.m3u8"), codecs: facts.codecs ?? null, height: row.height }, ...(file ? [file] : [])];
}

/** Returns the duration and size of a growing recording, which only its boxes contain. */
async function sizeOf({ uploads }: Context, row: repo.FilmRow): Promise<Pick<Playback, "duration" | "width" | "height">> {
  const growing = row.upload_id === null ? undefined : await uploads.growing(row.upload_id);
  const track = growing?.tracks.find(({ kind }) => kind === "video");
  if (!growing || !track) {
    return { duration: row.duration_ms === null ? null : row.duration_ms / 1000, width: row.width, height: row.height };
  }
  return { duration: growing.seconds, width: track.width, height: track.height };
}

/**
 * Returns everything that a player needs for a video.
 * @throws AppError `not-found`, `password-required`, `unauthenticated`
 */
async function playback(context: Context, call: StreamCall): Promise<Playback> {
  const { captions, media } = context;
  const { share } = call;
  const { row, callerId } = await watchable(context, call, "content");
  const waveform = row.renditions.find(({ kind }) => kind === "waveform");
  const [sources, size, tracks] = await Promise.all([
    sourcesOf(context, row, callerId, share),
    sizeOf(context, row),
    captions.list(row.id),
  ]);
  return {
    itemId: row.id,
    stage: row.stage,
    live: row.stage === "recording",
    ...size,
    sources,
    version: versionOf(row),
    posterUrl: row.poster_key === null ? null : media.url({ storageKey: row.poster_key, mimeType: "image/webp", callerId }),
    storyboard: storyboardOf(media, callerId, row),
    waveformUrl: waveform ? media.url({ storageKey: waveform.key, mimeType: waveform.mime, callerId }) : null,
    captions: tracks.map(({ language, label }) => ({
      language,
      label,
      url: `${API_BASE}/items/${row.id}/captions/${encodeURIComponent(language)}${suffixOf(share)}`,
    })),
    chapters: row.chapters_enabled ? row.chapters : [],
    progress: row.progress === null ? null : row.progress / 100,
    updating: row.updating === null ? null : row.updating / 100,
    failure: row.failure,
  };
}

/** Returns a name of the file that is played. Each edit has a new one. It does not contain the key of the object, which is secret. */
const versionOf = ({ storage_key: key }: repo.FilmRow): string | null =>
  key === null ? null : createHash("sha256").update(key).digest("base64url").slice(0, VERSION_LETTERS);

/** Returns the playlist with this name. @throws AppError `not-found` */
async function playlist(context: Context, call: StreamCall, name: string, skipsKnown: boolean): Promise<string> {
  const { ports } = context;
  const row = await streamed(context, call);
  const suffix = suffixOf(call.share);
  if (name === "live") {
    const facts = await partsOf(context, row);
    if (!facts) throw new AppError("not-found");
    return partsPlaylist({ facts, uri: `raw.mp4${suffix}`, isEnded: row.stage !== "recording", kind: "EVENT", skipsKnown });
  }
  if (name === "index") {
    const ladder = ladderOf(row);
    if (ladder.length === 0) throw new AppError("not-found");
    const variants = ladder.map((one) => ({ ...one, uri: `${one.kind.slice(4)}.m3u8${suffix}`, bandwidth: one.bandwidth ?? 0 }));
    return masterPlaylist(variants);
  }
  const kind = `hls-${name}`;
  const known = ladderOf(row).some((one) => one.kind === kind);
  const facts = known ? await repo.findRenditionFacts(ports.pool, row.id, kind) : undefined;
  if (!facts) throw new AppError("not-found");
  return partsPlaylist({ facts, uri: `${name}.mp4${suffix}`, isEnded: true, kind: "VOD" });
}

/** Returns the file with this name; null when it was moved to the store between two checks. @throws AppError `not-found` */
async function bytes(context: Context, call: StreamCall, name: string): Promise<StreamBytes | null> {
  const { uploads, ports } = context;
  const row = await streamed(context, call);
  if (name === "raw" && row.upload_id !== null) {
    const local = uploads.pathOf(row.upload_id);
    if (local !== null) return { path: local };
    const growing = await uploads.open(row.upload_id);
    return growing ? { growing } : null;
  }
  const key = name === "raw" ? (row.has_parts ? row.storage_key : null) : ladderOf(row).find(({ kind }) => kind === `hls-${name}`)?.key;
  if (key === null || key === undefined) throw new AppError("not-found");
  const path = ports.storage.localPath(key);
  return path === null ? { storageKey: key } : { path };
}

/** Checks the permission again during a transfer. @throws AppError `not-found`, `unauthenticated` */
async function assertStill(context: Context, call: StreamCall): Promise<void> {
  await context.states.assertActive(call.visitor.actor);
  await streamed(context, call, "follow");
}

/** Creates the playback service: sources of videos, and playlists and bytes of recordings in progress. */
export function createPlaybackService(ports: Ports, { visits, captions, uploads, media, states }: PlaybackDeps) {
  const rights = new Map<string, CachedRights>();
  const ended = new Map<string, RenditionFacts>();
  const context: Context = { visits, ports, rights, uploads, ended, media, captions, states };
  return {
    playback: playback.bind(null, context),
    playlist: playlist.bind(null, context),
    bytes: bytes.bind(null, context),
    forget: forget.bind(null, context),
    assertStill: assertStill.bind(null, context),
  };
}

export type PlaybackService = ReturnType<typeof createPlaybackService>;
