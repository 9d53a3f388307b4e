import {
  CAPTION_LANGUAGES_MAX,
  CAPTIONS_BYTES_MAX,
  type getCaptions,
  LanguageTag,
  NAME_MAX,
  type putCaptions,
  type ServerArgs,
  type ServerResult,
  type ItemType,
} from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { authorize } from "../../access/policies/authorize.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Visitor } from "../../access/visitors/index.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Items } from "../../library/items/index.ts";
import type { Visits } from "../../library/visits/index.ts";
import { linesOf, readCaptions, storedCues } from "./captions.plan.ts";
import * as repo from "./captions.repo.ts";

export interface CaptionsDeps {
  items: Pick<Items, "readable">;
  visits: Visits;
  events: Pick<Events, "publish">;
}

/** A caption without marks, in seconds. */
export interface PlainCue {
  from: number;
  to: number;
  lines: string[];
}

/** Captions in a takeout. */
export interface CarriedCaptions {
  language: string;
  label: string;
  vtt: string;
}

type Captions = ServerResult<typeof getCaptions>;

/**
 * Returns the stored form of a language tag.
 * @throws AppError `not-found` for an invalid tag, as for any unknown address
 */
function languageOf(tag: string): string {
  try {
    const [known] = Intl.getCanonicalLocales(tag);
    if (known !== undefined) return known;
  } catch {
    // The tag matches the pattern but `Intl` rejects it.
  }
  throw new AppError("not-found");
}

/** Returns a language's name in that language, or its tag when the name is unknown. */
function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language, "en"], { type: "language" }).of(language) ?? language;
  return name.slice(0, NAME_MAX).toWellFormed();
}

/**
 * Writes the captions that follow the transcript of a video. Captions of the language that a user wrote stay, and so does the number of
 * languages. Those that followed an earlier transcript in another language are deleted. The caller has checked the permissions.
 */
async function follow(
  ports: Ports,
  tx: Executor,
  itemId: string,
  transcript: { language: string; vtt: string; userId: string | null } | null,
): Promise<void> {
  await repo.removeAutomatic(tx, itemId, transcript?.language ?? null);
  if (transcript === null || transcript.vtt.length > CAPTIONS_BYTES_MAX || !(await repo.lockItem(tx, itemId))) return;
  const { language, vtt, userId } = transcript;
  if ((await repo.countOthers(tx, itemId, language)) >= CAPTION_LANGUAGES_MAX) return;
  const label = nameOf(language);
  await repo.upsertAutomatic(tx, { itemId, language, label, vtt, createdBy: userId, updatedAt: ports.clock.now() });
}

/** Returns the video if the caller may change it. */
async function findChangeable(
  items: CaptionsDeps["items"],
  actor: UserActor,
  itemId: string,
): Promise<{ id: string; workspaceId: string; type: ItemType }> {
  const { row, facts } = await items.readable(actor, itemId);
  authorize(actor, "item.write", facts);
  return { id: row.id, workspaceId: row.workspace_id, type: row.type };
}

const plainCues = (found: { vtt: string } | undefined): PlainCue[] | null =>
  found ? storedCues(found.vtt).map((cue) => ({ from: cue.startMs / 1_000, to: cue.endMs / 1_000, lines: linesOf(cue) })) : null;

export function createCaptionsService(ports: Ports, { items, visits, events }: CaptionsDeps) {
  const changeable = findChangeable.bind(null, items);
  const notify = (item: { id: string; workspaceId: string }): void =>
    events.publish({ type: "engagement", workspaceId: item.workspaceId, itemId: item.id });

  return {
    /** Returns the caption languages of an item. The caller has checked the permissions. */
    list: (itemId: string): Promise<{ language: string; label: string }[]> => repo.listLanguages(ports.pool, itemId),

    /** Returns the captions of a language as plain text, in seconds; null without any. The caller has checked the permissions. */
    cues: async (itemId: string, language: string): Promise<PlainCue[] | null> =>
      plainCues(await repo.find(ports.pool, itemId, languageOf(language))),

    /**
     * Returns captions to a caller who may see the video.
     * @throws AppError `not-found`, `password-required`, `unauthenticated`
     */
    async get(visitor: Visitor, itemId: string, language: string, slug: string | undefined): Promise<Captions> {
      const visited = await visits.find(visitor, itemId, slug);
      const found = await repo.find(ports.pool, visited.itemId, languageOf(language));
      if (!found) throw new AppError("not-found");
      return found;
    },

    /** Sets the captions in one language. @throws AppError `validation-failed` with the invalid lines */
    async put(actor: UserActor, itemId: string, tag: string, given: ServerArgs<typeof putCaptions>["body"]): Promise<Captions> {
      const item = await changeable(actor, itemId);
      const language = languageOf(tag);
      if (item.type !== "video") throw invalid("vtt", "Only videos have captions.");
      const read = readCaptions(given.vtt);
      if (read.complaints.length > 0)
        throw new AppError("validation-failed", {
          details: read.complaints.map((message) => ({ field: "vtt", code: "invalid", message })),
        });
      const { vtt } = read;
      const label = given.label ? given.label : nameOf(language);
      await ports.db.transaction(async (tx) => {
        if (!(await repo.lockItem(tx, item.id))) throw new AppError("not-found");
        if ((await repo.countOthers(tx, item.id, language)) >= CAPTION_LANGUAGES_MAX)
          throw invalid("language", `At most ${CAPTION_LANGUAGES_MAX} languages.`, "too-many");
        await repo.upsert(tx, { itemId: item.id, language, label, vtt, createdBy: actor.id, updatedAt: ports.clock.now() });
      });
      notify(item);
      return { language, label, vtt };
    },

    async remove(actor: UserActor, itemId: string, tag: string): Promise<void> {
      const item = await changeable(actor, itemId);
      if (!(await repo.remove(ports.db, item.id, languageOf(tag)))) throw new AppError("not-found");
      notify(item);
    },

    follow: follow.bind(null, ports),

    /** Writes captions of an import. Invalid ones are left out. */
    async restoreMany(tx: Executor, item: { id: string; userId: string }, carried: readonly CarriedCaptions[]): Promise<void> {
      for (const { language: tag, label, vtt } of carried.slice(0, CAPTION_LANGUAGES_MAX)) {
        if (!LanguageTag.safeParse(tag).success || vtt.length > CAPTIONS_BYTES_MAX || vtt.includes("\u0000")) continue;
        const read = readCaptions(vtt.toWellFormed());
        const language = Intl.getCanonicalLocales(tag)[0] ?? tag;
        if (read.complaints.length > 0) continue;
        await repo.upsert(tx, {
          itemId: item.id,
          language,
          label: label.replaceAll("\u0000", "").toWellFormed().trim().slice(0, NAME_MAX) || nameOf(language),
          vtt: read.vtt,
          createdBy: item.userId,
          updatedAt: ports.clock.now(),
        });
      }
    },
  };
}

export type CaptionsService = ReturnType<typeof createCaptionsService>;
