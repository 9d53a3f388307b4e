import { useDirection } from "@mantine/core";
import { Kbd } from "@stillreel/ui";
import { IconFolder } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useSyncExternalStore, type ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { createPortal } from "react-dom";
import { formatCount } from "@stillreel/i18n";
import { knownFolder } from "../../../entities/folders/folders.queries.ts";
import { folderTarget } from "../../../entities/spaces/addresses.ts";
import { knownWorkspace } from "../../../entities/spaces/spaces.queries.ts";
import { PERSONAL, spaceOf } from "../../../entities/spaces/space-ref.ts";
import { countWhat } from "../../../entities/items/item-actions.ts";
import { drag, type Dragged } from "./drag-store.ts";
import { listenForDrags } from "./drag-source.ts";
import { readTarget, type DropTarget } from "./drop-targets.ts";
import styles from "./drag-layer.module.css";
import { folderLabel } from "../../../entities/folders/folder-actions.ts";

/** Offset of the drag image from the pointer in CSS pixels, so that the target stays visible. */
const GHOST_OFFSET = { x: 16, y: 18, width: 150 };

/** Enables dragging of cards and folders, and shows drag image and hint. */
export function DragLayer({ onDrop }: { onDrop: (target: DropTarget, dragged: Dragged) => void }): ReactNode {
  const { dir } = useDirection();
  const navigate = useNavigate();
  const dragged = useSyncExternalStore(drag.subscribe, drag.current);
  const ghost = useRef<HTMLDivElement>(null);
  const folderName = useRef({ x: 0, y: 0 });
  const live = useRef({ onDrop, navigate, dir });
  useEffect(() => {
    live.current = { onDrop, navigate, dir };
  });

  const put = (): void => {
    const { x, y } = folderName.current;
    // The drag image follows the pointer: it uses window coordinates in both directions.
    const left = live.current.dir === "rtl" ? x - GHOST_OFFSET.x - GHOST_OFFSET.width : x + GHOST_OFFSET.x;
    if (ghost.current) ghost.current.style.translate = `${left}px ${y + GHOST_OFFSET.y}px`;
  };
  useEffect(() => {
    const listening = new AbortController();
    listenForDrags(
      {
        folders: { get: knownFolder, canAddTo: (ref) => knownWorkspace(ref)?.permission.write === true },
        open: (target) => openTarget(target, live.current.navigate),
        drop: (target, what) => live.current.onDrop(target, what),
        onMove: (x, y) => {
          folderName.current = { x, y };
          put();
        },
      },
      listening.signal,
    );
    return () => listening.abort();
  }, []);
  // The drag image appears at the pointer, not in the corner.
  useEffect(put, [dragged !== null]); // eslint-disable-line react-hooks/exhaustive-deps -- only its appearance matters

  if (!dragged) return null;
  return (
    <>
      {createPortal(
        <div ref={ghost} className={styles.ghost} aria-hidden="true">
          <Ghost dragged={dragged} />
        </div>,
        document.body,
      )}
      <div className={styles.hint} data-drag-hint>
        <span className={styles.text}>
          <Hint dragged={dragged} />
        </span>
        <Kbd>Esc</Kbd>
      </div>
    </>
  );
}

function openTarget(target: DropTarget, navigate: ReturnType<typeof useNavigate>): void {
  if (target.kind === "space") return void navigate(folderTarget({ ref: target.ref, kind: "mixed", folderId: null }));
  if (target.kind === "root") return void navigate(folderTarget({ ref: PERSONAL, kind: target.type, folderId: null }));
  const folder = target.kind === "folder" ? knownFolder(target.folderId) : undefined;
  if (folder) void navigate(folderTarget({ ref: spaceOf(folder), kind: folder.kind, folderId: folder.id }));
}

function Ghost({ dragged: { subject, pictured } }: { dragged: Dragged }): ReactNode {
  const { i18n } = useTranslation("selection");
  if (subject.kind === "folder") {
    return (
      <span className={styles.folder}>
        <IconFolder size={18} stroke={1.7} color={subject.folder.color} />
        <bdi>{subject.folder.name}</bdi>
      </span>
    );
  }
  return (
    <>
      {pictured.map((item) => (
        <span key={item.id} className={styles.picture} data-type={item.type}>
          {item.thumbnailUrl && <img src={item.thumbnailUrl} alt="" draggable={false} />}
        </span>
      ))}
      {subject.count > 1 && <span className={styles.count}>{formatCount(subject.count, i18n.language)}</span>}
    </>
  );
}

function Hint({ dragged: { subject, target } }: { dragged: Dragged }): ReactNode {
  const { t } = useTranslation("selection");
  const over = readTarget(target);
  // Names are passed as elements: user text is never parsed as markup.
  if (subject.kind === "folder") {
    const { name, kind } = subject.folder;
    const ref = spaceOf(subject.folder);
    const key = over === null ? "drag.nowhereFolder" : over.kind === "starred" ? "drag.starFolder" : "drag.moveFolder";
    const folderName = folderLabel(over?.kind === "folder" ? over.folderId : null, kind, ref);
    return <Trans t={t} i18nKey={key} components={{ folder: <bdi>{name}</bdi>, place: <Name>{folderName}</Name> }} />;
  }
  const what = countWhat(subject.types, subject.count);
  if (!over) return t("drag.nowhere", { what });
  if (over.kind === "starred") return t("drag.star", { what });
  if (over.kind === "trash") return <Trans t={t} i18nKey="drag.trash" values={{ what }} components={{ b: <b /> }} />;
  const tree = subject.types.has("video") ? "video" : "image";
  const folderName = folderLabel(over.kind === "folder" ? over.folderId : null, tree, subject.space);
  return <Trans t={t} i18nKey="drag.move" values={{ what }} components={{ place: <Name>{folderName}</Name> }} />;
}

function Name({ children }: { children: string }): ReactNode {
  return (
    <b>
      <bdi>{children}</bdi>
    </b>
  );
}
