import { Link } from "@tanstack/react-router";
import { useContext, type ComponentProps, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Screen } from "../../ui/screen.tsx";
import { useSpace } from "../../entities/spaces/use-space.ts";
import type { WorkspaceSection } from "../../entities/spaces/addresses.ts";
import styles from "./workspace-frame.module.css";
import { WorkspaceSlotsContext } from "./workspace-slots.ts";

/** Frame of a page of a workspace's library: its header, and the sections unless the page has breadcrumbs above its heading. */
export function WorkspaceFrame(props: ComponentProps<typeof Screen>): ReactNode {
  const { ref } = useSpace();
  const { WorkspaceHeader } = useContext(WorkspaceSlotsContext);
  return (
    <>
      <WorkspaceHeader workspaceId={ref} />
      <Screen {...props} nav={!props.above && <Sections workspaceId={ref} />} />
    </>
  );
}

const SECTIONS: readonly { to: "" | WorkspaceSection; drop?: "space" | "starred" | "trash" }[] = [
  { to: "", drop: "space" },
  { to: "all" },
  { to: "starred", drop: "starred" },
  { to: "shared" },
  { to: "trash", drop: "trash" },
];

const addressOf = (workspaceId: string, section: "" | WorkspaceSection): string =>
  `/w/${workspaceId}${section === "" ? "" : `/${section}`}`;

/** Navigation between the library sections. Some are drop targets. */
function Sections({ workspaceId }: { workspaceId: string }): ReactNode {
  const { t } = useTranslation("library");
  return (
    <nav className={styles.sections} aria-label={t("workspace.sections")}>
      {SECTIONS.map(({ to, drop }) => (
        <Link
          key={to}
          to={addressOf(workspaceId, to)}
          activeOptions={{ exact: true, includeSearch: false }}
          className={styles.section}
          data-drop-target={drop === "space" ? `space:${workspaceId}` : drop}
        >
          {t(`workspace.${to === "" ? "files" : to}`)}
        </Link>
      ))}
    </nav>
  );
}
