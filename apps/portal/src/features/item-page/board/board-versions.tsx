import { ActionIcon, Button, SegmentedControl, TextInput } from "@mantine/core";
import { BOARD_VERSION_DAYS, getBoardVersion, restoreBoardVersion, saveBoardVersion } from "@stillreel/contract";
import { Avatar, toasts } from "@stillreel/ui";
import { IconHistory, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type KeyboardEvent, type ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import {
  addBoard,
  boardVersionsKey,
  boardVersionsQuery,
  type BoardDocument,
  type BoardVersion,
} from "../../../entities/boards/boards.queries.ts";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { itemPath } from "../../../entities/spaces/addresses.ts";
import { spaceOf } from "../../../entities/spaces/space-ref.ts";
import { client, errorText, queryClient } from "../../../platform/api.ts";
import { formatTime } from "../../../platform/format/format-date.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import styles from "./board.module.css";

/** A stored version that is shown instead of the present board. */
export interface ShownVersion {
  version: BoardVersion;
  document: BoardDocument;
}

interface Props {
  item: ItemView;
  canEdit: boolean;
  isOffline: boolean;
  people: number;
  shown: ShownVersion | null;
  onShow: (shown: ShownVersion | null) => void;
}

const refresh = (boardId: string): void => void queryClient.invalidateQueries({ queryKey: boardVersionsKey(boardId) });

/** Runs a request and shows its failure. Returns undefined then. */
const tried = <T,>(run: Promise<T>): Promise<T | undefined> =>
  run.catch((error: unknown) => {
    toasts.error(errorText(error));
    return undefined;
  });

/** Stored versions. A click shows one; arrow keys move, Escape returns to the present board. */
export function BoardVersions({ item, canEdit, isOffline, people, shown, onShow }: Props): ReactNode {
  const { t } = useTranslation("boards");
  const [filter, setFilter] = useState("all");
  const [isSaving, setSaving] = useState(false);
  const { data } = useQuery(boardVersionsQuery(item.id));
  const versions = (data?.items ?? []).filter(({ name }) => filter === "all" || name !== null);
  const open = async (version: BoardVersion): Promise<void> => {
    const read = await tried(client.call(getBoardVersion, { params: { boardId: item.id, n: version.n } }));
    if (read) onShow({ version, document: read.document });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") onShow(null);
    if (!step) return;
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + step];
    next?.focus();
    next?.click();
    event.preventDefault();
  };
  return (
    <>
      <div className={styles.versionTools}>
        <SegmentedControl
          fullWidth
          value={filter}
          data={[
            { value: "all", label: t("versions.all") },
            { value: "named", label: t("versions.named") },
          ]}
          onChange={setFilter}
        />
        {canEdit && (
          <Button variant="quiet" leftSection={<IconPlus size={16} stroke={1.7} aria-hidden="true" />} onClick={() => setSaving(true)}>
            {t("versions.save")}
          </Button>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between its buttons */}
      <ul className={styles.versions} aria-busy={!data} onKeyDown={onKeyDown}>
        <li>
          <button type="button" aria-pressed={shown === null} onClick={() => onShow(null)}>
            <b>{t("versions.now")}</b>
            <small>{t("versions.editing", { count: people })}</small>
          </button>
        </li>
        {versions.map((version) => (
          <VersionRow key={version.n} version={version} isShown={shown?.version.n === version.n} onOpen={() => void open(version)} />
        ))}
      </ul>
      {data && versions.length === 0 && <p className={styles.hint}>{t(filter === "all" ? "versions.empty" : "versions.emptyNamed")}</p>}
      <p className={styles.note}>
        <Trans t={t} i18nKey={isOffline ? "versions.offline" : "versions.note"} components={{ b: <b /> }} />
      </p>
      {isSaving && <SaveDialog item={item} onClose={() => setSaving(false)} />}
    </>
  );
}

const nameOf = (version: BoardVersion, t: (key: "versions.unnamed", values: { count: number }) => string): string =>
  version.name ?? t("versions.unnamed", { count: version.elements });

function VersionRow({ version, isShown, onOpen }: { version: BoardVersion; isShown: boolean; onOpen: () => void }): ReactNode {
  const { t, i18n } = useTranslation("boards");
  const [author] = version.by;
  return (
    <li>
      <button type="button" aria-pressed={isShown} onClick={onOpen}>
        <b>
          <bdi>{nameOf(version, t)}</bdi>
        </b>
        <small>
          {author && <Avatar name={author.displayName} src={author.photoURL} size={16} />}
          {formatTime(Date.parse(version.createdAt), i18n.language)}
        </small>
      </button>
    </li>
  );
}

function SaveDialog({ item, onClose }: { item: ItemView; onClose: () => void }): ReactNode {
  const { t } = useTranslation("boards");
  const [name, setName] = useState("");
  const save = async (): Promise<void> => {
    const given = name.trim();
    const saved = await tried(client.call(saveBoardVersion, { params: { boardId: item.id }, body: given === "" ? {} : { name: given } }));
    if (!saved) return;
    refresh(item.id);
    toasts.show(t("versions.saved"), { tone: "done" });
    onClose();
  };
  return (
    <Dialog title={t("versions.saveTitle")} size={420} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextInput
          label={t("versions.name")}
          description={t("versions.nameHint", { days: BOARD_VERSION_DAYS })}
          value={name}
          maxLength={200}
          data-first-focus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className={styles.dialogActions}>
          <Button variant="default" onClick={onClose}>
            {t("versions.cancel")}
          </Button>
          <Button type="submit">{t("versions.confirm")}</Button>
        </div>
      </form>
    </Dialog>
  );
}

interface BarProps {
  item: ItemView;
  shown: ShownVersion;
  canEdit: boolean;
  isOffline: boolean;
  onClose: () => void;
}

/** Says which version is shown, and restores or copies it. */
export function VersionBar({ item, shown: { version, document }, canEdit, isOffline, onClose }: BarProps): ReactNode {
  const { t } = useTranslation("boards");
  const navigate = useNavigate();
  const restore = async (n: number): Promise<boolean> =>
    (await tried(client.call(restoreBoardVersion, { params: { boardId: item.id, n } }))) !== undefined;
  const run = async (): Promise<void> => {
    if (!(await restore(version.n))) return;
    onClose();
    // The state before is the newest stored version.
    const { items } = await queryClient.fetchQuery({ ...boardVersionsQuery(item.id), staleTime: 0 });
    const before = items.find(({ n }) => n !== version.n);
    toasts.show(t("versions.restored"), {
      tone: "done",
      ...(before && { action: { label: t("versions.undo"), run: () => void restore(before.n).then(() => refresh(item.id)) } }),
    });
  };
  const copy = async (): Promise<void> => {
    const target = { workspaceId: spaceOf(item), folderId: item.parentId };
    const made = await tried(addBoard(target, t("versions.copyTitle", { title: item.title }), document));
    if (!made) return;
    toasts.show(t("versions.copied"), { tone: "done" });
    void navigate({ to: itemPath(made) });
  };
  return (
    <div className={styles.versionBar} role="status">
      <IconHistory size={18} stroke={1.6} aria-hidden="true" />
      <span className={styles.versionName}>
        <Trans t={t} i18nKey="versions.looking" values={{ name: nameOf(version, t) }} components={{ b: <b /> }} />
      </span>
      {canEdit && (
        <button type="button" data-filled disabled={isOffline} onClick={() => void run()}>
          {t("versions.restore")}
        </button>
      )}
      <button type="button" onClick={() => void copy()}>
        {t("versions.copy")}
      </button>
      <ActionIcon variant="transparent" className={styles.versionClose} aria-label={t("versions.now")} onClick={onClose}>
        ×
      </ActionIcon>
    </div>
  );
}
