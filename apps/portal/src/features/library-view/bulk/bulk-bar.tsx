import { useDirection } from "@mantine/core";
import { Kbd, VISUALLY_HIDDEN } from "@stillreel/ui";
import { IconDots, IconX, type Icon } from "@tabler/icons-react";
import { Fragment, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "@stillreel/i18n";
import { ActionMenu } from "../../../ui/action-menu.tsx";
import styles from "./bulk-bar.module.css";

/** One bulk action. */
export interface BulkAction {
  id: string;
  label: string;
  icon: Icon;
  keyHint?: string;
  isDanger?: boolean;
  /** On phones it is in the menu More. */
  isSecondary?: boolean;
  /** Tooltip with the reason why it is disabled. */
  refusal?: string | undefined;
  run: () => void;
}

interface Props {
  count: number;
  /** Groups are separated by lines. */
  groups: BulkAction[][];
  /** Whether an action is in progress. */
  isBusy: boolean;
  /** Whether everything is selected. */
  isAll: boolean;
  onClear: () => void;
  onSelectAll: () => void;
}

/** Bar with the actions for selected items: floats above the page; on phones it replaces header and bottom bar. */
export function BulkBar({ count, groups, isBusy, isAll, onClear, onSelectAll }: Props): ReactNode {
  const { t, i18n } = useTranslation("selection");
  const keys = useToolbarKeys();
  const selected = t("selected", { count, number: formatCount(count, i18n.language) });
  return (
    <section aria-label={t("toolbar")}>
      <div className={styles.top}>
        <button type="button" className={styles.close} onClick={onClear} aria-label={t("clear")}>
          <IconX size={22} stroke={1.7} aria-hidden="true" />
        </button>
        <b className={styles.topCount} aria-hidden="true">
          {selected}
        </b>
        {!isAll && (
          <button type="button" className={styles.all} onClick={onSelectAll}>
            {t("selectAll")}
          </button>
        )}
      </div>
      <div
        className={styles.bar}
        role="toolbar"
        aria-label={t("actionsLabel")}
        aria-busy={isBusy}
        data-busy={isBusy || undefined}
        {...keys}
      >
        <button type="button" className={styles.clear} onClick={onClear} aria-label={t("clear")}>
          <IconX size={18} stroke={1.7} aria-hidden="true" />
        </button>
        <b className={styles.count}>{selected}</b>
        {groups.map((group) => (
          <Fragment key={group[0]?.id}>
            <span className={styles.line} />
            {group.map((action) => (
              <BarButton key={action.id} action={action} />
            ))}
          </Fragment>
        ))}
        <MoreButton actions={groups.flat().filter(({ isSecondary }) => isSecondary)} />
      </div>
    </section>
  );
}

function BarButton({ action }: { action: BulkAction }): ReactNode {
  return (
    <button
      type="button"
      className={styles.action}
      data-danger={action.isDanger || undefined}
      data-secondary={action.isSecondary || undefined}
      aria-disabled={action.refusal !== undefined || undefined}
      aria-keyshortcuts={action.keyHint === "⌫" ? "Backspace" : action.keyHint}
      title={action.refusal ?? action.label}
      onClick={action.run}
    >
      <action.icon size={18} stroke={1.7} aria-hidden="true" />
      {/* Between phones and wide windows only the icons fit. */}
      <span className={VISUALLY_HIDDEN.tablet}>{action.label}</span>
      {action.keyHint && (
        <span className={styles.key} aria-hidden="true">
          <Kbd>{action.keyHint}</Kbd>
        </span>
      )}
    </button>
  );
}

/** On phones: the actions for which the bar has no space. */
function MoreButton({ actions }: { actions: BulkAction[] }): ReactNode {
  const { t } = useTranslation("selection");
  const [isOpen, setOpen] = useState(false);
  if (actions.length === 0) return null;
  const group = actions.map(({ label, icon, run }) => ({ label, icon, onSelect: run }));
  return (
    <ActionMenu label={t("actions.more")} groups={[group]} isOpen={isOpen} onChange={setOpen}>
      <button type="button" className={`${styles.action} ${styles.more}`}>
        <IconDots size={18} stroke={1.7} aria-hidden="true" />
        {t("actions.more")}
      </button>
    </ActionMenu>
  );
}

/** One Tab stop for the bar; arrows, Home and End move the focus, mirrored in right-to-left layouts. */
function useToolbarKeys(): {
  ref: (bar: HTMLElement | null) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onFocus: () => void;
} {
  const { dir } = useDirection();
  const bar = useRef<HTMLElement | null>(null);
  const [current, setCurrent] = useState(0);
  const visible = (): HTMLElement[] =>
    [...(bar.current?.querySelectorAll<HTMLElement>("button") ?? [])].filter((button) => button.checkVisibility?.() ?? true);
  const settle = (index: number): void => {
    visible().forEach((button, position) => (button.tabIndex = position === index ? 0 : -1));
    setCurrent(index);
  };
  return {
    ref: (element) => {
      bar.current = element;
      // Buttons depend on the selection; the Tab stop stays within the visible ones.
      if (element) settle(Math.min(current, Math.max(0, visible().length - 1)));
    },
    onFocus: () => settle(Math.max(0, visible().indexOf(document.activeElement as HTMLElement))),
    onKeyDown: (event) => {
      const buttons = visible();
      const at = buttons.indexOf(document.activeElement as HTMLElement);
      const forward = dir === "rtl" ? "ArrowLeft" : "ArrowRight";
      const backward = dir === "rtl" ? "ArrowRight" : "ArrowLeft";
      const next = { [forward]: at + 1, [backward]: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
      if (next === undefined || at < 0) return;
      event.preventDefault();
      buttons[(next + buttons.length) % buttons.length]?.focus();
    },
  };
}
