import { IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { levelQuery, pathTo } from "../../entities/folders/folders.queries.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { folderTarget } from "../../entities/spaces/addresses.ts";
import { workspacesQuery } from "../../entities/spaces/spaces.queries.ts";
import { PERSONAL, spaceOf } from "../../entities/spaces/space-ref.ts";
import { useSpace } from "../../entities/spaces/use-space.ts";
import styles from "./item.module.css";

/** Number of folders that are displayed; those between are replaced by an ellipsis. */
const SHOWN = 2;

/** Name of the personal screen of each type. */
const ROOT_NAMES = { image: "myImages", video: "myVideos", board: "boards" } as const;

/** Path of the item: root and folders. */
export function ItemCrumbs({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("item");
  const { asMember } = useSpace();
  const ref = spaceOf(item);
  const kind = ref === PERSONAL ? item.type : "mixed";
  const { data: level } = useQuery({ ...levelQuery(kind, item.parentId, { ref, asMember }), enabled: item.parentId !== null });
  const { data: workspaces } = useQuery({ ...workspacesQuery, enabled: ref !== PERSONAL });
  const root = ref === PERSONAL ? t(ROOT_NAMES[item.type]) : workspaces?.find(({ id }) => id === ref)?.name;
  const path = useMemo(() => pathTo(level?.items ?? [], item.parentId), [level, item.parentId]);
  return (
    <nav aria-label={t("breadcrumb")} className={styles.crumbs}>
      <ol>
        <li>
          {/* A link without a name is nothing to a screen reader: it appears with the name. */}
          {root !== undefined && (
            <Link {...folderTarget({ ref, kind, folderId: null })} dir="auto">
              {root}
            </Link>
          )}
        </li>
        {path.length > SHOWN && (
          <li>
            <Chevron />
            <span title={path.map((folder) => folder.name).join(" / ")}>…</span>
          </li>
        )}
        {path.slice(-SHOWN).map((folder) => (
          <li key={folder.id}>
            <Chevron />
            <Link {...folderTarget({ ref, kind, folderId: folder.id })} title={folder.name}>
              <bdi>{folder.name}</bdi>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const Chevron = (): ReactNode => <IconChevronRight className={styles.mirrored} size={13} stroke={1.8} aria-hidden="true" />;
