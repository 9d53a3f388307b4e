import { Avatar } from "@stillreel/ui";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { itemPath } from "../../entities/spaces/addresses.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { ItemTile } from "../../ui/item-tile.tsx";
import { MemberRows } from "./members/member-rows.tsx";
import { inOrder } from "../../entities/workspaces/members.ts";
import { NewTeam } from "./teams/new-team.tsx";
import styles from "./overview.module.css";
import { StarredFolders } from "./starred-folders.tsx";
import { TeamRows } from "./teams/team-rows.tsx";
import type { ShownWorkspace } from "../../entities/workspaces/use-workspace.ts";
import { WorkspacePage } from "./workspace-page.tsx";
import page from "./workspace-page.module.css";
import { newestQuery } from "../../entities/workspaces/workspaces.queries.ts";

/** Number of members in the overview. */
const MEMBERS = 7;

/** Overview of a workspace: new items, members and teams. */
export function OverviewScreen(): ReactNode {
  const { t } = useTranslation("workspaces");
  const { workspaceId = "" } = useParams({ strict: false });
  // The newest items are above all others: the page waits for them, so that they move nothing.
  const { data: newest, isPending } = useQuery(newestQuery(workspaceId));
  return (
    <WorkspacePage title={t("tabs.overview")} isOverview isPending={isPending}>
      {(shown) => (
        <>
          {newest && newest.length > 0 && <Newest workspaceId={workspaceId} items={newest} />}
          <div className={styles.columns}>
            <People shown={shown} />
            <div>
              <Teams shown={shown} />
              {shown.workspace.favFolders.length > 0 && (
                <section className={styles.starred}>
                  <h2 className={styles.title}>{t("settings.starred")}</h2>
                  <StarredFolders shown={shown} none="" />
                </section>
              )}
            </div>
          </div>
        </>
      )}
    </WorkspacePage>
  );
}

function Newest({ workspaceId, items }: { workspaceId: string; items: readonly ItemView[] }): ReactNode {
  const { t } = useTranslation("workspaces");
  return (
    <section>
      <div className={styles.head}>
        <h2 className={styles.title}>{t("overview.newest")}</h2>
        <Link className={page.link} to="/w/$workspaceId/all" params={{ workspaceId }}>
          {t("overview.allItems")}
        </Link>
      </div>
      <ul className={styles.newest}>
        {items.map((item) => (
          <li key={item.id}>
            <ItemTile
              item={item}
              to={itemPath(item)}
              before={<Avatar name={item.owner.displayName} src={item.owner.photoURL} size={16} />}
              isLazy
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function People({ shown }: { shown: ShownWorkspace }): ReactNode {
  const { t } = useTranslation("workspaces");
  const { id, members } = shown.workspace;
  const first = useMemo(() => inOrder(members, shown.myId).slice(0, MEMBERS), [members, shown.myId]);
  return (
    <section className={styles.people}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t("tabs.members")}</h2>
        <Link className={page.link} to="/w/$workspaceId/members" params={{ workspaceId: id }}>
          {t("overview.all", { count: members.length })}
        </Link>
      </div>
      <MemberRows shown={shown} members={first} isShort />
    </section>
  );
}

function Teams({ shown }: { shown: ShownWorkspace }): ReactNode {
  const { t } = useTranslation("workspaces");
  return (
    <section>
      <div className={styles.head}>
        <h2 className={styles.title}>{t("tabs.teams")}</h2>
        <NewTeam shown={shown} isSmall />
      </div>
      {shown.workspace.teams.length > 0 ? <TeamRows shown={shown} isShort /> : <p className={styles.none}>{t("team.emptyText")}</p>}
    </section>
  );
}
