import { Button } from "@mantine/core";
import { useDeferredValue, useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { MemberRows } from "./member-rows.tsx";
import { MemberSearch } from "./member-search.tsx";
import { findMembers, inOrder } from "../../../entities/workspaces/members.ts";
import { PendingInvites } from "../invites/pending-invites.tsx";
import { canInvite } from "../../../entities/workspaces/roles.ts";
import type { ShownWorkspace } from "../../../entities/workspaces/use-workspace.ts";
import { WorkspacePage } from "../workspace-page.tsx";
import styles from "../workspace-page.module.css";

/** Members of a workspace with their roles, and pending invites. */
export function MembersScreen(): ReactNode {
  const { t } = useTranslation("workspaces");
  return (
    <WorkspacePage title={t("tabs.members")}>
      {(shown) => (
        <>
          <MemberList shown={shown} />
          {canInvite(shown.myRole) && <PendingInvites workspaceId={shown.workspace.id} />}
        </>
      )}
    </WorkspacePage>
  );
}

function MemberList({ shown }: { shown: ShownWorkspace }): ReactNode {
  const { t } = useTranslation("workspaces");
  const [typed, setTyped] = useState("");
  const wanted = useDeferredValue(typed);
  const { members, teams } = shown.workspace;
  const found = useMemo(() => inOrder(findMembers(members, teams, wanted), shown.myId), [members, teams, wanted, shown.myId]);
  return (
    <>
      <div className={styles.tools}>
        <MemberSearch className={styles.search} count={members.length} value={typed} onChange={setTyped} />
      </div>
      {found.length > 0 && <MemberRows shown={shown} members={found} />}
      <div role="status">
        {found.length === 0 && (
          <p className={styles.none}>
            {t("search.none", { typed: wanted })}{" "}
            <Button variant="default" size="xs" onClick={() => setTyped("")}>
              {t("search.clear")}
            </Button>
          </p>
        )}
      </div>
    </>
  );
}
