import { Modal } from "@mantine/core";
import { Kbd } from "@stillreel/ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./shortcuts-dialog.module.css";

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** All keys that work today, by place. */
const GROUPS = [
  {
    title: "anywhere",
    rows: [
      ["goImages", ["G", "I"]],
      ["goVideos", ["G", "V"]],
      ["goShared", ["G", "H"]],
      ["goStarred", ["G", "S"]],
      ["goTrash", ["G", "T"]],
      ["upload", ["U"]],
      ["newFolder", ["⇧", "N"]],
      ["undo", [isMac ? "⌘" : "Ctrl", "Z"]],
      ["show", ["?"]],
    ],
  },
  {
    title: "inGrid",
    rows: [
      ["move", ["←", "→", "↑", "↓"]],
      ["edges", ["Home", "End"]],
      ["open", ["Enter"]],
      ["select", ["X"]],
      ["extend", ["⇧", "←", "→", "↑", "↓"]],
      ["selectAll", [isMac ? "⌘" : "Ctrl", "A"]],
      ["clear", ["Esc"]],
      ["copyLink", ["L"]],
      ["star", ["S"]],
      ["moveItems", ["M"]],
      ["rename", ["F2"]],
      ["trash", ["⌫"]],
    ],
  },
  {
    title: "onItem",
    rows: [
      ["copyLink", ["L"]],
      ["zoom", ["+", "−"]],
      ["fit", ["0"]],
      ["actualSize", ["1"]],
    ],
  },
] as const;

/** The list of keyboard shortcuts. Mounted while it is open. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={t("shortcuts.title")} size={520} closeButtonProps={{ "aria-label": t("actions.close") }}>
      {GROUPS.map((group) => (
        <section key={group.title} className={styles.group}>
          <h3 className={styles.title}>{t(`shortcuts.${group.title}`)}</h3>
          <dl>
            {group.rows.map(([action, keys]) => (
              <div key={action} className={styles.row}>
                <dt>{t(`shortcuts.${action}`)}</dt>
                <dd className={styles.keys} dir="ltr">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
