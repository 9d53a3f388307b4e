import { Kbd } from "@stillreel/ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../platform/dialogs.ts";
import { Dialog } from "../../ui/dialog.tsx";
import textLink from "../../ui/text-link.module.css";
import styles from "./shortcuts-dialog.module.css";

const COMMAND = /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘" : "Ctrl";

/** All shortcuts by page. A row names the function and one or more key combinations. */
const COLUMNS = [
  [
    {
      title: "anywhere",
      rows: [
        ["search", [COMMAND, "K"], ["/"]],
        ["goFiles", ["G", "I"], ["G", "V"]],
        ["goBoards", ["G", "B"]],
        ["goShared", ["G", "H"]],
        ["goKept", ["G", "S"], ["G", "T"]],
        ["goWorkspace", ["G", "1"]],
        ["upload", ["U"]],
        ["record", ["R"]],
        ["newFolder", ["⇧", "N"]],
        ["undo", [COMMAND, "Z"]],
        ["show", ["?"]],
      ],
    },
  ],
  [
    {
      title: "inGrid",
      rows: [
        ["move", ["←", "↑", "↓", "→"]],
        ["edges", ["Home"], ["End"]],
        ["open", ["↵"]],
        ["select", ["X"], ["⇧", "↓"]],
        ["selectAll", [COMMAND, "A"], ["Esc"]],
        ["copyLink", ["L"]],
        ["star", ["S"]],
        ["moveItems", ["M"]],
        ["rename", ["F2"]],
        ["trash", ["⌫"]],
      ],
    },
  ],
  [
    {
      title: "onStill",
      rows: [
        ["neighbours", ["←"], ["→"]],
        ["zoom", ["+"], ["−"]],
        ["fit", ["0"], ["1"]],
        ["annotate", ["E"]],
        ["commentPoint", ["C"]],
      ],
    },
    {
      title: "player",
      rows: [
        ["play", ["K"], ["Space"]],
        ["jump", ["←"], ["→"]],
        ["chapter", ["⇧", "←"], ["⇧", "→"]],
        ["speed", ["<"], [">"]],
        ["editVideo", ["E"]],
        ["comment", ["C"]],
        ["like", ["⇧", "L"]],
        ["captions", ["⇧", "C"]],
        ["mute", ["M"]],
        ["fullScreen", ["F"]],
      ],
    },
  ],
] as const;

/** The list of keyboard shortcuts. Mounted while open. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const showHelp = (): void => {
    onClose();
    openDialog("help-panel", { shows: "article" });
  };
  return (
    <Dialog onClose={onClose} title={t("shortcuts.title")} size={900}>
      <div className={styles.columns}>
        {COLUMNS.map((groups) => (
          <div key={groups[0].title} className={styles.column}>
            {groups.map((group) => (
              <section key={group.title}>
                <h3 className={styles.title}>{t(`shortcuts.${group.title}`)}</h3>
                <dl>
                  {group.rows.map(([action, ...combinations]) => (
                    <div key={action} className={styles.row}>
                      <dt>{t(`shortcuts.${action}`)}</dt>
                      <dd className={styles.keys} dir="ltr">
                        {combinations.map((keys) => (
                          <span key={keys.join(" ")} className={styles.combination}>
                            {keys.map((key) => (
                              <Kbd key={key}>{key}</Kbd>
                            ))}
                          </span>
                        ))}
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
        ))}
      </div>
      <p className={styles.foot}>
        <button type="button" className={`${styles.help} ${textLink.link}`} onClick={showHelp}>
          {t("shortcuts.help")}
        </button>
      </p>
    </Dialog>
  );
}
