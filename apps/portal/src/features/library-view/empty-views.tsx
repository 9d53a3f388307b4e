import { Button } from "@mantine/core";
import { EmptyState, GhostGrid, ICON, Kbd } from "@stillreel/ui";
import { IconLink, IconPhoto, IconPuzzle, IconStar, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { folderTarget, type Target } from "../../entities/spaces/addresses.ts";
import type { Space } from "../../entities/spaces/use-space.ts";
import { pickFiles } from "../../entities/uploads/open-uploads.ts";
import type { ItemType } from "../../entities/items/item-list.ts";
import { lazyView } from "../../platform/lazy-view.ts";
import { userQuery } from "../../platform/session/user.queries.ts";
import styles from "./library.module.css";

const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);
const keyed = (key: string): string => (isMac() ? `⌘${key}` : `Ctrl ${key}`);
const ghosts = styles.ghostGrid ?? "";

const FirstSteps = lazyView(() => import("./first-steps.tsx"), "FirstSteps", ["administration"]);

/** An empty library, for administrators with the first steps of the server above it. */
function EmptyLibrary({ children }: { children: ReactNode }): ReactNode {
  const { data: user } = useQuery(userQuery);
  return user?.role === "admin" ? <FirstSteps>{children}</FirstSteps> : children;
}

/** My images without items. */
export function EmptyImages(): ReactNode {
  const { t } = useTranslation("library");
  return (
    <EmptyLibrary>
      <EmptyState
        title={t("empty.images.title")}
        text={t("empty.images.text")}
        actions={
          <>
            <Button size="md" component={Link} to="/install" leftSection={<IconPuzzle {...ICON} />}>
              {t("empty.images.install")}
            </Button>
            <Button size="md" variant="default" leftSection={<IconUpload {...ICON} />} onClick={pickFiles}>
              {t("empty.images.upload")}
            </Button>
          </>
        }
        hint={<Trans t={t} i18nKey="empty.images.hint" values={{ key: keyed("V") }} components={{ kbd: <Kbd>{keyed("V")}</Kbd> }} />}
      />
      <GhostGrid gridClassName={ghosts} first={<FirstStill />} />
    </EmptyLibrary>
  );
}

/** My videos without items. */
export function EmptyVideos(): ReactNode {
  const { t } = useTranslation("library");
  return (
    <EmptyLibrary>
      <EmptyState
        title={t("empty.videos.title")}
        text={t("empty.videos.text")}
        actions={
          <>
            <Button size="md" component={Link} to="/record" leftSection={<span className={styles.recordDot} />}>
              {t("empty.videos.record")}
            </Button>
            <Button size="md" variant="default" leftSection={<IconUpload {...ICON} />} onClick={pickFiles}>
              {t("empty.videos.upload")}
            </Button>
          </>
        }
        hint={<Trans t={t} i18nKey="empty.videos.hint" components={{ kbd: <Kbd>R</Kbd> }} />}
      />
      <GhostGrid
        gridClassName={ghosts}
        shape="reel"
        first={
          <Link to="/record" className={styles.first}>
            <span className={styles.firstPicture} data-shape="reel">
              <svg viewBox="0 0 270 169" aria-hidden="true">
                <path
                  d="M22 46V30a8 8 0 0 1 8-8h16M224 22h16a8 8 0 0 1 8 8v16M248 123v16a8 8 0 0 1-8 8h-16M46 147H30a8 8 0 0 1-8-8v-16"
                  fill="none"
                  stroke="currentColor"
                  strokeOpacity=".55"
                  strokeWidth="3"
                />
                <circle cx="135" cy="84" r="39" fill="none" stroke="currentColor" strokeWidth="5" />
                <circle cx="135" cy="84" r="27" fill="currentColor" />
              </svg>
            </span>
            <span className={styles.firstTitle}>{t("empty.videos.firstTitle")}</span>
            <span className={styles.firstText}>{t("empty.videos.firstText")}</span>
          </Link>
        }
      />
    </EmptyLibrary>
  );
}

/** A folder without items. */
export function EmptyFolder({ type, isReadOnly = false }: { type: ItemType; isReadOnly?: boolean }): ReactNode {
  const { t } = useTranslation("library");
  return (
    <>
      <EmptyState
        title={t("empty.folder.title")}
        text={t(isReadOnly ? "empty.folder.readOnly" : "empty.folder.text")}
        actions={
          !isReadOnly &&
          type !== "board" && (
            <Button size="md" variant="default" leftSection={<IconUpload {...ICON} />} onClick={pickFiles}>
              {t("empty.folder.upload")}
            </Button>
          )
        }
      />
      <GhostGrid gridClassName={ghosts} shape={type === "video" ? "reel" : "still"} />
    </>
  );
}

/** A workspace without items and folders. */
export function EmptyWorkspace({ space, actions }: { space: Space; actions?: ReactNode }): ReactNode {
  const { t } = useTranslation("library");
  const { canWrite } = space;
  return (
    <>
      <EmptyState
        title={t("empty.workspace.title")}
        text={t(canWrite ? "empty.workspace.text" : "empty.workspace.readOnly")}
        actions={
          canWrite && (
            <>
              <Button size="md" leftSection={<IconUpload {...ICON} />} onClick={pickFiles}>
                {t("empty.workspace.upload")}
              </Button>
              {actions}
            </>
          )
        }
        hint={
          canWrite && <Trans t={t} i18nKey="empty.images.hint" values={{ key: keyed("V") }} components={{ kbd: <Kbd>{keyed("V")}</Kbd> }} />
        }
      />
      <GhostGrid gridClassName={ghosts} />
    </>
  );
}

/** Returns the start page of a space's library. */
const startOf = ({ ref }: Space): Target => folderTarget({ ref, kind: "image", folderId: null });

/** No item has a link. */
export function EmptyShared({ space }: { space: Space }): ReactNode {
  const { t } = useTranslation("library");
  const start = startOf(space);
  return (
    <>
      <EmptyState
        title={t(space.isPersonal ? "empty.shared.title" : "empty.shared.titleWorkspace")}
        text={t(space.isPersonal ? "empty.shared.text" : "empty.shared.textWorkspace")}
        actions={
          <Button size="md" variant="default" component={Link} to={start.to} leftSection={<IconPhoto {...ICON} />}>
            {t(space.isPersonal ? "empty.shared.go" : "empty.shared.goWorkspace")}
          </Button>
        }
        hint={space.asMember === null && <Trans t={t} i18nKey="empty.shared.hint" components={{ kbd: <Kbd>L</Kbd> }} />}
      />
      <GhostGrid
        gridClassName={ghosts}
        first={
          <FirstIcon to={start} title={t("empty.shared.firstTitle")} text={t("empty.shared.firstText")}>
            <IconLink size={72} stroke={2} aria-hidden="true" />
          </FirstIcon>
        }
      />
    </>
  );
}

/** No item has a star. */
export function EmptyStarred({ space }: { space: Space }): ReactNode {
  const { t } = useTranslation("library");
  return (
    <>
      <EmptyState
        title={t("empty.starred.title")}
        text={
          space.asMember === null ? (
            <Trans t={t} i18nKey="empty.starred.text" components={{ kbd: <Kbd>S</Kbd> }} />
          ) : (
            t("empty.starred.asMember")
          )
        }
      />
      <GhostGrid
        gridClassName={ghosts}
        first={
          <FirstIcon to={startOf(space)} title={t("empty.starred.firstTitle")} text={t("empty.starred.firstText")}>
            <IconStar size={72} stroke={1.8} aria-hidden="true" />
          </FirstIcon>
        }
      />
    </>
  );
}

/** The trash is empty. No call to action is necessary. */
export function EmptyTrash({ days = 30 }: { days?: number | undefined }): ReactNode {
  const { t } = useTranslation("library");
  return (
    <>
      <EmptyState
        title={t("empty.trash.title")}
        text={t("empty.trash.text", { count: days })}
        hint={<Trans t={t} i18nKey="empty.trash.hint" values={{ key: keyed("Z") }} components={{ kbd: <Kbd>{keyed("Z")}</Kbd> }} />}
      />
      <GhostGrid gridClassName={ghosts} />
    </>
  );
}

function FirstIcon({ to, title, text, children }: { to: Target; title: string; text: string; children: ReactNode }): ReactNode {
  return (
    <Link {...to} className={styles.first}>
      <span className={styles.firstPicture} data-centred>
        {children}
      </span>
      <span className={styles.firstTitle}>{title}</span>
      <span className={styles.firstText}>{text}</span>
    </Link>
  );
}

function FirstStill(): ReactNode {
  const { t } = useTranslation("library");
  return (
    <Link to="/install" className={styles.first}>
      <span className={styles.firstPicture}>
        <svg viewBox="0 0 270 169" aria-hidden="true">
          <rect x="80" y="47" width="110" height="75" fill="none" stroke="currentColor" strokeWidth="3" strokeDasharray="7 6" />
          <g fill="#fff" stroke="currentColor" strokeWidth="3">
            <rect x="74" y="41" width="12" height="12" />
            <rect x="184" y="41" width="12" height="12" />
            <rect x="74" y="116" width="12" height="12" />
            <rect x="184" y="116" width="12" height="12" />
          </g>
          <path d="m190 122 27 9-11 6-6 12Z" fill="currentColor" />
          <path d="M135 70v29M120.500 84.500h29" stroke="currentColor" strokeWidth="3.500" />
        </svg>
      </span>
      <span className={styles.firstTitle}>{t("empty.images.firstTitle")}</span>
      <span className={styles.firstText}>{t("empty.images.firstText")}</span>
    </Link>
  );
}
