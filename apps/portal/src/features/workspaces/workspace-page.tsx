import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { useWorkspace, type ShownWorkspace } from "../../entities/workspaces/use-workspace.ts";
import { WorkspaceHeader } from "./workspace-header.tsx";
import styles from "./workspace-page.module.css";

interface Props {
  /** Of the page, in the browser's tab and (but for the overview, whose heading is the workspace's name) as its heading. */
  title: string;
  isOverview?: boolean;
  /** At the end of the heading. */
  actions?: (shown: ShownWorkspace) => ReactNode;
  /** The page's content, once the workspace is known. */
  children: (shown: ShownWorkspace) => ReactNode;
}

/** A page about the workspace in the address: its head, a heading, and what the page shows. */
export function WorkspacePage({ title, isOverview = false, actions, children }: Props): ReactNode {
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
        {shown && children(shown)}
      </div>
    </>
  );
}
