import { toasts } from "@stillreel/ui";
import { IconFolderSymlink, IconRestore, IconStar, IconTrash, type Icon } from "@tabler/icons-react";
import i18next from "i18next";
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
import type { ItemType, ItemView } from "./item-list.ts";
import { registerUndo, offerUndo } from "../undo/undo.ts";
import { toastIcon } from "../undo/toast-icon.ts";

/** "3 stills", "1 reel", "12 items": what a text speaks of. */
export function countWhat(types: Iterable<ItemType>, count: number): string {
  const [type, other] = new Set(types);
  return i18next.t(`selection:what.${type === undefined || other !== undefined ? "item" : type}`, {
    count,
    number: count.toLocaleString("en"),
  });
}

interface UndoableChange {
  icon: Icon;
  /** What happened to `what` ("3 stills"; `count` of them). */
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

/** Tells what happened with a way back; says nothing where a refusal was told already. True when at least one item changed. */
function offer(outcome: BulkOutcome | null, known: readonly ItemView[] | undefined, { icon, text, back }: UndoableChange): boolean {
  if (!outcome) return false;
  const count = outcome.done + outcome.pending;
  const refused = new Set(outcome.failed.map((failure) => failure.itemId));
  const before = (known ?? outcome.before).filter((item) => !refused.has(item.id));
  if (count === 0) return false;
  // Half a way back would mislead: of everything in a long list this page knows only a part.
  if (before.length < count) toasts.show(text(namesOf(before, count)), { tone: "done" });
  // Why some were refused has to be read; the way back for the others is then on ⌘Z.
  else if (refused.size > 0) registerUndo(async () => void (await back(before)));
  else offerUndo(text(namesOf(before, count)), i18next.t("library:actions.undo"), async () => void (await back(before)), toastIcon(icon));
  return true;
}

/** Leads items back to what they were. `now` is what the change made of them: lists may have let go of them since. */
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
 * Moves items to the bin, with a way back in the toast and on ⌘Z. True when at least one went. `known` are the items
 * themselves, where the caller has them: lists need not hold all of them.
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

/** Moves one item to the bin, with a way back. */
export const trashItem = (item: ItemView): Promise<boolean> => trashWithUndo(theseItems([item]));

/** Takes items out of the bin, with a way back. */
export async function restoreWithUndo(target: BulkTarget, known?: readonly ItemView[]): Promise<boolean> {
  return offer(await restoreMany(target), known, {
    icon: IconRestore,
    text: (given) => i18next.t("library:toasts.restored", given),
    back: (before) => goBack(before, { trash: false }, trashMany),
  });
}

/** Moves items to a folder (null: the root) named `place`, with a way back to where each lay. */
export async function moveWithUndo(
  target: BulkTarget,
  folderId: string | null,
  place: string,
  known?: readonly ItemView[],
): Promise<boolean> {
  return offer(await moveMany(target, folderId), known, {
    icon: IconFolderSymlink,
    text: (given) => i18next.t("library:toasts.moved", { ...given, place }),
    back: async (before) => {
      const homes = Map.groupBy(before, (item) => item.parentId);
      const moves = [...homes].map(([home, items]) => goBack(items, { parentId: folderId }, (back, known) => moveMany(back, home, known)));
      if ((await Promise.all(moves)).every(Boolean))
        toasts.show(i18next.t("library:toasts.movedBack", namesOf(before, before.length)), { tone: "done" });
    },
  });
}

/** Stars items or takes their stars away, with a way back for those that changed. */
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

/** Deletes items of the bin for ever and says so. Confirm first: there is no way back. */
export async function purge(target: BulkTarget): Promise<boolean> {
  const outcome = await deleteMany(target);
  if (!outcome) return false;
  const count = outcome.done + outcome.pending;
  if (outcome.failed.length === 0) toasts.show(i18next.t("library:toasts.purged", namesOf(outcome.before, count)), { tone: "done" });
  return count > 0;
}
