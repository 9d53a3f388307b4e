import { Avatar } from "@stillreel/ui";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { settingsQuery } from "../../../entities/administration/settings.queries.ts";
import { storageQuery, type SpaceView } from "../../../entities/administration/storage.queries.ts";
import { formatBytes } from "../../../platform/format/format-bytes.ts";
import { formatCount } from "@stillreel/i18n";
import { AdminTable } from "../parts/admin-table.tsx";
import { ListState, MoreButton } from "../parts/list-state.tsx";
import table from "../parts/table.module.css";
import { SquareAvatar } from "../../../ui/square-avatar.tsx";
import { StorageMeter } from "../people/storage-meter.tsx";
import { StorageRules } from "./storage-rules.tsx";
import { StorageSummary } from "./storage-summary.tsx";
import styles from "./storage.module.css";

/** Storage by kind, and every personal library and workspace by size. */
export function StorageTab(): ReactNode {
  const { t } = useTranslation("administration");
  const list = useInfiniteQuery(storageQuery);
  // The rules are above the list: shown later, they would move it.
  const settings = useQuery(settingsQuery);
  const spaces = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const storage = list.data?.pages[0];
  return (
    <ListState query={{ ...list, isPending: list.isPending || settings.isPending }} isEmpty={false} empty={null}>
      {storage && (
        <>
          <StorageSummary storage={storage} />
          <div className={styles.rules}>
            <StorageRules />
          </div>
          <h2 className={styles.heading}>{t("storage.largest")}</h2>
          {spaces.length === 0 ? <p className={styles.none}>{t("storage.none")}</p> : <SpaceTable spaces={spaces} />}
          <MoreButton query={list} />
        </>
      )}
    </ListState>
  );
}

function SpaceTable({ spaces }: { spaces: readonly SpaceView[] }): ReactNode {
  const { t } = useTranslation("administration");
  return (
    <AdminTable
      label={t("storage.largest")}
      className={styles.table}
      columns={[
        { label: t("storage.space") },
        { label: t("storage.items"), name: "items" },
        { label: t("storage.inTrash"), name: "trash" },
        { label: t("storage.quota"), name: "quota" },
        { label: t("storage.stored"), name: "stored" },
      ]}
    >
      {spaces.map((space) => (
        <SpaceRow key={space.id} space={space} />
      ))}
    </AdminTable>
  );
}

function SpaceRow({ space }: { space: SpaceView }): ReactNode {
  const { t, i18n } = useTranslation("administration");
  const { t: common } = useTranslation();
  const { kind, name, owner, items, storedBytes, trashedItems, trashBytes, usedBytes, quota } = space;
  return (
    <tr>
      <th scope="row">
        <span className={styles.space}>
          {kind === "personal" ? <Avatar name={name} src={owner?.photoURL ?? null} size={32} /> : <SquareAvatar name={name} size={32} />}
          <span className={styles.names}>
            <span className={`${table.text} ${table.name}`}>
              <bdi>{name}</bdi>
            </span>
            <span className={table.small}>{kind === "personal" ? t("storage.personal") : <OwnerText owner={owner} />}</span>
          </span>
        </span>
      </th>
      <td data-column="items">{formatCount(items, i18n.language)}</td>
      <td data-column="trash">
        {trashedItems === 0 ? (
          "–"
        ) : (
          <>
            <bdi>{formatBytes(trashBytes, common)}</bdi>
            <div className={table.small}>
              {t("workspaces.items", { count: trashedItems, number: formatCount(trashedItems, i18n.language) })}
            </div>
          </>
        )}
      </td>
      <td data-column="quota">
        {quota === 0 ? (
          <span className={table.quiet}>{t("storage.noQuota")}</span>
        ) : (
          <StorageMeter usedBytes={usedBytes} limit={quota} name={name} />
        )}
      </td>
      <td data-column="stored">
        <bdi>{formatBytes(storedBytes, common)}</bdi>
      </td>
    </tr>
  );
}

function OwnerText({ owner }: { owner: SpaceView["owner"] }): ReactNode {
  const { t } = useTranslation("administration");
  return owner === null ? t("workspaces.noOwner") : t("storage.workspaceOf", { name: `\u2068${owner.displayName}\u2069` });
}
