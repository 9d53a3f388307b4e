import { ActionIcon, Button } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconArrowLeft, IconDots, IconDownload, IconPencil, IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isTyping } from "../../shell/use-shortcuts.ts";
import { ActionMenu, downloadUrl, renameItem, TitleEditor, type ItemView } from "../library/index.ts";
import styles from "./item.module.css";

/** Top of an item page: way back, place, title that is edited where it stands, and what can be done. */
export function ItemTop({ item, onTrash }: { item: ItemView; onTrash: () => void }): ReactNode {
  const { t } = useTranslation("item");
  const [isEditing, setEditing] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const title = useRef<HTMLButtonElement>(null);
  const wantsFocus = useRef(false);
  const canWrite = item.permission.write;

  useEffect(() => {
    if (!isEditing && wantsFocus.current) title.current?.focus();
    wantsFocus.current = false;
  }, [isEditing]);
  useEffect(() => {
    if (!canWrite) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "F2" || isTyping(event.target)) return;
      event.preventDefault();
      setEditing(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [canWrite]);

  const ofWriters = [
    [{ label: t("rename"), icon: IconPencil, keyHint: "F2", onSelect: () => setEditing(true) }],
    [{ label: t("trash"), icon: IconTrash, isDanger: true, onSelect: onTrash }],
  ];
  const groups = [[{ label: t("download"), icon: IconDownload, href: downloadUrl(item.id) }], ...(canWrite ? ofWriters : [])];
  return (
    <header className={styles.top}>
      <ActionIcon component={Link} to="/images" size={34} className={styles.back} aria-label={t("back")}>
        <IconArrowLeft size={20} stroke={1.7} className={styles.mirrored} aria-hidden="true" />
      </ActionIcon>
      <div className={styles.names}>
        <nav aria-label={t("breadcrumb")} className={styles.crumbs}>
          <Link to="/images">{t("myImages")}</Link>
        </nav>
        <h1 className={styles.title}>
          {isEditing ? (
            <TitleEditor
              title={item.title}
              onSave={(next) => void renameItem(item, next)}
              onClose={(byKeyboard) => {
                wantsFocus.current = byKeyboard;
                setEditing(false);
              }}
            />
          ) : canWrite ? (
            <button
              ref={title}
              type="button"
              className={styles.titleButton}
              title={item.title}
              aria-label={t("editTitle", { title: item.title })}
              onClick={() => setEditing(true)}
            >
              <bdi>{item.title}</bdi>
            </button>
          ) : (
            <bdi>{item.title}</bdi>
          )}
        </h1>
      </div>
      <Button
        variant="quiet"
        component="a"
        href={downloadUrl(item.id)}
        download=""
        className={styles.download}
        leftSection={<IconDownload {...ICON} />}
      >
        <span className={styles.downloadLabel}>{t("download")}</span>
      </Button>
      <ActionMenu label={t("more")} groups={groups} isOpen={isMenuOpen} onChange={setMenuOpen}>
        <ActionIcon aria-label={t("more")}>
          <IconDots {...ICON} />
        </ActionIcon>
      </ActionMenu>
    </header>
  );
}
