import { ActionIcon } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./tray-head.module.css";

interface Props {
  heading: string;
  isFolded: boolean;
  onFold: (isFolded: boolean) => void;
  /** Closes the list; undefined while it cannot be closed. */
  onClose: (() => void) | undefined;
  /** Names of the buttons. */
  names: { show: string; hide: string; close: string };
  /** Further facts and actions beside the heading. */
  children?: ReactNode;
}

/** First line of a list of uploads or saves: what happens, and the buttons that fold and close it. */
export function TrayHead({ heading, isFolded, onFold, onClose, names, children }: Props): ReactNode {
  return (
    <div className={styles.head}>
      <b className={styles.heading}>{heading}</b>
      {children}
      <ActionIcon size={28} aria-label={isFolded ? names.show : names.hide} aria-expanded={!isFolded} onClick={() => onFold(!isFolded)}>
        {isFolded ? <IconChevronUp size={16} aria-hidden="true" /> : <IconChevronDown size={16} aria-hidden="true" />}
      </ActionIcon>
      {onClose && (
        <ActionIcon size={28} aria-label={names.close} onClick={onClose}>
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  );
}
