import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { useWorkspace, type ShownWorkspace } from "../../entities/workspaces/use-workspace.ts";
import { WorkspaceHeader } from "./workspace-header.tsx";
import styles from "./workspace-page.module.css";

interface Props {
  /** Title of the browser tab and (except for the overview, whose heading is the workspace's name) heading. */
  title: string;
  isOverview?: boolean;
  /** Whether data of the content is still loading. */
  isPending?: boolean;
  /** Actions at the end of the heading. */
  actions?: (shown: ShownWorkspace) => ReactNode;
  /** Content of the page after the workspace is loaded. */
  children: (shown: ShownWorkspace) => ReactNode;
}

/** A page of the addressed workspace: header, heading and content. */
export function WorkspacePage({ title, isOverview = false, isPending = false, actions, children }: Props): ReactNode {
  const { workspaceId = "" } = useParams({ strict: false });
  const shown = useWorkspace(workspaceId);
  const name = shown?.workspace.name;
  usePageTitle(name === undefined ? title : isOverview ? name : `${title} · ${name}`);
  return (
    <>
      <WorkspaceHeader workspaceId={workspaceId} variant={isOverview ? "full" : "slim"} />
      <div className={styles.page}>
        {!isOverview && (
          <div className={styles.head}>
            <h1 className={styles.title}>{title}</h1>
            {shown && actions && <div className={styles.actions}>{actions(shown)}</div>}
          </div>
        )}
        {shown && !isPending && children(shown)}
      </div>
    </>
  );
}
