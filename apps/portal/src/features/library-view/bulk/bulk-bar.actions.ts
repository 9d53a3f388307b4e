import { BULK_MAX, createZip } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import {
  IconCloudUpload,
  IconDownload,
  IconFolderSymlink,
  IconLink,
  IconRestore,
  IconStar,
  IconStarFilled,
  IconTrash,
  IconTrashX,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import i18next, { type TFunction } from "i18next";
import { useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "@stillreel/i18n";
import { client, errorText } from "../../../platform/api.ts";
import { isPreviewing } from "../../../entities/spaces/preview.ts";
import { knowsWorkspaces } from "../../../entities/spaces/spaces.queries.ts";
import { spaceOf } from "../../../entities/spaces/space-ref.ts";
import type { Question } from "./bulk-bar-confirm.tsx";
import type { BulkAction } from "./bulk-bar.tsx";
import { copyText } from "../../../platform/clipboard.ts";
import { restoreWithUndo, starWithUndo, trashWithUndo } from "../../../entities/items/item-actions.ts";
import { preferredDownloadUrl, preferredFormat, saveUrl, startDownload } from "../../../entities/items/item-downloads.ts";
import { openSaveDialog } from "../../../entities/saves/open-save-dialog.ts";
import { saveServicesQuery } from "../../../entities/saves/saves.queries.ts";
import { makeLink } from "../../../entities/items/item-links.ts";
import type { BulkTarget } from "../../../entities/items/item-changes.ts";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { readChosen, readEach } from "../selection/chosen.ts";
import { focusList } from "../../../ui/focus-return.ts";
import { selection } from "../selection/selection-store.ts";
import { itemsOf, namesOf, targetOf, type Chosen } from "../../../entities/items/chosen-items.ts";
import { openDialog } from "../../../platform/dialogs.ts";

/** Maximum number of links per copy. Missing links are created, and a link grants access. */
const LINKS_MAX = 500;
/** Maximum number of concurrent link requests. */
const LINKS_AT_ONCE = 4;

/** Commands that need no write permission. */
const READERS: ReadonlySet<string> = new Set(["star", "download", "save", "copy"]);

/** Commands of the bulk bar, their confirmation, and whether one is running. */
export interface Bulk {
  groups: BulkAction[][];
  question: Question | null;
  /** Items to delete permanently after confirmation. */
  purging: Chosen | null;
  isBusy: boolean;
  closeQuestion: () => void;
  /** Runs the command of a key; returns false when there is none. */
  runKey: (key: string) => boolean;
}

/** Returns every command for the current selection, for bar and shortcuts. */
export function useBulk(): Bulk {
  const { t } = useTranslation("selection");
  const [question, setQuestion] = useState<Question | null>(null);
  const [purging, setPurging] = useState<Chosen | null>(null);
  const [isBusy, setBusy] = useState(false);
  useSyncExternalStore(selection.subscribe, selection.current);
  const items = selection.items();
  const { view } = selection.shown()?.name ?? {};
  const isInTrash = view === "trash";
  const { data: services = [] } = useQuery(saveServicesQuery);
  const hasServices = services.length > 0 && !isPreviewing();

  /** Runs one command at a time and reports errors that occur before it starts. */
  const run = (command: () => Promise<void>) => () => {
    if (isBusy) return;
    setBusy(true);
    command()
      .catch((error: unknown) => toasts.error(errorText(error)))
      .finally(() => setBusy(false));
  };
  /** Applies a change to the selection; asks for confirmation when it is too large for undo. */
  const change: Change = (act, ask, leaves = true) =>
    run(async () => {
      const chosen = await readChosen();
      const go = (): void => {
        if (leaves) selection.dispatch({ type: "clear" });
        // The change is optimistic and reports its own errors; the bar does not wait for the server.
        void act(targetOf(chosen), itemsOf(chosen));
        focusList();
      };
      if ("items" in chosen) return go();
      setQuestion({ ...ask(namesOf(chosen)), text: t("many.text"), run: go });
    });

  // Commands that change items need write permission.
  const canWrite = items.every((item) => item.permission.write);
  const all = isInTrash
    ? trashGroups(
        t,
        change,
        run(async () => setPurging(await readChosen())),
      )
    : liveGroups(t, items, { change, run, canWrite, hasServices });
  const groups = canWrite ? all : all.map((group) => group.filter(({ id }) => READERS.has(id))).filter((group) => group.length > 0);

  const runKey = (key: string): boolean => {
    const hint = key === "Backspace" ? "⌫" : key.toUpperCase();
    const action = groups.flat().find((candidate) => candidate.keyHint === hint);
    action?.run();
    return action !== undefined;
  };
  const closeQuestion = (): void => {
    setQuestion(null);
    setPurging(null);
  };
  return { groups, question, purging, isBusy, closeQuestion, runKey };
}

const clearSelection = (): void => selection.dispatch({ type: "clear" });

type Texts = TFunction<"selection">;
type Run = (command: () => Promise<void>) => () => void;
type Change = (
  act: (target: BulkTarget, items: ItemView[] | undefined) => Promise<unknown>,
  ask: (what: string) => Pick<Question, "title" | "action">,
  leaves?: boolean,
) => () => void;

/** Returns the commands for items in the trash. */
function trashGroups(t: Texts, change: Change, purge: () => void): BulkAction[][] {
  const restore = change(restoreWithUndo, (what) => ({ title: t("many.restoreTitle", { what }), action: t("many.restore", { what }) }));
  return [
    [{ id: "restore", label: t("actions.restore"), icon: IconRestore, run: restore }],
    [{ id: "delete", label: t("actions.delete"), icon: IconTrashX, keyHint: "⌫", isDanger: true, run: purge }],
  ];
}

interface LiveGiven {
  change: Change;
  run: Run;
  /** Whether all items may be changed. */
  canWrite: boolean;
  /** Whether a service that stores files is set up on this server. */
  hasServices: boolean;
}

/** Returns the commands for all other items. */
function liveGroups(t: Texts, items: readonly ItemView[], { change, run, canWrite, hasServices }: LiveGiven): BulkAction[][] {
  const trash = change(trashWithUndo, (what) => ({ title: t("many.trashTitle", { what }), action: t("many.trash", { what }) }));
  return [
    [
      { id: "links", label: t("actions.copyLinks", { count: selection.count() }), icon: IconLink, keyHint: "L", run: run(copyLinks) },
      ...moves(t, canWrite, run),
      ...stars(t, items, change),
      { id: "download", label: t("actions.download"), icon: IconDownload, isSecondary: true, run: run(download) },
      ...(hasServices
        ? [
            {
              id: "save",
              label: t("actions.save"),
              icon: IconCloudUpload,
              isSecondary: true,
              run: run(async () => openSaveDialog(await readEach())),
            },
          ]
        : []),
    ],
    [{ id: "trash", label: t("actions.trash"), icon: IconTrash, keyHint: "⌫", isDanger: true, run: trash }],
  ];
}

/** Returns the star commands; none in a member preview. */
function stars(t: Texts, items: readonly ItemView[], change: Change): BulkAction[] {
  if (isPreviewing()) return [];
  const isStarred = items.length > 0 && items.every((item) => item.favorite);
  const star = isStarred ? "unstar" : "star";
  const run = change(
    (target, known) => starWithUndo(target, !isStarred, known),
    (what) => ({ title: t(`many.${star}Title`, { what }), action: t(`many.${star}`, { what }) }),
    false,
  );
  return [{ id: "star", label: t(`actions.${star}`), icon: isStarred ? IconStarFilled : IconStar, keyHint: "S", run }];
}

/** Returns the command that moves or copies; items that may only be viewed can be copied to another space. */
function moves(t: Texts, canWrite: boolean, run: Run): BulkAction[] {
  const open = run(async () => openDialog("move-to-folder", { subject: await readChosen(), onMove: clearSelection }));
  if (canWrite) return [{ id: "move", label: t("actions.move"), icon: IconFolderSymlink, keyHint: "M", run: open }];
  if (isPreviewing() || !knowsWorkspaces()) return [];
  return [{ id: "copy", label: t("actions.copy"), icon: IconFolderSymlink, keyHint: "M", run: open }];
}

/** Copies one link per line in list order; missing links are created. */
async function copyLinks(): Promise<void> {
  if (selection.count() > LINKS_MAX) return toasts.error(i18next.t("selection:refusals.tooManyLinks", { max: LINKS_MAX }));
  let count = 0;
  const lines = readEach().then(async (items) => {
    count = items.length;
    return (await linksOf(items)).join("\n");
  });
  try {
    // The clipboard accepts a promise: the browser keeps the user gesture valid for it.
    await copyText(lines);
  } catch (error) {
    toasts.error(error instanceof DOMException ? i18next.t("selection:toasts.copyFailed") : errorText(error));
    return;
  }
  toasts.show(i18next.t("selection:toasts.linksCopied", { count, number: formatCount(count, i18next.resolvedLanguage ?? "en") }), {
    tone: "done",
  });
}

async function linksOf(items: readonly ItemView[]): Promise<string[]> {
  const links = items.map((item) => item.shareUrl ?? "");
  // All workers share one iterator.
  const missing = [...items.entries()].filter(([index]) => links[index] === "").values();
  const work = async (): Promise<void> => {
    for (const [index, item] of missing) links[index] = await makeLink(item);
  };
  await Promise.all(Array.from({ length: LINKS_AT_ONCE }, work));
  return links;
}

async function download(): Promise<void> {
  if (selection.count() > BULK_MAX)
    return toasts.error(i18next.t("selection:refusals.tooManyFiles", { max: formatCount(BULK_MAX, i18next.resolvedLanguage ?? "en") }));
  const [first, ...rest] = await readEach();
  if (!first) return;
  if (rest.length === 0) return startDownload(first.type, preferredDownloadUrl(first));
  const zip = await client.call(createZip, {
    params: { workspaceId: spaceOf(first) },
    body: { itemIds: [first, ...rest].map((item) => item.id), format: preferredFormat() },
  });
  saveUrl(zip.downloadUrl);
}
