import { Button, SegmentedControl } from "@mantine/core";
import { addFromPersonal } from "@stillreel/contract";
import { Strip, Thumb, toasts } from "@stillreel/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "@stillreel/i18n";
import { Dialog } from "../../ui/dialog.tsx";
import { client } from "../../platform/api.ts";
import { addItem } from "../../entities/items/item-changes.ts";
import { listQuery, personalList } from "../../entities/items/items.queries.ts";
import type { ItemType, ItemView } from "../../entities/items/item-list.ts";
import { doEach } from "./each.plan.ts";
import { FailureList } from "./failure-list.tsx";
import styles from "./transfer-items.module.css";

/** Maximum number of items per copy, because each is a request. */
const MAX = 200;

interface Props {
  into: { workspaceId: string; folderId: string | null; name: string };
  onClose: () => void;
}

/** Copies selected personal items into a workspace. Refused items stay selected, with the reason. */
export function AddDialog({ into, onClose }: Props): ReactNode {
  const { t, i18n } = useTranslation("access");
  const [type, setType] = useState<ItemType>("image");
  const number = (value: number): string => formatCount(value, i18n.language);
  const { chosen, toggle, finished, failed, add, stop } = useAddition({ into, onClose });
  const isRunning = finished !== null;
  return (
    <Dialog
      title={<bdi>{t("add.title", { name: into.name })}</bdi>}
      size={760}
      hasCloseButton={!isRunning}
      ignoresEscape={isRunning}
      ignoresBackdrop={isRunning || chosen.size > 0}
      className={styles.content}
      bodyClassName={styles.body}
      onClose={onClose}
    >
      <div className={styles.top}>
        <p>{t("add.text")}</p>
        <SegmentedControl
          aria-label={t("add.types")}
          value={type}
          onChange={(value) => setType(value === "video" ? "video" : "image")}
          data={[
            { value: "image", label: t("add.image") },
            { value: "video", label: t("add.video") },
          ]}
        />
      </div>
      {failed.length > 0 && (
        <FailureList title={t("add.failedTitle", { count: failed.length, number: number(failed.length) })} failed={failed} />
      )}
      <div className={styles.scroller}>
        <OwnItems type={type} chosen={chosen} isDisabled={isRunning} onToggle={toggle} />
      </div>
      {isRunning && (
        <div className={styles.progress}>
          <Strip value={finished / Math.max(1, chosen.size)} label={t("add.adding")} />
          <p role="status">{t("transfer.progress", { done: number(finished), total: number(chosen.size) })}</p>
        </div>
      )}
      <div className={styles.foot}>
        <Button variant="default" size="md" onClick={isRunning ? stop : onClose}>
          {t(isRunning ? "add.stop" : "add.cancel")}
        </Button>
        <Button size="md" disabled={chosen.size === 0 || isRunning} aria-busy={isRunning} onClick={() => void add()}>
          {t("add.action", { count: chosen.size, number: number(chosen.size) })}
        </Button>
      </div>
    </Dialog>
  );
}

/** The chosen items, and copying them one by one. `finished` counts the copies of a run. */
function useAddition({ into, onClose }: Props) {
  const { t, i18n } = useTranslation("access");
  const number = (value: number): string => formatCount(value, i18n.language);
  const [chosen, setChosen] = useState<ReadonlyMap<string, ItemView>>(new Map());
  const [finished, setFinished] = useState<number | null>(null);
  const [failed, setFailed] = useState<readonly { input: ItemView; error: unknown }[]>([]);
  const controller = useRef<AbortController | null>(null);

  const toggle = (item: ItemView): void => {
    const next = new Map(chosen);
    if (!next.delete(item.id)) next.set(item.id, item);
    if (next.size > MAX) return toasts.error(t("add.tooMany", { max: number(MAX) }));
    setChosen(next);
  };
  const add = async (): Promise<void> => {
    setFinished(0);
    setFailed([]);
    controller.current = new AbortController();
    const watch = { onProgress: setFinished, signal: controller.current.signal };
    const outcome = await doEach([...chosen.values()], (item) => copyInto(into, item), watch);
    for (const { output } of outcome.done) addItem(output);
    const count = outcome.done.length;
    if (count > 0) toasts.show(t("add.added", { count, number: number(count), name: into.name }), { tone: "done" });
    setFinished(null);
    if (count === chosen.size) return onClose();
    const added = new Set(outcome.done.map(({ input }) => input.id));
    setChosen(new Map([...chosen].filter(([id]) => !added.has(id))));
    setFailed(outcome.failed);
  };
  return { chosen, toggle, finished, failed, add, stop: (): void => controller.current?.abort() };
}

const copyInto = ({ workspaceId, folderId }: Props["into"], item: ItemView) =>
  client.call(addFromPersonal, {
    params: { workspaceId, type: item.type },
    query: { itemId: item.id, ...(folderId === null ? {} : { folderId }) },
  });

interface OwnProps {
  type: ItemType;
  chosen: ReadonlyMap<string, ItemView>;
  isDisabled: boolean;
  onToggle: (item: ItemView) => void;
}

/** Personal images or videos, newest first. */
function OwnItems({ type, chosen, isDisabled, onToggle }: OwnProps): ReactNode {
  const { t } = useTranslation("access");
  const own = useInfiniteQuery(listQuery(personalList("all", type, "newest")));
  const items = own.data?.pages.flatMap((page) => page.items) ?? [];
  if (own.isPending) return <div aria-busy="true" aria-label={t("loading")} />;
  if (own.isError && items.length === 0) {
    return (
      <div role="alert">
        {t("failed")}{" "}
        <Button variant="default" size="xs" onClick={() => void own.refetch()}>
          {t("tryAgain")}
        </Button>
      </div>
    );
  }
  if (items.length === 0) return <p>{t("add.empty")}</p>;
  return (
    <>
      <ul className={styles.grid} aria-label={t("add.grid")}>
        {items
          .filter((item) => item.stage === "ready" || item.stage === "processing")
          .map((item) => (
            <li key={item.id}>
              <label className={styles.card}>
                <input type="checkbox" checked={chosen.has(item.id)} disabled={isDisabled} onChange={() => onToggle(item)} />
                <Thumb shape={type === "video" ? "reel" : "still"} {...(styles.picture ? { className: styles.picture } : {})}>
                  {item.thumbnailUrl && <img src={item.thumbnailUrl} alt="" loading="lazy" />}
                </Thumb>
                <bdi className={styles.name} title={item.title}>
                  {item.title}
                </bdi>
              </label>
            </li>
          ))}
      </ul>
      {own.hasNextPage && (
        <Button
          variant="default"
          className={styles.more}
          display="block"
          aria-busy={own.isFetchingNextPage}
          onClick={() => void own.fetchNextPage()}
        >
          {t("add.more")}
        </Button>
      )}
    </>
  );
}
