import { toasts } from "@stillreel/ui";
import { IconFolderSymlink, IconRestore, IconStar, IconTrash, type Icon } from "@tabler/icons-react";
import i18next from "i18next";
import { formatCount } from "@stillreel/i18n";
import {
  deleteMany,
  favoriteMany,
  moveMany,
  restoreMany,
  theseItems,
  trashMany,
  type BulkOutcome,
  type BulkTarget,
} from "./item-changes.ts";
import { refreshFolders } from "../folders/folders.queries.ts";
import type { ItemType, ItemView } from "./item-list.ts";
import { registerUndo, offerUndo } from "../undo/undo.ts";
import { toastIcon } from "../undo/toast-icon.ts";

/** Returns "3 images", "1 video" or "12 items" for messages. */
export function countWhat(types: Iterable<ItemType>, count: number): string {
  const [type, other] = new Set(types);
  return i18next.t(`selection:what.${type === undefined || other !== undefined ? "item" : type}`, {
    count,
    number: formatCount(count, i18next.resolvedLanguage ?? "en"),
  });
}

interface UndoableChange {
  icon: Icon;
  /** Message about `what` ("3 images"; `count` of them). */
  text: (given: { count: number; what: string }) => string;
  back: (before: ItemView[]) => Promise<unknown>;
}

const namesOf = (items: readonly ItemView[], count: number): { count: number; what: string } => ({
  count,
  what: countWhat(
    items.map((item) => item.type),
    count,
  ),
});

/** Reports that no item was meant: an empty trash, or a selection that was removed meanwhile. Returns false. */
function reportNothingFound({ isAll }: BulkOutcome): false {
  toasts.error(i18next.t(isAll ? "library:toasts.nothingThere" : "library:toasts.nothingFound"));
  return false;
}

/** Shows the result with undo; shows nothing when a refusal was already displayed. Returns whether any item changed. */
function offer(outcome: BulkOutcome | null, known: readonly ItemView[] | undefined, { icon, text, back }: UndoableChange): boolean {
  if (!outcome) return false;
  const count = outcome.done + outcome.pending;
  const refused = new Set(outcome.failed.map((failure) => failure.itemId));
  const before = (known ?? outcome.before).filter((item) => !refused.has(item.id));
  if (count + refused.size === 0) return reportNothingFound(outcome);
  if (count === 0) return false;
  // A partial undo would be misleading: the page knows only a part of a long list.
  if (before.length < count) toasts.show(text(namesOf(before, count)), { tone: "done" });
  // The reasons of refusals must stay readable; undo for the others is available by ⌘Z.
  else if (refused.size > 0) registerUndo(async () => void (await back(before)));
  else offerUndo(text(namesOf(before, count)), i18next.t("library:actions.undo"), async () => void (await back(before)), toastIcon(icon));
  return true;
}

/** Restores the previous state of items. `now` is their changed state, because lists may have removed them. */
async function goBack(
  before: readonly ItemView[],
  now: Partial<ItemView>,
  send: (target: BulkTarget, known: ItemView[]) => Promise<BulkOutcome | null>,
): Promise<boolean> {
  const outcome = await send(
    theseItems(before),
    before.map((item) => ({ ...item, ...now })),
  );
  return outcome !== null && outcome.failed.length === 0;
}

/**
 * Moves items to the trash, with undo in the toast and by ⌘Z. Returns whether any item was moved. `known` provides items that
 * lists may not contain.
 */
export async function trashWithUndo(target: BulkTarget, known?: readonly ItemView[]): Promise<boolean> {
  return offer(await trashMany(target), known, {
    icon: IconTrash,
    text: (given) => i18next.t("library:toasts.trashed", given),
    back: async (before) => {
      if (await goBack(before, { trash: true }, restoreMany))
        toasts.show(i18next.t("library:toasts.restored", namesOf(before, before.length)), { tone: "done" });
    },
  });
}

/** Moves one item to the trash, with undo. */
export const trashItem = (item: ItemView): Promise<boolean> => trashWithUndo(theseItems([item]));

/** Restores items from the trash, with undo. */
export async function restoreWithUndo(target: BulkTarget, known?: readonly ItemView[]): Promise<boolean> {
  return offer(await restoreMany(target), known, {
    icon: IconRestore,
    text: (given) => i18next.t("library:toasts.restored", given),
    back: (before) => goBack(before, { trash: false }, trashMany),
  });
}

/** Moves items to a folder (null: the root) named `place`, with undo to their previous folders. */
export async function moveWithUndo(
  target: BulkTarget,
  folderId: string | null,
  targetName: string,
  known?: readonly ItemView[],
): Promise<boolean> {
  return offer(await moveMany(target, folderId), known, {
    icon: IconFolderSymlink,
    text: (given) => i18next.t("library:toasts.moved", { ...given, place: targetName }),
    back: async (before) => {
      const homes = Map.groupBy(before, (item) => item.parentId);
      const moves = [...homes].map(([home, items]) => goBack(items, { parentId: folderId }, (back, known) => moveMany(back, home, known)));
      if ((await Promise.all(moves)).every(Boolean))
        toasts.show(i18next.t("library:toasts.movedBack", namesOf(before, before.length)), { tone: "done" });
    },
  });
}

/** Adds or removes stars, with undo for the changed items. */
export async function starWithUndo(target: BulkTarget, favorite: boolean, known?: readonly ItemView[]): Promise<boolean> {
  return offer(await favoriteMany(target, favorite), known, {
    icon: IconStar,
    text: (given) => i18next.t(favorite ? "library:toasts.starred" : "library:toasts.unstarred", given),
    back: async (before) => {
      const changed = before.filter((item) => item.favorite !== favorite);
      if (changed.length > 0) await goBack(changed, { favorite }, (back, known) => favoriteMany(back, !favorite, known));
    },
  });
}

/**
 * Deletes items in the trash permanently and shows a message. Confirm first: there is no undo.
 * @param folders number of deleted folders that are purged too, because the whole trash is meant
 */
export async function purge(target: BulkTarget, folders = 0): Promise<boolean> {
  const outcome = await deleteMany(target);
  if (!outcome) return false;
  if (folders > 0) void refreshFolders("from" in target ? target.from.workspaceId : target.space);
  const count = outcome.done + outcome.pending;
  if (count + outcome.failed.length === 0) {
    if (folders === 0) return reportNothingFound(outcome);
    toasts.show(i18next.t("library:toasts.foldersPurged", { count: folders }), { tone: "done" });
    return true;
  }
  if (outcome.failed.length === 0) toasts.show(i18next.t("library:toasts.purged", namesOf(outcome.before, count)), { tone: "done" });
  return count > 0;
}
